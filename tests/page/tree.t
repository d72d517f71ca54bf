#!/bin/sh
# tree.t: beside the results, folders and tags, of 5,000 notes no more elements
# than somebody has opened.
. "$(dirname "$0")/../tap.sh"
. "$SRC/tests/page/browser.sh"

mkdir -p v/a/b v/many v/old 'v/<img src=x onerror=alert(1)>'
: >v/cortex.toml
note() # PATH NAME TAGS STATUS
{
	printf -- '---\nname: %s\ntags: [%s]\nstatus: %s\n---\ntext\n' \
		"$2" "$3" "$4" >"v/$1"
}
note top.md Top 'plain, area' active
note a/one.md One area/web active
note a/b/deep.md Deep 'area/web, area/db/sql' active
note old/gone.md Gone 'area/web, over' archived
note '<img src=x onerror=alert(1)>/<b>x.md' '"<b onclick=alert(1)>Bold"' '"<i>"' \
	active
for i in $(seq 1001 5995); do
	printf '# Note %s\n' "$i" >"v/many/n$i.md"
done
cx -C v site -o "$T/site" 2>/dev/null
for browser in $BROWSERS; do
	in_browser "$browser" tree.mjs "$T/site/index.html"
done
browsers_done
done_testing
