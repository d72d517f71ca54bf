# nb: nb: a notebook
# reads: markdown
#
# xwmx.github.io/nb: notes and todos are Markdown, whose title is that of the
# front matter or the first heading; bookmarks, *.bookmark.md, have the address
# between < and > below it; links are [[selectors]]: a title, a file name or an
# id, after NOTEBOOK: where that is another.
include "import";

def note:
	.path as $path
	| markdown
	| if $path | test("\\.bookmark\\.md$") then
		.trust = "external" | .tags += ["bookmark"]
		| .extra.url = ([.body | match("(?m)^<(https?://[^>\\s]+)>").captures[0].string]
			| .[0])
	elif $path | test("\\.todo\\.md$") then .tags += ["todo"]
		| .name |= sub("^\\[[ xX]\\]\\s+"; "")
	else . end;
