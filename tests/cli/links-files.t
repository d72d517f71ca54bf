#!/bin/sh
# links-files.t: a link to a file that is not a note is an attachment for
# cx-links and cx-check alike; one to nothing is broken for both.
. "$(dirname "$0")/../tap.sh"
. "$SRC/tests/records.sh"
need jq

mkdir -p v/n/img v/node_modules v/.hidden
touch v/cortex.toml v/n/img/p.png 'v/n/a b.pdf' v/MEMORY.md v/.hidden/h.md
echo x >v/n/note.md
cat >v/n/src.md <<'E'
---
up: "[[gone-up]]"
see: "[[note]]"
---
![p](img/p.png) ![[p.png]] [d](a%20b.pdf#page=2) [m](../MEMORY.md) [dir](img/)
[root](..) [h](/.hidden/h.md) [n](note.md) [n](/n/note) [q](note.md#h)
![p](img/gone.png) [g](gone.md) [g](../gone.md) [r][ref] `gone.md`

[ref]: <gone ref.md>
E
# A note that is left out, and many of its name that are not.
mkdir v/a v/b
echo '[m](node_modules/README.md) [m](../v/x/README.md)' >v/a/README.md
echo '[m](../node_modules/README.md)' >v/b/README.md
touch v/node_modules/README.md
mkdir v/a/node_modules && touch v/a/node_modules/README.md
cx-scan v >records
broken='["../gone.md","../v/x/README.md","./gone ref.md","./gone.md","./img/gone.png","gone-up"]'

run cx-links -C v records
is "$(jq -s -c '[.[]|select(.status=="attachment")|.target]' "$T/out")" \
	'["./node_modules/README.md","../node_modules/README.md","./img/p.png","p.png","./a b.pdf","../MEMORY.md","./img/","./..","/.hidden/h.md"]' \
	'attachments: pictures, notes left out, directories'
is "$(jq -s -c '[.[]|select(.status=="ok")|[.target,.to,.by]]' "$T/out")" \
	'[["note","n/note.md","relative"],["./note.md","n/note.md","relative"],["/n/note","n/note.md","path"],["./note.md","n/note.md","relative"]]' \
	'notes'
run cx-links -C v --broken records
status 1
is "$(jq -s -c '[.[]|select(.soft|not)|.target]|sort' "$T/out")" "$broken" \
	'broken is what leads to no file'
run cx-check -C v records
is "$(jq -s -c '[.[]|select(.code=="broken-link")|.target]|unique' "$T/out")" \
	"$broken" 'cx-check finds the same'
is "$(jq -s -c '[.[]|select(.code=="broken-link")|.line]|unique' "$T/out")" \
	'[1,2,7]' 'and where they are'
rm -rf nowhere && mkdir nowhere
cp records nowhere
(cd nowhere && HOME=$T/nowhere cx-links records) >out
is "$(jq -s -c '[.[]|select(.status=="attachment")]|length' out)" 0 \
	'without a vault there are no files'
run cx-links -C v --report records
out_has '7 broken, 0 ambiguous, 9 to files'
run cx-links -C v --backlinks=n/note.md records
jq_of -s "$T/out" length 4 'Markdown links are backlinks'

# A picture does not connect a note.
echo '![p](n/img/p.png)' >v/lone.md
echo '[x](gone.md)' >v/tries.md
cx-scan v >records
run cx-links -C v --orphans records
jq_of -rs "$T/out" 'map("\(.path) ") | add // ""' \
	'b/README.md lone.md ' 'only attachments: an orphan'
# The index answers as the records do.
run cx -C v rebuild
status 0
cx -C v links --broken >idx
cx-check -C v --rule broken-link records >rec
same idx rec 'cx links --broken is what cx check finds'
cx-links -C v --broken records | jq -r 'select(.soft | not) | .target' |
	sort -u >rec
jq -r .target idx | sort -u >found
same found rec 'of the same links'
cx -C v links --json >idx
cx-links -C v records >rec
ok 'there are links' [ -s rec ]
same idx rec 'cx links --json prints all links'
run cx -C v links --json --dot
status 2 'a picture is not records'
jq_of v/index/graph.json '.["n/src.md"]' \
	"$(jq -c 'select(.path=="n/src.md")|.links_out' records)" \
	'graph.json has them as the record has'

# What cx-check takes for no finding, cx-links does not list as broken.
mkdir -p w/pages w/logseq w/en w/de
touch w/cortex.toml w/logseq/config.edn w/en/pod.md w/de/pod.md
cat >w/ex.md <<'E'
[a]({{site.baseurl}}/x) [[<% tp.file %>]] [[*.png]] [[wikilink]]
[[2026-02-03]] [[2026-W07]] [[2026-Q2]] [[2026-04]] [[2026]] [[Unwritten]]
[p](/pod/) [moved](/was/here/) [e](/blog/2015/x/) [g](gone.md) [[2026-02-30]]
E
printf -- '---\nurl: /was/here\n---\n' >w/de/old.md
cx-scan w >records
run cx-links -C w records
is "$(jq -s -c '[.[]|select(.status=="other")|.target]' "$T/out")" \
	'["./{{site.baseurl}}/x","<% tp.file %>","*.png","wikilink","2026-02-03","2026-W07","2026-Q2","2026-04","2026","Unwritten","/pod/","/was/here/","/blog/2015/x/","2026-02-30"]' \
	'templates, examples, days to be written, what other tools know'
run cx-links -C w --broken records
jq_is '[.target, .soft]' '["./gone.md",null]' 'what is left is broken'
run cx-links -C w --ambiguous records
is "$(wc -c <"$T/out")" 0 'a page of a site is not ambiguous'
run cx-check -C w --rule broken-link,ambiguous-link,broken-reference records
jq_is .target '"./gone.md"' 'and cx-check says the same'
run cx-links -C w --report records
out_has '1 broken, 0 ambiguous, 0 to files, 14 other'
rm w/logseq/config.edn
run cx-links -C w --broken records
jq_is .target '"Unwritten"
"./gone.md"
"2026-02-30"' 'without Logseq a page needs a file'
done_testing
