#!/bin/sh
# move-folder.t: cx-move of a folder: all that is in it gets another place in
# one rename, and every link means what it meant.
# shellcheck disable=SC2016
. "$(dirname "$0")/../tap.sh"
need jq

# what each link means, with the paths that files have afterwards
edges() # [SED-SCRIPT]
{
	cx-scan "$v" | cx-links -C "$v" | jq -c '[.path, .to, .status]' |
		sed "${1-}" | sort
}
mkdir -p v/old/sub v/old/img v/other
cat >v/old/a.md <<'X'
# A
[[b]] [b](b.md) [b](sub/b.md#h) [[old/sub/b|B]] [out](../other/o.md)
![p](img/p.png) ![q](../q.png) [[../other/o]] ![[old/img/p.png]] `old/sub/b.md`
X
cat >v/old/sub/b.md <<'X'
---
links: ["[[old/a]]", a]
---
[a](../a.md) [r](/old/a.md) [o](../../other/o.md) ![p](../img/p.png) [d](../)
X
cat >v/other/o.md <<'X'
[a](../old/a.md) [[old/a#A|see]] [[a]] [[sub/b]] `old/a.md` [x](<../old/a.md> "T")
![p](../old/img/p.png) ![[old/img/p.png]] ![[p.png]] [all](../old/) [p][p]
![[img/p.png]] [old](../older/x.md) [none](../old/none.md) `old/a.md:3`

[p]: ../old/img/p%2Epng
X
mkdir v/older
echo '[[old/sub/b]]' >v/older/x.md
echo p >v/old/img/p.png
echo q >v/q.png
echo z >v/old/.hidden
cp -Rp v start
v=v
edges 's,"old/,"new/in/,g' >was

# Nothing is written by a look.
run cx-move -C v -n old/ new/in/
status 0
err_empty
ok '--dry-run changes nothing' diff -r v start
cp "$T/out" dry
run cx-move -C v --diff old/ new/in/
status 0
out_has 'rename from old/sub/b.md'
out_has 'rename to new/in/sub/b.md'
out_has '+[a](../new/in/a.md)'
ok '--diff changes nothing' diff -r v start

run cx-move -C v old/ new/in/
status 0
err_empty
same "$T/out" dry 'the dry run said the same'
jq -c 'select(.moved)' "$T/out" >moves
printf '%s\n' '{"path":"new/in/","moved":"old/"}' \
	'{"path":"new/in/a.md","moved":"old/a.md"}' \
	'{"path":"new/in/sub/b.md","moved":"old/sub/b.md"}' >want
same moves want 'the folder, then each note in it'
ok 'the folder has gone' [ ! -e v/old ]
ok 'what is no note has moved along' [ -f v/new/in/img/p.png ]
ok 'and what is hidden' [ -f v/new/in/.hidden ]
edges >is
same is was 'every link means what it meant'
cat >want <<'X'
[a](../new/in/a.md) [[new/in/a#A|see]] [[a]] [[sub/b]] `new/in/a.md` [x](<../new/in/a.md> "T")
![p](../new/in/img/p.png) ![[new/in/img/p.png]] ![[p.png]] [all](../new/in/) [p][p]
![[img/p.png]] [old](../older/x.md) [none](../old/none.md) `new/in/a.md:3`

[p]: ../new/in/img/p.png
X
same v/other/o.md want 'links into it'
cat >want <<'X'
# A
[[b]] [b](b.md) [b](sub/b.md#h) [[new/in/sub/b|B]] [out](../../other/o.md)
![p](img/p.png) ![q](../../q.png) [[../../other/o]] ![[new/in/img/p.png]] `new/in/sub/b.md`
X
same v/new/in/a.md want 'links in it'
cat >want <<'X'
---
links: ["[[new/in/a]]", a]
---
[a](../a.md) [r](/new/in/a.md) [o](../../../other/o.md) ![p](../img/p.png) [d](../)
X
same v/new/in/sub/b.md want 'links below it'
echo '[[new/in/sub/b]]' >want
same v/older/x.md want 'a folder whose name begins so is another'

# One change, for cx-undo.
run cx-undo -C v -n
status 0
run cx-undo -C v
status 0
out_has '{"path":"old/","moved":"new/in/"}'
rm -rf v/.cortex
ok 'undo gives all of it back' diff -r v start
run cx-move -C v old/ new/
status 0
run cx-undo -C v
status 0
run cx-undo -C v --redo
status 0
ok 'an undo can be undone' [ -f v/new/sub/b.md ]
run cx-undo -C v
echo later >>v/old/a.md
run cx-undo -C v
status 1
ok 'what has changed since stays' [ -f v/old/a.md ]

# Into a folder that is there, as mv(1) does.
rm -rf v && cp -Rp start v
run cx-move -C v old/ other/
status 0
ok 'into one that is there' [ -f v/other/old/sub/b.md ]
edges >is
sed 's,"new/in/,"other/old/,g' was | sort >want
same is want 'with the same links'
run cx-undo -C v
rm -rf v/.cortex
ok 'and back' diff -r v start
(cd v/other && cx-move -C .. ../old/sub/ .) >"$T/out" || exit 99
ok 'paths are those from here' [ -f v/other/sub/b.md ]
rm -rf v && cp -Rp start v
run cx-move -C v old/sub/ ./
status 0
ok 'to the root' [ -f v/sub/b.md ]

# Only what is no note.
rm -rf v && cp -Rp start v
run cx-move -C v old/img/ media/
status 0
ok 'a folder of pictures' grep -qF '![p](../media/p.png)' v/old/a.md
ok 'from elsewhere' grep -qF '![[media/p.png]] ![[p.png]]' v/other/o.md
ok 'by the end of a path' grep -qF '![[media/p.png]] [old]' v/other/o.md
run cx-undo -C v
rm -rf v/.cortex
ok 'is given back, too' diff -r v start

# HTML: what src and href of a tag lead to.
rm -rf v && cp -Rp start v
cat >v/old/h.md <<'X'
# H <a name="x"></a>
<img src="../q.png" width=10> <IMG SRC=img/p.png> <a class="b" href='../other/o.md#h'>o</a>
<p>
<a
  href="/old/a.md"><img src="../a&amp;b c.png"></a> <a href="https://x.org/../q.png">
<img src="{{ site.url }}/../q.png"> `<img src="../q.png">` <a href="#x">
X
cat >v/other/h.md <<'X'
<video src="../old/img/p.png"></video> <a href=../old/h.md>h</a> <img src=../q.png>
X
echo ab >'v/a&b c.png'
cp -Rp v html
run cx-move -C v old/ deep/new/
status 0
cat >want <<'X'
# H <a name="x"></a>
<img src="../../q.png" width=10> <IMG SRC=img/p.png> <a class="b" href='../../other/o.md#h'>o</a>
<p>
<a
  href="/deep/new/a.md"><img src="../../a%26b c.png"></a> <a href="https://x.org/../q.png">
<img src="{{ site.url }}/../q.png"> `<img src="../q.png">` <a href="#x">
X
same v/deep/new/h.md want 'HTML in it'
cat >want <<'X'
<video src="../deep/new/img/p.png"></video> <a href=../deep/new/h.md>h</a> <img src=../q.png>
X
same v/other/h.md want 'HTML that leads into it'
run cx-undo -C v
rm -rf v/.cortex
ok 'HTML is given back' diff -r v html
run cx-move -C v other/h.md 'a b.md'
status 0
is "$(cat 'v/a b.md')" \
	'<video src="old/img/p.png"></video> <a href=old/h.md>h</a> <img src=q.png>' \
	'HTML of one note'
rm v/old/a.md v/old/sub/b.md v/other/o.md v/older/x.md
run cx-move -C v old/ 'n o/'
status 0
ok 'a blank where it may stand' grep -qF \
	'<video src="n o/img/p.png"></video> <a href=n%20o/h.md>' 'v/a b.md'

# Symbolic links stay as they are.
rm -rf v && cp -Rp start v
(
	cd v && ln -s ../q.png old/up && ln -s img/p.png old/in &&
		ln -s ../old/a.md other/into && ln -s gone old/dead &&
		ln -s ../../v2 old/out && ln -s /etc old/root && ln -s o.md other/by
) || exit 99
run cx-move -C v old/ new/
status 0
is "$(grep -o '^cx-move: [^:]*: this symbolic link to [^ ]*' "$T/err")" \
	'cx-move: other/into: this symbolic link to ../old/a.md' \
	'one that leads into it is named'
run cx-move -C v --strict -n new/ deep/er/
status 3
is "$(grep -o '^cx-move: [^:]*: this symbolic link to [^ ]*' "$T/err" | sort)" \
	'cx-move: deep/er/out: this symbolic link to ../../v2
cx-move: deep/er/up: this symbolic link to ../q.png' \
	'one that leads out of it, too'
is "$(readlink v/new/up)" ../q.png 'and they are what they were'
rm -rf v && cp -Rp start v

# Nothing leads to what is in it.
mkdir v/lonely start/lonely
echo z | tee v/lonely/z.txt >start/lonely/z.txt
run cx-move -C v lonely/ alone/
status 0
out_is '{"path":"alone/","moved":"lonely/"}'
ok 'one without links' [ -f v/alone/z.txt ]
run cx-undo -C v
status 0
err_is 'cx-undo: undid cx-move (a folder); run cx redo to restore it'
rm -rf v/.cortex
ok 'and back again' diff -r v start

refused() # TEXT OLD NEW
{
	re_text=$1
	shift
	run cx-move -C v "$@"
	status 3
	err_has "$re_text"
	rm -rf v/.cortex
	ok "untouched: $last" diff -r v start
}
mkdir -p v/taken/old start/taken/old v/.h start/.h
echo x | tee v/old.md >start/old.md
ln -s old v/link && ln -s old start/link
refused 'no such folder' none/ x/
refused 'into itself' old/ old/sub/x/
refused 'into itself' old/ old/
refused 'is there already' old/ taken/
refused 'leave this out' old/ .h/
refused 'leave this out' .h/ x/
refused 'not a folder' old.md/ x/
refused 'not a folder' link/ x/
refused 'the vault itself' ./ x/
refused 'no path in the vault' old/ ../x/
refused 'ends in .md' old/ x.md
# Where a link cannot be kept, nothing changes.
refused 'cannot be written' old/ 'n|w/'

# What would be a note no more, as the rules leave it out.
echo 'cut/a.md' | tee v/.cortexignore >start/.cortexignore
refused 'cut/a.md: the rules for notes leave this out' old/ cut/

done_testing
