#!/bin/sh
# move.t: cx-move changes where an atom is and no link's meaning.
# shellcheck disable=SC2016,SC2059
. "$(dirname "$0")/../tap.sh"
need jq

edges() # what each link means, in order, with paths as they are called in new
{
	cx-scan v | cx-links | jq -c --arg o "$1" --arg n "$2" \
		'[.path, .to, .status, .member, .soft] |
		map(if . == $o then $n else . end)' | sort -s -t, -k1,1
}

# moved BEFORE AFTER OLD NEW: text of in.md around the move of OLD to NEW
moved()
{
	printf -- "$1" >v/in.md
	printf -- "$2" >want
	edges "$3" "$4" >was
	run cx-move -C v "$3" "$4"
	status 0
	err_empty
	same v/in.md want "$1"
	edges '' '' >is
	same is was "means the same: $1"
	cx-move -C v "$4" "$3" >back || exit 99
}
refused() # TEXT OLD NEW...: nothing changes, status 3, stderr has TEXT
{
	re_text=$1
	shift
	rm -rf kept && cp -Rp v kept
	run cx-move -C v "$@"
	status 3
	err_has "$re_text"
	out_empty
	rm -rf v/.cortex kept/.cortex
	ok "untouched: $last" diff -r v kept
}
mkdir -p v/n v/x
printf -- '---\nid: ida\naliases: [Alpha]\n---\na\n' >v/n/a.md
echo c >v/x/c.md

# The form that it had, and only the target.
moved '[[a]]\n' '[[b]]\n' n/a.md n/b.md
moved '[[ a |A]] ![[a#H|al]] [[a.md]]\n' '[[ b |A]] ![[b#H|al]] [[b.md]]\n' \
	n/a.md n/b.md
moved '| [[a\\|t]] |\n' '| [[b\\|t]] |\n' n/a.md x/b.md
moved '[[n/a]] [[n/a.md]] [[/n/a]] [[./n/a]]\n' \
	'[[x/b]] [[x/b.md]] [[/x/b]] [[./x/b]]\n' n/a.md x/b.md
moved '`n/a.md` `a.md` `n/a.md#h` `a.md:12` ``a.md``\n' \
	'`x/b.md` `b.md` `x/b.md#h` `b.md:12` ``b.md``\n' n/a.md x/b.md
moved '[[ida]] [[Alpha]] [[alpha#h]]\n' '[[ida]] [[Alpha]] [[alpha#h]]\n' \
	n/a.md x/b.md
moved '[[A]] [[N/A]]\n' '[[b]] [[x/b]]\n' n/a.md x/b.md
moved '[[a]] [[n/a]]\n' '[[a]] [[x/a]]\n' n/a.md x/a.md
moved '```\n[[a]]\n```\n<!-- [[a]] --> `[[a]]` [[a]]\n' \
	'```\n[[a]]\n```\n<!-- [[a]] --> `[[a]]` [[b]]\n' n/a.md n/b.md
moved '[[a]]\r\n\r\n[[a]]' '[[neü x]]\r\n\r\n[[neü x]]' n/a.md 'x/neü x.md'
moved '\377 [[a]] \377\n' '\377 [[b]] \377\n' n/a.md n/b.md
moved '[[x/n/a]]\n' '[[x/n/a]]\n' n/a.md x/a.md
# Front matter.
moved '---\nlinks: [a, "[[a|x]]", c] # k\nevidence: c, [[n/a#h]]\nup: "[[a]]"\n---\n' \
	'---\nlinks: [b, "[[b|x]]", c] # k\nevidence: c, [[x/b#h]]\nup: "[[b]]"\n---\n' \
	n/a.md x/b.md
moved '---\nlinks:\n  - a\n  - [[a]]\n---\n' \
	'---\nlinks:\n  - b\n  - [[b]]\n---\n' n/a.md n/b.md
moved "---\\nlinks: ['a', a]\\n---\\n" \
	"---\\nlinks: ['p, q', \"p, q\"]\\n---\\n" n/a.md 'n/p, q.md'
moved '---\nlinks: ["\\x61"]\nname: a\n---\n' \
	'---\nlinks: ["b"]\nname: a\n---\n' n/a.md n/b.md
moved '---\ntitle: x: y\nlinks: a\n---\n' '---\ntitle: x: y\nlinks: b\n---\n' \
	n/a.md n/b.md
# A name that is a heading stays.
echo '# Long Name' >v/n/long_name.md
moved '[[Long Name]] [[LONG_NAME]]\n' '[[Long Name]] [[other_name]]\n' \
	n/long_name.md n/other_name.md
rm v/n/long_name.md

# Longer where the form would mean another atom.
echo b >v/x/b.md
moved '[[a]] [[b]]\n' '[[n/b]] [[x/b]]\n' n/a.md n/b.md
is "$(cat v/in.md)" '[[n/a]] [[x/b]]' 'and it stays so'
printf -- '---\naliases: [zed]\n---\n' >v/x/b.md
moved '[[zed]]\n' '[[b]]\n' n/a.md n/zed.md
rm v/x/b.md

# The moved note's own links.
printf '[[./s/d]] [[s/d]] `s/d.md` [[../x/c]] [[c]] [[../n/a]] ![[./p.png]] ![[p.png]]\n' >v/n/a.md
mkdir v/n/s && echo d >v/n/s/d.md && : >v/n/p.png
echo >v/in.md
edges n/a.md q/r/b.md >was
run cx-move -C v n/a.md q/r/b.md
status 0
is "$(cat v/q/r/b.md)" \
	'[[../../n/s/d]] [[../../n/s/d]] `../../n/s/d.md` [[../../x/c]] [[c]] [[./b]] ![[../../n/p.png]] ![[p.png]]' \
	'relative links of the moved note'
edges '' '' >is
same is was 'they mean the same'
jq_is 'select(.moved)' '{"path":"q/r/b.md","moved":"n/a.md"}'
jq_is 'select(.new=="../../n/s/d.md")' \
	'{"path":"q/r/b.md","line":1,"kind":"reference","old":"s/d.md","new":"../../n/s/d.md"}'
ok 'no plan is left' [ ! -e v/.cortex/move.plan ]
ok 'nor a temporary file' [ -z "$(find v -name '.cx-tmp-*')" ]
# A note of the same base name beside it: the name alone would be ambiguous.
mkdir v/m && echo >v/m/c.md
rm v/m/c.md
printf '[[e]]\n' >v/q/r/b.md && echo >v/q/r/e.md && echo >v/x/e.md
edges q/r/b.md m/b.md >was
run cx-move -C v q/r/b.md m/
status 0
is "$(cat v/m/b.md)" '[[r/e]]' 'out of its directory, a name gets longer'
edges '' '' >is
same is was 'and means the same'
rm -rf v/q v/m v/n v/x/e.md
mkdir v/n && printf -- '---\nid: ida\n---\na\n' >v/n/a.md

# By id, into a directory, to the root.
printf '[[a]] [[n/a]]\n' >v/in.md
run cx-move -C v ida x/
status 0
is "$(cat v/in.md)" '[[a]] [[x/a]]' 'by id, into a directory'
run cx-move -C v "$PWD/v/x/a.md" .
status 0
is "$(cat v/in.md)" '[[a]] [[a]]' 'absolute path, to the root'
ok 'there it is' [ -f v/a.md ]
run cx-move -C v a.md n/a.md
status 0

# Refusals.
printf '[[a]] `a.md` [[later]]\n' >v/in.md
refused 'in.md:1' n/a.md 'n/x y.md'
refused '--adopt' n/a.md n/later.md
run cx-move -C v -n --adopt n/a.md n/later.md
status 0
printf '[[a]]\n' >v/in.md
refused 'in.md:1' n/a.md 'n/x#y.md'
refused 'in.md:1' n/a.md 'n/x|y.md'
refused 'in.md:1' n/a.md 'n/x]]y.md'
refused 'is there already' n/a.md x/c.md
refused 'where it is' n/a.md n/a.md
refused 'no such note' n/nosuch.md n/b.md
refused 'no such note' nosuch n/b.md
refused '.md' n/a.md n/b.txt
refused '.md' n/a.md nowhere
refused 'vault' n/a.md ../b.md
refused 'vault' ../a.md b.md
refused 'leave this out' n/a.md index/b.md
refused 'leave this out' n/a.md .hidden/b.md
refused 'control' n/a.md "$(printf 'n/x\ny.md')"
refused 'control' n/a.md "$(printf 'n/\377.md')"
mkdir v/d.md && refused 'is there already' n/a.md d.md && rmdir v/d.md
refused 'directory' n/a.md in.md/b.md
ln v/in.md v/hard.lnk && refused 'hard link' n/a.md n/b.md && rm v/hard.lnk
ln -s .. v/out && refused 'symlink' n/a.md out/b.md && rm v/out
# Two may be meant; one would be.
echo >v/x/a.md
refused '--adopt' x/a.md x/b.md
run cx-move -C v --adopt x/a.md x/b.md
status 0
rm v/x/b.md
for w in '' 'a.md' 'a.md b.md c.md' '--finish a.md' '--finish --convert' \
	'--diff -n a.md b.md' '--convert --adopt'; do
	# shellcheck disable=SC2086
	run cx-move -C v $w
	status 2
	out_empty
	err_lines 2
done

# --dry-run and --diff.
printf '[[a]]\n' >v/in.md
printf '[[./a]]\n' >v/n/a.md
rm -rf v/.cortex kept && cp -Rp v kept
run cx-move -C v -n n/a.md n/b.md
status 0
cp "$T/out" dry
run cx-move -C v --diff n/a.md n/b.md
status 0
ok 'they change nothing' diff -r v kept
(cd kept && mv n/a.md n/b.md && patch -s -p0 <"$T/out") >patched 2>&1
run cx-move -C v n/a.md n/b.md
same "$T/out" dry '--dry-run prints what is printed later'
rm -rf v/.cortex
ok 'patch(1) does what cx-move does' diff -r v kept

# --convert
cat >v/in.md <<'E'
`n/b.md` ``b.md#h`` `b.md:3` `nosuch.md` [`b.md`](u) !`b.md` x`b.md`y
| `n/b.md` |
``` `n/b.md`
`n/b.md` end
E
cat >want <<'E'
[[n/b]] [[b#h]] `b.md:3` `nosuch.md` [`b.md`](u) !`b.md` x[[b]]y
| [[n/b]] |
``` `n/b.md`
[[n/b]] end
E
cp v/in.md v/other.md
meant() { cx-scan v | cx-links | jq -c '[.path,.to,.status]' | sort; }
meant >was
cp v/other.md kept.md
run cx-move -C v --convert in.md
status 0
same v/in.md want 'references become wikilinks'
same v/other.md kept.md 'only of the notes that were named'
err_has '5 references stay'
run cx-move -C v --convert
status 0
same v/other.md want 'of all'
meant >is
same is was 'they mean the same'
run cx-move -C v --convert
status 0
out_empty 'twice is once'
refused 'no such note' --convert nosuch.md

# A plan that a crash has left: others say so, the next one finishes it.
rm -rf v && mkdir v
printf 'a\n' >v/a.md
printf -- '---\nid: inid\n---\n[[a]] x\n' >v/in.md
printf '[[a]] y\n' >v/other.md
b2() { printf -- "$1" | b2sum -l 256 | cut -d' ' -f1; }
mkdir v/.cortex
cat >v/.cortex/move.plan <<E
{"old":"a.md","new":"b.md","files":3,"have":0,"change":"c"}
{"path":"b.md","before":"$(b2 'a\n')","after":"$(b2 'a\n')","edits":[]}
{"path":"in.md","before":"$(b2 '---\nid: inid\n---\n[[a]] x\n')","after":"$(b2 '---\nid: inid\n---\n[[b]] x\n')","edits":[{"from":19,"to":20,"text":"b"}]}
{"path":"other.md","before":"$(b2 'z')","after":"$(b2 'zz')","edits":[]}
E
cp -Rp v crashed
for c in 'cx-edit -C v inid x=1' 'cx-migrate --write -C v other.md' \
	'cx-new -C v --name N --type rule --body t'; do
	# shellcheck disable=SC2086
	run $c
	status 0
	err_has 'cx-move --finish'
done
printf '<!-- AUTO:a -->\n<!-- /AUTO:a -->\n' >v/moc.md
printf '%s\n' '{"section":"a","text":"t\n"}' >sections
run env CORTEX_VAULT="$PWD/v" cx-moc v/moc.md <sections
status 0
err_has 'cx-move --finish'
rm -rf v && cp -Rp crashed v
run cx-move -C v -n in.md q.md
status 3
err_has 'cx-move --finish'
out_empty
run cx-move -C v --finish
status 0
err_has 'a.md to b.md'
is "$(cat v/b.md v/in.md v/other.md)" 'a
---
id: inid
---
[[b]] x
[[b]] y' 'finished, also in a note that was saved meanwhile'
ok 'the plan is gone' [ ! -e v/.cortex/move.plan ]
run cx-move -C v --finish
status 0
err_empty
# Whatever it is called for, it finishes first.
rm -rf v && cp -Rp crashed v
run cx-move -C v b.md c.md
status 0
is "$(tail -n 1 v/in.md) $(cat v/other.md)" '[[c]] x [[c]] y' \
	'first the old move, then the new one'
# Plans that are none.
for p in '' '{' '{"old":"a.md","new":"b.md","files":1}' \
	'{"old":"../a.md","new":"b.md","files":0}' \
	'{"old":"a.md","new":"","files":0}'; do
	printf '%s\n' "$p" >v/.cortex/move.plan
	run cx-move -C v --finish
	status 4
	err_has '.cortex/move.plan:'
done
# Many links on one line.
rm -rf v && mkdir v && echo m >v/m.md
awk 'BEGIN { for (i = 0; i < 200000; i++) printf "[[m]] " }' >v/a.md
ok 'the end of a line is looked for once' \
	timeout 200 cx-move -C v --diff m.md y.md
awk 'BEGIN { for (i = 0; i < 600000; i++) printf "[[y]] " }' >v/a.md
run timeout 200 cx-move -C v m.md y.md
status 3 'and so is its number'
done_testing
