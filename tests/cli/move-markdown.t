#!/bin/sh
# move-markdown.t: cx-move and Markdown links: those to the moved note, those
# within it, and the form that each had.
# shellcheck disable=SC2059
. "$(dirname "$0")/../tap.sh"
need jq

edges() # what each link means, with the paths that notes have afterwards
{
	cx-scan v | cx-links -C v | jq -c --arg o "$1" --arg n "$2" \
		'[.path, .to, .status] | map(if . == $o then $n else . end)' |
		sort
}
# moved FILE BEFORE AFTER OLD NEW: the text of FILE (as it is called after)
moved()
{
	m_to=$1
	m_from=$1
	[ "$1" != "$5" ] || m_from=$4
	printf -- "$2" >"v/$m_from"
	printf -- "$3" >want
	edges "$4" "$5" >was
	run cx-move -C v "$4" "$5"
	status 0
	err_empty
	same "v/$m_to" want "$2"
	edges '' '' >is
	same is was "means the same: $2"
	cx-move -C v "$5" "$4" >back || exit 99
}
mkdir -p v/n v/x/y v/img
echo a >v/n/a.md
echo b >v/x/b.md
echo r >v/README.md
echo q >v/x/README.md
echo p >v/img/p.png
echo p >v/n/q.png

# Links to the moved note.
moved in.md '[t](n/a.md) ![t](n/a.md) [t](./n/a.md) [t](/n/a.md)\n' \
	'[t](x/c.md) ![t](x/c.md) [t](./x/c.md) [t](/x/c.md)\n' n/a.md x/c.md
moved in.md '[t](n/a) [t](n/a#h) [t](n/a.md?x#h "T") [t]( <n/a.md>  (T) )\n' \
	'[t](x/c) [t](x/c#h) [t](x/c.md?x#h "T") [t]( <x/c.md>  (T) )\n' \
	n/a.md x/c.md
moved x/in.md '[t](../n/a.md#h)\n' '[t](y/c.md#h)\n' n/a.md x/y/c.md
moved x/in.md '[t][a] [a]\n\n[a]: ../n/a.md "T"\n[b]: b.md\n' \
	'[t][a] [a]\n\n[a]: c.md "T"\n[b]: b.md\n' n/a.md x/c.md
moved in.md '[[a]]\n\n[a]: n/a.md "A"\n' '[[c]]\n\n[c]: x/c.md "A"\n' \
	n/a.md x/c.md
# What the new name needs.
moved in.md '[t](n/a.md) [t](<n/a.md>)\n' \
	'[t](x/c%%20d.md) [t](<x/c d.md>)\n' n/a.md 'x/c d.md'
moved in.md '[t](n/a.md) [t](<n/a.md>)\n' \
	'[t](x/c%%23%%28%%25.md) [t](<x/c%%23(%%25.md>)\n' n/a.md 'x/c#(%.md'
moved in.md '[t](n/a.md) [t](n/a(.md)\n' '[t](x/(c).md) [t](n/a(.md)\n' \
	n/a.md 'x/(c).md'
moved in.md '[t](n/a.md)\n' '[t](./x:y.md)\n' n/a.md 'x:y.md' # no scheme
moved in.md '[t](n/a.md) [t](n/%%61.md)\n' '[t](x/\303\274.md) [t](x/\303\274.md)\n' \
	n/a.md 'x/ü.md'
mv v/n/a.md 'v/n/ä b.md'
moved in.md '[t](n/%%C3%%A4%%20b.md) [t](n/\303\244%%20b.md) [t](<n/\303\244 b.md>)\n' \
	'[t](x/%%C3%%B6%%20c.md) [t](x/\303\266%%20c.md) [t](<x/\303\266 c.md>)\n' \
	'n/ä b.md' 'x/ö c.md'
mv 'v/n/ä b.md' v/n/a.md
# As a site has it (Hugo): from its root, with a slash behind it.
moved in.md '[t](/a/) [t](/n/a/#h) ![t](/img/)\n' \
	'[t](/x/c/) [t](/x/c/#h) ![t](/img/)\n' n/a.md x/c.md
# Links within the moved note: its directory is another.
moved x/y/c.md '[t](../x/b.md) [t](a.md) [t](/x/b.md) [t](../README.md)\n' \
	'[t](../b.md) [t](c.md) [t](/x/b.md) [t](../../README.md)\n' \
	n/a.md x/y/c.md
moved x/y/c.md '![p](../img/p.png) ![q](q.png "T") [d](../img/) [d](.)\n' \
	'![p](../../img/p.png) ![q](../../n/q.png "T") [d](../../img/) [d](../../n)\n' \
	n/a.md x/y/c.md
moved x/y/c.md '[p][] [u](http://x/a.md) [h](#h) [n](none.md)\n\n[p]: <../img/p.png> "T"\n' \
	'[p][] [u](http://x/a.md) [h](#h) [n](none.md)\n\n[p]: <../../img/p.png> "T"\n' \
	n/a.md x/y/c.md
# One name, two notes: the directory of the link decides, not the root.
moved x/y/c.md '[r](README.md)\n' '[r](../README.md)\n' x/in.md x/y/c.md
rm -f v/x/in.md v/in.md
# A note of that name at the root does not take the link of another one.
echo z >v/b.md
moved x/in.md '[t](b.md)\n' '[t](y/d.md)\n' x/b.md x/y/d.md
moved x/in.md '[t](b.md)\n' '[t](b.md)\n' b.md n/b.md
rm v/b.md v/x/in.md
# Not links.
moved in.md '`[t](n/a.md)` \\[t](n/a.md) <!-- [t](n/a.md) --> [t](n/a.md\n' \
	'`[t](n/a.md)` \\[t](n/a.md) <!-- [t](n/a.md) --> [t](n/a.md\n' \
	n/a.md x/c.md
# Nothing that pointed elsewhere comes to point at the moved note.
printf '[t](c.md)\n' >v/x/in.md
run cx-move -C v n/a.md x/c.md
status 3
err_has "would lead to x/c.md"
rm v/x/in.md
# What it prints.
printf '[t](n/a.md "T") [r]\n\n[r]: n/a.md\n' >v/in.md
run cx-move -n -C v n/a.md x/c.md
jq_of -rs "$T/out" \
	'[.[] | [.line,.kind,.old,.new] | tojson] | map(. + " ") | add // ""' \
	'[null,null,null,null] [1,"link","./n/a.md","./x/c.md"] [3,"link","./n/a.md","./x/c.md"] ' \
	"one line a change"
# What cx moc writes goes with the notes that it names, and counts nowhere:
# it would change what it says.
rm -rf v && cp -R "$SRC/examples/vault" v && rm -rf v/index v/layers
CORTEX_NOW=2026-04-15 && export CORTEX_NOW
cx -C v moc >said 2>&1
run cx -C v moc --check
status 0 "a second cx moc has nothing to do"
has_at() { grep -c "](/$1)" v/_moc/service.md; }
n=$(has_at incidents/double_bookings.md)
ok "moc links to a note" test "$n" -gt 0
run cx-move -C v incidents/double_bookings.md deeper/down/
status 0
is "$(has_at deeper/down/double_bookings.md)" "$n" "and so it does when it moved"
is "$(has_at incidents/double_bookings.md)" 0 "not where it was"

### mathematics is no link, tag or heading, and a move leaves it alone

mkdir math
cd math || exit 99
: >cortex.toml
cat >calc.md <<'CALC'
# Calculus

Inline $F[x](t)$, display $$G[f](omega)$$, \(H[x](t)\), $[[1,2],[3,4]]$.

$$
M [[t]] + \left[a\right](\mu)

# no heading
#notag
$$

\[
[[t]]
\]

From $5 [[t]] to $6, and [x](t.md) for 20$.
CALC
printf '# Time\n' >t.md
printf '# Omega\n' >omega.md
cp calc.md ../before.md
cx rebuild
run cx check --format lines
out_empty 'formulas have no broken links'
is "$(cx scan | jq -c 'select(.path == "calc.md") | [.links_out, .tags]')" \
	'[["t","./t.md"],[]]' 'links beside prices are links'
run cx move t.md time.md
run cx move omega.md signals/
sed 's/\$5 \[\[t\]\]/$5 [[time]]/; s/(t\.md)/(time.md)/' ../before.md >../want.md
same calc.md ../want.md 'a move changes no formula'
cd .. || exit 99

done_testing
