#!/bin/sh
# scan-same.t: the same vault gives the same bytes: with any number of
# threads, in any locale, time zone and directory order.
. "$(dirname "$0")/../tap.sh"
need jq

mkdir -p v/s v/t
awk 'BEGIN {
	for (i = 0; i < 700; i++) {
		d = i % 3 == 0 ? "" : i % 3 == 1 ? "s/" : "t/"
		f = "v/" d "n" (i * 7919) % 700 ".md"
		printf "---\nname: N %d\ntags: [A%d, É]\n", i, i % 9 >f
		if (i % 4) printf "updated: 2026-01-%02d\n", i % 28 + 1 >f
		if (i % 50 == 0) printf "bad: a: b\n" >f
		if (i % 50 == 1) printf "confidence: 0,%d\n", i >f
		printf "---\n[[n%d]] #x%d `a.md`\n", i % 11, i % 5 >f
		for (j = 0; j < i % 40; j++) printf "line %d of text\n", j >f
		close(f)
	}
}'
find v -name '*.md' -exec touch -d '2026-03-01T23:59:59.9Z' {} +
run cx-scan --body v
status 0
cp "$T/out" base
cp "$T/err" base.err
is "$(wc -l <base | tr -d ' ')" 700 "every atom has its record"
is "$(wc -l <base.err | tr -d ' ')" 28 "every problem has its message"
ok "sorted by path bytes" sh -c \
	'jq -r .path base | LC_ALL=C sort -c'

again() # TEXT COMMAND...
{
	again_t=$1
	shift
	run "$@"
	same "$T/out" base "$again_t: the same records"
	same "$T/err" base.err "$again_t: the same messages"
}
for _ in 1 2 3; do
	again "once more" cx-scan --body v
done
opt=$(cx-scan --help 2>/dev/null |
	grep -oE -e '--(threads|jobs)|-j' | head -n 1)
for n in 1 2 3 16; do
	case $opt in
	--*) again "$n threads" cx-scan --body "$opt=$n" v ;;
	-j) again "$n threads" cx-scan --body -j "$n" v ;;
	*) ;;
	esac
done
if command -v taskset >/dev/null 2>&1; then
	again "one processor" taskset -c 0 cx-scan --body v
else
	skip 2 "one processor" "no taskset here"
fi
for tz in UTC Pacific/Kiritimati America/Los_Angeles Asia/Kathmandu; do
	again "TZ=$tz" env TZ=$tz cx-scan --body v
done
for loc in C C.UTF-8 de_DE.UTF-8 tr_TR.UTF-8 nosuch; do
	again "LC_ALL=$loc" env LC_ALL=$loc LANG=$loc cx-scan --body v
done
again "CORTEX_NOW" env CORTEX_NOW=2031-01-01 cx-scan --body v

# The same files, made in another order and by another writer.
mkdir -p o/v/t o/v/s
(cd v && find . -name '*.md') | sort -r | while read -r f; do
	cp -p "v/$f" "o/v/$f"
done
cd o || exit 99
cp ../base ../base.err .
again "another directory order" cx-scan --body v
(cd v && find . -name '*.md' | LC_ALL=C sort) >l
again "paths on stdin" cx-scan --body -C v - <l

# Order of paths on stdin: records are in order of path bytes all the same,
# as of every program that does not exist to sort.
LC_ALL=C sort -r l >r
run cx-scan --body -C v - <r
same "$T/out" base "paths in another order"
# A slow reader gets all of it.
again "a slow reader" sh -c 'cx-scan --body v | { sleep 0.2; cat; }'
done_testing
