#!/bin/sh
# move-files.t: pictures and other files move, links to them follow, also in
# srcset; folders without a slash; drawings; definitions of Foam; normal forms.
# shellcheck disable=SC1091,SC2016,SC2154
. "$(dirname "$0")/../tap.sh"
need jq git

CORTEX_NOW=2026-04-15
export CORTEX_NOW
git init -q .
: >cortex.toml
mkdir img sub
echo p >img/a.png
echo q >img/q.png
put a.md <<'END'
![[a.png]] ![[img/a.png|600]] ![x](img/a.png "t") [[a.png|the picture]]
<img src="img/a.png" srcset="img/a.png 1x, img/q.png 2x">
<source srcset='img/a.png,
 img/a.png 300w, https://example.org/a.png 2x'> <source srcset=img/a.png>
[r] `img/a.png` [[a.png.md]] ![x](img/a.png.md) ![x](a.png) "img/a.png"

[r]: img/a.png
END
put sub/b.md <<'END'
![x](../img/a.png) ![x](/img/a.png) ![[a.png]]
END
git add -A
git -c user.name=t -c user.email=t@example.org commit -qm one

back() # it undoes to the byte
{
	cx undo >"$T/undo" 2>&1
	is "$(git status --porcelain)" '' 'undo takes it back'
}

### a picture

run cx move img/a.png img/b.png
status 0
err_empty
is "$(head -n 1 "$T/out")" '{"path":"img/b.png","moved":"img/a.png"}' \
	'what it prints'
is "$(cat a.md)" "$(cat <<'END'
![[b.png]] ![[img/b.png|600]] ![x](img/b.png "t") [[b.png|the picture]]
<img src="img/b.png" srcset="img/b.png 1x, img/q.png 2x">
<source srcset='img/b.png,
 img/b.png 300w, https://example.org/a.png 2x'> <source srcset=img/b.png>
[r] `img/a.png` [[a.png.md]] ![x](img/a.png.md) ![x](b.png) "img/a.png"

[r]: img/b.png
END
)" 'all links to it follow, and nothing else changes'
is "$(cat sub/b.md)" '![x](../img/b.png) ![x](/img/b.png) ![[b.png]]' \
	'in each form'
run cx undo
ok 'undo says which file' \
	grep -q '^{"path":"img/a.png","moved":"img/b.png"}' "$T/out"
is "$(git status --porcelain)" '' 'and takes it back'
run cx move -n img/a.png img/b.png
is "$(git status --porcelain)" '' '-n changes nothing'
mkdir pics
run cx move img/a.png pics
status 0 'into a folder that is there, as mv does'
is "$(sed 1q a.md)" \
	'![[a.png]] ![[pics/a.png|600]] ![x](pics/a.png "t") [[a.png|the picture]]' \
	'a name stays a name'
back
rmdir pics
run cx move img/a.png new/deep/
status 0
ok 'or one that is made' [ -f new/deep/a.png ]
back
cd sub || exit 99
run cx move ../img/a.png ../img/c.png
status 0 'from the working directory'
cd ..
back
run cx move img/a.png img/q.png
status 3
err_has 'is there already'
run cx move img/a.png img/a.md
status 3
err_has 'only a note'
run cx move img/gone.png img/x.png
status 3
run cx move img/a.png .hidden/a.png
status 3 'not where no note may be'
run cx move cortex.toml /etc/cortex.toml
status 3

# Two of one name: a link that has no more than the name may mean either.
mkdir other
cp img/a.png other/a.png
git add -A
run cx move img/a.png img/b.png
status 0
err_has "several files have this name"
is "$(sed 1q a.md)" \
	'![[a.png]] ![[img/b.png|600]] ![x](img/b.png "t") [[a.png|the picture]]' \
	'the others follow'
cx undo >"$T/undo" 2>&1
mv other/a.png other/b.png
git add -A
run cx move img/a.png img/b.png
is "$(sed 1q a.md)" \
	'![[img/b.png]] ![[img/b.png|600]] ![x](img/b.png "t") [[img/b.png|the picture]]' \
	'where the new name is taken, the path is written'
cx undo >"$T/undo" 2>&1
git rm -qrf other

# Nothing links to it.
echo z >img/z.png
git add -A
run cx move img/z.png img/y.png
status 0
ok 'it moves' [ -f img/y.png ]
run cx undo
status 0
ok 'and back' [ -f img/z.png ]

### folders without a slash

run cx move img pics
status 0
is "$(sed 1q sub/b.md)" '![x](../pics/a.png) ![x](/pics/a.png) ![[a.png]]' \
	'cx move dir new'
cx undo >"$T/undo" 2>&1
run cx move sub img
status 0
ok 'into one that is there' [ -f img/sub/b.md ]
cx undo >"$T/undo" 2>&1
echo '# Image' >img.md
run cx move img pic.md
status 0
ok 'a note of that path comes first' [ -f pic.md ]
cx undo >"$T/undo" 2>&1
rm img.md
run cx move a.md sub
status 0
ok 'a note moves into a folder' [ -f sub/a.md ]
cx undo >"$T/undo" 2>&1
run cx move nowhere new
status 3
err_has 'no such note'

### drawings are named

mkdir draw
cat >draw/board.canvas <<'END'
{"nodes":[{"id":"1","type":"file","file":"img/a.png"},
{"id":"2","type":"file","file":"sub/b.md"},{"id":"3","type":"text","text":"see [[b]], [x](../sub/b.md) and [[a]]"}]}
END
cat >draw/flow.excalidraw <<'END'
{"elements":[{"type":"text","link":"[[sub/b]]"}]}
END
echo '{' >draw/bad.canvas
run cx move sub/b.md sub/bee.md
status 0
err_has 'draw/board.canvas: 3 links here lead to what moves, and stay; change them by hand'
err_has 'draw/flow.excalidraw: 1 link here leads to what moves'
err_has 'draw/bad.canvas: '
cx undo >"$T/undo" 2>&1
rm draw/bad.canvas
run cx move img pics
err_has 'draw/board.canvas: 1 link here leads'
err_lacks flow 'others are not'
cx undo >"$T/undo" 2>&1
run cx move a.md z.md
err_has 'draw/board.canvas: 1 link here leads'
cx undo >"$T/undo" 2>&1
run cx move draw/board.canvas draw/b2.canvas
status 0 'a drawing moves itself'
err_empty
cx undo >"$T/undo" 2>&1
rm -r draw

### tables of contents and settings of other tools are named

mkdir -p docs/old docs/older && echo '# P' >docs/old/p.md
echo '# O' >docs/older/o.md
cat >docs/toc.yml <<'END'
- name: Old
  href: old/p.md
- name: Again
  href: ./old/p.md#part
- name: Older
  href: older/o.md
END
printf 'nav:\n  - P: "docs/old/p.md"\n' >mkdocs.yml
printf '{"docs": ["docs/old/p", "x/docs/old/p.md", "old"]}\n' >sidebars.json
echo '/docs/old/p.md  /elsewhere 301' >_redirects
mkdir .obsidian && echo '{"path":"docs/old/p.md"}' |
	tee .obsidian/workspace.json >.obsidian/bookmarks.json
cx rebuild
for to in docs/new docs/old/q.md; do
	from=docs/old
	[ "$to" = docs/new ] || from=docs/old/p.md
	run cx move "$from" "$to"
	status 0
	err_has 'docs/toc.yml:2: this and 1 more line name what moves, and stay; change them by hand'
	err_has 'mkdocs.yml:2: this line names what moves, and stays; change it by hand'
	err_has 'sidebars.json:1: this line names'
	err_has '_redirects:1: this line names'
	err_has '.obsidian/bookmarks.json:1: this line names'
	err_lacks workspace 'what was open last is no list of pages'
	cx undo >"$T/undo" 2>&1
done
run cx move docs/older docs/oldest
err_has 'docs/toc.yml:6: this line names'
err_lacks mkdocs 'another folder whose name begins so'
cx undo >"$T/undo" 2>&1
rm -r docs mkdocs.yml sidebars.json _redirects index .obsidian

### definitions that Foam makes

put foam.md <<'END'
[[b]], [[b|text]], [[b#h]], [other]

[//begin]: # "Autogenerated link references for markdown compatibility"
[b]: sub/b.md "B"
[b|text]: sub/b.md "B"
[b#h]: sub/b.md "B"
[other]: sub/b.md
[bc]: sub/b.md
[//end]: # "Autogenerated link references"
END
printf '[[b]] and [text][b]\n\n[b]: sub/b.md\n' >uses.md
cp foam.md "$T/foam"
run cx move sub/b.md sub/aim.md
status 0
is "$(cat foam.md)" "$(cat <<'END'
[[aim]], [[aim|text]], [[aim#h]], [other]

[//begin]: # "Autogenerated link references for markdown compatibility"
[aim]: sub/aim.md "B"
[aim|text]: sub/aim.md "B"
[aim#h]: sub/aim.md "B"
[other]: sub/aim.md
[bc]: sub/aim.md
[//end]: # "Autogenerated link references"
END
)" 'their labels go with the links'
is "$(cat uses.md)" "$(printf '[[aim]] and [text][b]\n\n[b]: sub/aim.md\n')" \
	'unless a link of Markdown is by the label'
cx undo >"$T/undo" 2>&1
same "$T/foam" foam.md 'and back'

### normal forms

nfc=$(printf 'caf\303\251')
nfd=$(printf 'cafe\314\201')
mkdir "$nfd"
echo n >"$nfd/n.md"
echo p >"$nfd/p.png"
echo "[n]($nfd/n.md) ![p]($nfc/p.png)" >nf.md
run cx move "$nfc" bar
status 0 'a folder typed in NFC is that on disk in NFD'
is "$(cat nf.md)" '[n](bar/n.md) ![p](bar/p.png)' 'and links in both follow'
cx undo >"$T/undo" 2>&1
run cx move "$nfc/" bar/
status 0
cx undo >"$T/undo" 2>&1
run cx move "$nfc/p.png" "$nfc/q.png"
status 0
ok 'and no second one is made' [ -f "$nfd/q.png" ]
not_ok 'of the other form' [ -e "$nfc" ]
run cx move img/q.png "$nfc"
ok 'nor to move into' [ ! -e "$nfc" ]
done_testing
