#!/bin/sh
# site.t: cx site makes a page that browsers show without a complaint.
. "$(dirname "$0")/../tap.sh"
need jq
. "$SRC/tests/page/browser.sh"
CORTEX_NOW=2026-04-15T12:00:00
export CORTEX_NOW

cp -R "$SRC/examples/vault" example
cd example || exit 99
cx rebuild >/dev/null
for query in deploy 'database upgrade' '"both versions"' 'tag:deploy switch' \
	'deploy type:Decision status:active' 'deploy status:500' 'deploy -freeze' \
	''; do
	{
		printf '%s' "$query"
		if [ -n "$query" ]; then
			cx search --no-log --limit 0 --json -- "$query"
		else
			cx search --no-log --limit 0 --json --where 'path~md'
		fi | jq -j '"\t" + .path'
		echo
	} >>"$T/want"
done
for filter in project=web type=person tag=rollback status=superseded layer=hot; do
	printf '%s' "$filter"
	case $filter in
	status=*) set -- --all --where "$filter" ;;
	layer=*) set -- --where 'updated>=-2d' ;;
	*) set -- "--$filter" ;;
	esac
	cx search --no-log --limit 0 --json "$@" | jq -j '"\t" + .path'
	echo
done >"$T/filters"
cx site --now "$CORTEX_NOW" -o "$T/site" 2>"$T/said" || cat "$T/said"
cd .. || exit 99

mkdir empty
: >empty/cortex.toml
(cd empty && cx site -o "$T/empty" 2>/dev/null)

# Each payload is a text, a name, a tag, and all else that a note can say.
mkdir xss
: >xss/cortex.toml
python3 - "$SRC/tests/page/payloads" <<'END'
import json, sys
for n, line in enumerate(open(sys.argv[1], encoding='utf-8')):
    p = line.rstrip('\n')
    q = json.dumps(p)
    with open('xss/%03d.md' % n, 'w', encoding='utf-8') as f:
        f.write('---\nid: %s\nname: %s\ntype: %s\nproject: %s\nstatus: %s\n'
                'description: %s\ntags: [%s]\naliases: [%s]\nlinks: [%s]\n'
                'created: %s\nupdated: 2026-04-%02d\n---\n'
                '%s\n\n# %s\n\n- %s\n\n> %s\n\n    %s\n\n| a |\n|---|\n| %s |\n'
                '\n[r]: javascript:alert(1)\n\n```html\n%s\n```\n```sh\n%s\n```\n'
                % (q, q, q, q, q, q, q, q, q, q, n % 14 + 1, p, p, p, p, p, p,
                   p, p))
    try:
        with open('xss/' + p.replace('/', '_')[:80] + '.md', 'x') as f:
            f.write(p + '\n')
    except OSError:
        pass
END
# Headings that skip levels, links one below the other.
printf '%s\n' '#### Deep' '' '- [one](https://a.example)' \
	'- [two](https://b.example)' '' '## Up' '' '##### Down' >xss/deep.md
printf '%s\n' '[![badge](b.svg)](https://a.example) and [one](b.md) of [the' \
	'zebras](c.md) here' >xss/zebra.md
(cd xss && cx site --title '</title><script>alert(1)</script>' -o "$T/xss" \
	2>/dev/null)

# One of everything that a note may have.
mkdir rich
: >rich/cortex.toml
cp "$SRC/tests/page/rich.md" rich
printf '%s\n' '# Other' '' 'top' '' '## Deep' '' 'In the deep, see [[rich]].' \
	'' '## After' '' 'no' >rich/other.md
printf '%s\n' '# Map' '' '<!-- AUTO:x -->' '- [Rich](/rich.md)' \
	'<!-- /AUTO:x -->' >rich/map.md
printf '%s\n' '---' 'start: 2023-05-01' 'loc: "[[Japan|the islands]]"' '---' \
	>rich/trip.md
printf '%s\n' '==First== is high' >rich/high.md
{
	printf '%s\n' '# Long' '' '```js'
	seq 10000 | sed 's/.*/let n& = "&";/'
	printf '%s\n' '```' '' '```js' "x = '$(seq 500 | tr '\n' ' ')'" '```' '' \
		'```js' 'let n = 1' '```'
} >rich/long.md
base64 -d >rich/p.png <<'END'
iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4//8/AAX+Av4N70a4AAAAAElFTkSuQmCC
END
head -c 20000 /dev/zero >rich/big.png
printf 'x' >p.png
ln -s ../p.png rich/link.png
(cd rich && cx rebuild >/dev/null && cx site --image-max 19 -o "$T/rich") \
	2>/dev/null
mkdir plain
: >plain/cortex.toml
printf '%s\n' '# Plain' '' '```mermaid' 'graph TD; A-->B' '```' '' '```' 'let x' \
	'```' '' '```jsx-not' 'x' '```' >plain/plain.md
(cd plain && cx site -o "$T/plain") 2>/dev/null
ok 'what colours code is in a page with code of its languages' \
	grep -q 'Prism [0-9].*MIT license' "$T/rich/index.html"
ok '... and in no other' sh -c '! grep -q Prism= "$1"' sh "$T/plain/index.html"
is "$(ls -A "$T/rich")" index.html 'images are in the page'
run cx site --image-max x
status 2

file_has "$T/said" "wrote $T/site/index.html" 'it says where the page is'
is "$(ls -A "$T/site")" index.html 'one file, and no lock beside it'
# Its data makes it windows-1252, so its text has to be the same in both.
is "$(grep -n '[^[:print:][:space:]]' "$SRC"/share/page/*)" '' \
	'what stands around the data is ASCII'
cp "$T/site/index.html" first
(cd example && cx site --now "$CORTEX_NOW" -o "$T/site" 2>/dev/null)
same first "$T/site/index.html" 'twice is the same'
mkdir target
ln -s "$T/w/target" example/site
cd example || exit 99
run cx site
status 4 'a link in the vault is not followed'
is "$(ls -A ../target)" '' 'nothing behind it'
rm site
run cx site
status 0 'into the vault itself'
run cx site -o - --title 'My notes'
status 0 'to standard output'
out_has '<!DOCTYPE html>'
run cx site x
status 2
run cx site -o /dev/null/x
status 4
cd .. || exit 99

for browser in $BROWSERS; do
	in_browser "$browser" site.mjs "$T/site/index.html" \
		"$T/empty/index.html" "$T/xss/index.html" "$T/want" "$T/filters" \
		"$T/rich/index.html"
done
browsers_done
done_testing
