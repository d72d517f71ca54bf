#!/bin/sh
# moc-diff.t: patch(1) makes of the old file and cx-moc --diff what cx-moc
# makes: changes far apart and close, at both ends of a file, with and without
# a last newline, with CRLF, with a date above them.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$0")/../tap.sh"

CORTEX_NOW=2026-04-15
export CORTEX_NOW
command -v patch >/dev/null || {
	echo '1..0 # SKIP no patch'
	exit 0
}

# file GAP: three regions with GAP lines between them
file()
{
	printf -- '---\nupdated: 2026-01-01 # by hand\n---\n'
	for r in a b c; do
		printf '<!-- AUTO:%s -->\none\ntwo\nthree\n<!-- /AUTO:%s -->\n' \
			$r $r
		i=0
		while [ $((i += 1)) -le "$1" ]; do
			echo "$r $i"
		done
	done
}
# texts A B C: a section for each, - for none, E for the empty text
texts()
{
	for r in a b c; do
		case $1 in
		-) ;;
		E) printf '{"section":"%s","text":""}\n' "$r" ;;
		*) printf '{"section":"%s","text":"%s"}\n' "$r" "$1" ;;
		esac
		shift
	done
}
check() # TEXT ARG...: f.md and the sections in s
{
	name=$1
	shift
	cp f.md p.md
	cp f.md o.md
	cx-moc --diff "$@" f.md <s >d
	ok "$name: the file is as it was" cmp -s f.md o.md
	ok "$name: patch takes it" patch --binary -s p.md d
	cx-moc "$@" f.md <s
	ok "$name: and makes the same" cmp -s f.md p.md
	not_ok "$name: there was something to do" cmp -s f.md o.md
}
for gap in 0 1 3 4 5 6 7 20; do
	for t in 'x x x' 'one\ntwo\nthree\nfour - -' '- one\nthree -' \
		'- - one\ntwo\nthree\n\n' 'E E E' 'new\none\ntwo\nthree x -'; do
		# shellcheck disable=SC2086 # three words
		texts $t >s
		file $gap >f.md
		check "gap $gap, $t"
		file $gap >f.md
		check "gap $gap, $t, --touch" --touch
	done
done
texts x x x >s
file 2 | sed 's/$/\r/' >f.md
check CRLF --touch
printf '<!-- AUTO:a -->\nold\n<!-- /AUTO:a -->' >f.md
check 'no last newline'
printf '<!-- AUTO:a -->\n<!-- /AUTO:a -->\n' >f.md
check 'an empty region'
# To the byte, since patch(1) looks at half of the numbers only.
texts 'new\none\ntwo\nthree' E - >s
file 7 >f.md
cx-moc --diff f.md <s >d
cat >want <<'E'
--- f.md
+++ f.md
@@ -2,6 +2,7 @@
 updated: 2026-01-01 # by hand
 ---
 <!-- AUTO:a -->
+new
 one
 two
 three
@@ -14,9 +15,6 @@
 a 6
 a 7
 <!-- AUTO:b -->
-one
-two
-three
 <!-- /AUTO:b -->
 b 1
 b 2
E
ok 'a diff to the byte' diff d want
texts x x x >s
mkdir 'a dir'
printf '<!-- AUTO:a -->\n<!-- /AUTO:a -->\n' >'a dir/f.md'
cx-moc --diff 'a dir/f.md' <s >d 2>/dev/null
ok 'a name with blanks' patch -p0 -s <d
ok '... was patched' grep -qx x 'a dir/f.md'

# Marker lines in comments and what only looks like a marker.
cat >f.md <<'E'
<!-- a comment
<!-- AUTO:a -->
<!-- /AUTO:a -->
E
run cx-moc f.md <s
status 0 'a marker line that ends a comment is one'
ok '... and is filled' grep -qx x f.md
printf 'x\n<!--AUTO:a-->\n<!--/AUTO:a-->\n' >f.md
run cx-moc f.md <s
status 0
err_has f.md:2 'what looks like a marker is named'
err_has f.md:3
run cx-moc --strict --dry-run f.md <s
status 3 '... and counts under --strict'

# A file that looks back at the start again: many regions, linear.
awk 'BEGIN { for (i = 0; i < 20000; i++)
	printf "<!-- AUTO:r%d -->\nold\n<!-- /AUTO:r%d -->\n\n", i, i }' >f.md
awk 'BEGIN { for (i = 0; i < 20000; i++)
	printf "{\"section\":\"r%d\",\"text\":\"new\"}\n", i }' >s
run timeout 200 cx-moc --diff f.md <s
status 0 'many regions'
is "$(grep -c '^+new' "$T/out")" 20000 '... all of them'
awk 'BEGIN { for (i = 0; i < 20000; i++) print "<!--AUTO:" i "-->" }' >f.md
run timeout 200 cx-moc f.md <s
status 0 'many that look like markers'

# The lock of the vault is held while writing, and only then.
mkdir -p v/.cortex
printf '<!-- AUTO:a -->\n<!-- /AUTO:a -->\n' >v/f.md
texts x - - >s
if command -v flock >/dev/null; then
	run flock v/.cortex/lock sh -c \
		'cd v && timeout 1 cx-moc --dry-run f.md <../s'
	status 0 'looking takes no lock'
	run flock v/.cortex/lock sh -c 'cd v && timeout 1 cx-moc f.md <../s'
	status 124 'writing waits for the lock'
	not_ok '... and has not written' grep -qx x v/f.md
fi
run sh -c 'cd v && cx-moc f.md <../s'
status 0
ok 'the lock is free again' grep -qx x v/f.md
if command -v flock >/dev/null; then
	printf 'top\n<!-- AUTO:a -->\n<!-- /AUTO:a -->\n' >v/f.md
	exec 9>v/.cortex/lock
	flock 9
	(cd v && exec cx-moc f.md <../s) 9>&- &
	sleep 1
	echo more >>v/f.md
	flock -u 9
	exec 9>&-
	ok 'written after the lock was free' wait $!
	printf 'top\n<!-- AUTO:a -->\nx\n<!-- /AUTO:a -->\nmore\n' >want
	ok '... from the file as it was then' cmp v/f.md want
fi

# What would not be written is not shown as if it were.
printf '<!-- AUTO:a -->\n<!-- /AUTO:a -->\n' >f.md
ln f.md twin.md
for o in --dry-run --diff --check; do
	run cx-moc $o f.md <s
	status 0 "$o: a file with two hard links will not change"
	out_empty
	err_has f.md
done
rm twin.md

for name in "$(printf 't\tb.md')" "$(printf 'n\nb.md')" 'q"b.md' 'b\b.md'; do
	printf '<!-- AUTO:x -->\nold\n<!-- /AUTO:x -->\n' >"$name"
	cp "$name" ./want
	echo '{"section":"x","text":"new"}' | cx-moc --diff "$name" >d
	# patch 2.8 of GNU refuses names with a newline.
	case $name in
	*"
"*) set -- git apply -p0 ;;
	*) set -- patch -p0 -s ;;
	esac
	ok "a name that git quotes: $name" "$@" <d
	ok '... has the change' grep -q new "$name"
	rm -f "$name" want
done
done_testing
