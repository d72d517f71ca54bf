# zk: zk: a notebook
# reads: markdown
#
# zk-org.github.io/zk: "Note format" (front matter title, date, tags, keywords,
# which are tags too, aliases; hashtags) and "Note ID" (the file name, or what
# it begins with); links are Markdown without .md, or [[wikilinks]] to a path
# or the beginning of one.
include "import";

def note: .keywords as $words | markdown | .tags += ($words // []);
