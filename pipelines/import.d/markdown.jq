# markdown: any other Markdown files: a directory, or one
# reads: markdown
include "import";

def note: markdown;
