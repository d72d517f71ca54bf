#!/bin/sh
# moc-modes.t: cx-moc --dry-run --diff --check --sections --touch, and files
# that are not plain.
# shellcheck disable=SC1091,SC2016,SC2154
. "$(dirname "$0")/../tap.sh"
. "$SRC/tests/records.sh"

CORTEX_NOW=2026-04-15
export CORTEX_NOW

sec() { printf '{"section":"%s","text":%s}\n' "$1" "$2"; }
sec x '"new"' >new
sec x '"old"' >old
region() { printf 'head\n<!-- AUTO:x -->\nold\n<!-- /AUTO:x -->\ntail\n'; }

region >f.md
cp f.md orig
for o in --dry-run --diff --check; do
	stat -c '%i %y %z' f.md >before
	run cx-moc $o f.md <new
	stat -c '%i %y %z' f.md >after
	same f.md orig "$o does not write"
	same after before "$o does not touch"
	is "$(find . -name '.cx-tmp-*')" '' "$o leaves nothing"
done

### --check

run cx-moc --check f.md <new
status 1 '--check: would change: 1'
cat "$T/out" "$T/err" >said
file_has said f.md '... and the file is named'
run cx-moc --check f.md <old
status 0 '--check: up to date: 0'
run cx-moc --check f.md </dev/null
status 0 '--check without sections: nothing would change'
printf '<!-- AUTO:x -->\n' >bad.md
run cx-moc --check bad.md f.md <new
status 3 '--check with a file that is refused: 3 comes before 1'

### --dry-run

run cx-moc --dry-run f.md <new
status 0
cat "$T/out" "$T/err" >said
file_has said f.md '--dry-run names what would change'
run cx-moc --dry-run f.md <old
cat "$T/out" "$T/err" >said
not_ok '--dry-run does not name what would not' grep -q f.md said

### --diff

run cx-moc --diff f.md <new
ok '--diff: 0 or, like diff(1), 1' [ "$rc" -le 1 ]
out_has -old
out_has +new
cp f.md patched.md
if command -v patch >/dev/null; then
	ok '--diff: patch(1) takes it' \
		sh -c 'patch -s patched.md <"$1"' - "$T/out"
	cp f.md done.md
	cx-moc done.md <new
	same patched.md done.md '... and it makes the same file'
else
	result 0 '--diff: patch(1) takes it # SKIP no patch'
fi
run cx-moc --diff f.md <old
status 0
out_empty '--diff: nothing to change, nothing printed'

### --sections

printf '<!-- AUTO:b -->\nl1\n\nl3 "q" \\ é\n<!-- /AUTO:b -->\n<!-- AUTO:a -->\n<!-- /AUTO:a -->\n' >s.md
cp s.md orig
run cx-moc --sections s.md
status 0
jq_of -rs "$T/out" 'map("\(.section) ") | add // ""' 'b a ' \
	'--sections: in the order of the file'
jq_is 'select(.section=="b").text|rtrimstr("\n")' \
	'"l1\n\nl3 \"q\" \\ é"' '--sections: the text'
jq_is 'select(.section=="a").text' '""' \
	'--sections: an empty region'
cx-moc --sections s.md >sections
run cx-moc s.md <sections
status 0
same s.md orig '--sections | cx-moc is the identity'
printf 'a\r\n<!-- AUTO:x -->\r\none\r\ntwo\r\n<!-- /AUTO:x -->\r\n' >crlf.md
cp crlf.md orig
cx-moc --sections crlf.md >sections
run cx-moc crlf.md <sections
same crlf.md orig '... with CRLF'
printf '<!-- AUTO:x -->\n\nblank around\n\n<!-- /AUTO:x -->\n' >b.md
cp b.md orig
cx-moc --sections b.md >sections
run cx-moc b.md <sections
same b.md orig '... with blank lines at the edges'
printf '<!-- AUTO:x -->\n\n<!-- /AUTO:x -->\n' >b.md
cp b.md orig
cx-moc --sections b.md >sections
run cx-moc b.md <sections
same b.md orig '... with one blank line'
printf '<!-- AUTO:x -->\n```\n<!-- /AUTO:x -->\n```\n<!-- /AUTO:x -->\n' >b.md
cp b.md orig
cx-moc --sections b.md >sections
run cx-moc b.md <sections
same b.md orig '... with markers in code'
# A collector that works on what was there.
cx-moc --sections s.md |
	jq -c 'select(.section=="b")|.text|=ascii_upcase' >sections
run cx-moc s.md <sections
ok 'a filter over the previous text' grep -qx 'L3 "Q" \\ é' s.md
run cx-moc --sections bad.md
status 3 '--sections of a bad file'
err_has bad.md:1
run timeout 200 cx-moc --sections f.md </dev/zero
status 0 '--sections does not read stdin'

### --touch

fm() # UPDATED-LINE
{
	printf -- '---\nname: n # why\n%s\ntags: [a,  b]\n---\n' "$1"
	region
}
while IFS='|' read -r was want; do
	fm "$was" >t.md
	run cx-moc --touch t.md <new
	fm "$want" | sed 's/^old$/new/' >want.md
	same t.md want.md "--touch: $was"
done <<'END'
updated: 2026-01-01|updated: 2026-04-15
updated:   2026-01-01  # by hand|updated:   2026-04-15  # by hand
updated: "2026-01-01"|updated: "2026-04-15"
updated: '2026-01-01'|updated: '2026-04-15'
END
fm 'updated: 2026-01-01' >t.md
cp t.md orig
run cx-moc --touch t.md <old
same t.md orig '--touch: nothing changed, no new date'
fm 'updated: 2026-01-01' >t.md
run cx-moc t.md <new
ok 'without --touch the date stays' grep -qx 'updated: 2026-01-01' t.md
run cx-moc --touch --now 2026-12-31 t.md <old
ok '--touch: the date of --now' grep -qx 'updated: 2026-12-31' t.md
fm 'updated: 2026-01-01' | sed 's/$/\r/' >t.md
run cx-moc --touch t.md <new
fm 'updated: 2026-04-15' | sed 's/^old$/new/; s/$/\r/' >want.md
same t.md want.md '--touch: CRLF stays'
region >t.md
run cx-moc --touch t.md <new
region | sed 's/^old$/new/' >want.md
same t.md want.md '--touch: no front matter, none is made'
{ printf -- '---\nname: n\n---\n\nupdated: 2026-01-01\n'; region; } >t.md
run cx-moc --touch t.md <new
ok '--touch: the body is not front matter' grep -qx 'updated: 2026-01-01' t.md
{ printf -- '---\nextra:\n  updated: 2026-01-01\nupdated: 2026-01-02\n---\n'
	region; } >t.md
run cx-moc --touch t.md <new
is "$(sed -n 3,4p t.md)" "$(printf '  updated: 2026-01-01\nupdated: 2026-04-15')" \
	'--touch: the top-level member, not a nested one'

### files that are not plain

region >f.md
cp f.md orig
ln f.md twin.md
run cx-moc f.md <new
ok 'a hard-linked file: refused with a warning' [ -s "$T/err" ]
err_has f.md
same f.md orig '... untouched'
same twin.md orig '... its twin too'
ok '... still the same file' [ f.md -ef twin.md ]
ok '... a warning is 0, a refusal 3' expr "$rc" : '[03]$'
rm twin.md
ln -s f.md soft.md
run cx-moc soft.md <new
ok 'a symlink: no success' [ "$rc" -ge 3 ]
err_has soft.md
ok '... still a symlink' [ -L soft.md ]
same f.md orig '... its target untouched'
mkfifo fifo.md
run timeout 200 cx-moc fifo.md <new
ok 'a FIFO: no success, and no waiting' [ "$rc" -ge 3 -a "$rc" -ne 124 ]
region >ro.md
chmod 555 .
run as_user cx-moc ro.md <new
chmod 755 .
status 4 'a directory that cannot be written'
ok '... the file is as it was' grep -qx old ro.md
chmod 000 ro.md
run as_user cx-moc ro.md f.md <new
ok 'an unreadable file: no success' [ "$rc" -ge 3 ]
err_has ro.md
ok '... the others are done' grep -qx new f.md
if [ -z "${CX_POSIX:-}" ] && command -v setfattr >/dev/null &&
	region >xa.md &&
	setfattr -n user.mine -v kept xa.md 2>/dev/null; then
	cx-moc xa.md <new
	is "$(getfattr -n user.mine --only-values xa.md 2>/dev/null)" kept \
		'extended attributes are kept'
else
	result 0 'extended attributes # SKIP not here'
fi
: >.cx-tmp-left
region >f.md
run cx-moc f.md <new
is "$(find . -name '.cx-tmp-*')" '' 'a left-over temporary file is removed'
mkdir many
for i in $(seq 1 90); do
	mkdir "many/$i"
	region >"many/$i/f.md"
done
run sh -c 'ulimit -Sn 64; exec cx-moc many/*/f.md' <new
status 0 'more directories than descriptors'
is "$(grep -lx new many/*/f.md | wc -l)" 90 '... all are written'
run cx-moc <new
status 2 'no file: usage'
out_empty

done_testing
