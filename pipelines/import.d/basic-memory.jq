# basic-memory: Basic Memory: the directory of a project
# reads: markdown
#
# docs.basicmemory.com, "Knowledge format": front matter title, type (note
# unless said), tags, permalink, which is the id; observations are list items
# "- [category] text #tag (context)", relations "- type [[Title]]", and both
# are text here as there.  Links may say the permalink.
include "import";

def note:
	markdown
	| .extra.aliases = ([.extra.aliases // empty, .extra.permalink // empty]
		| flatten | unique | if . == [] then null else . end);
