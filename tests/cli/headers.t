#!/bin/sh
# headers.t: the headers of lib/ by themselves: each compiles alone, all
# public ones together, and none includes itself by way of others; nor does a
# file call itself by way of others.  And what programs load.
. "$(dirname "$0")/../tap.sh"

CC=${CC:-cc}
command -v "${CC%% *}" >/dev/null || skip_all "no $CC"
W=$PWD
cd "$SRC" || exit 99
# What the Makefile finds with pkg-config.
flags=$(for p in yaml-0.1 libutf8proc libxxhash tomlplusplus; do
	pkg-config --cflags "$p" 2>/dev/null
done)
compile() # FILE: nothing but looking at it
{
	# shellcheck disable=SC2086,SC2317 # words; ok calls it
	$CC -std=c11 -fsyntax-only -Wall -Wextra -Werror -D_GNU_SOURCE -I. \
		$flags -x c "$1"
}

for h in lib/*/*.h; do
	echo "#include \"$h\"" >"$W/one.c"
	ok "$h needs no other header first" compile "$W/one.c"
	case $h in
	*-impl.h | *impl.h) continue ;;
	esac
	cat "$W/one.c" >>"$W/all.c"
done
ok 'there are many' [ "$(wc -l <"$W/all.c")" -gt 60 ]
ok 'all public headers together' compile "$W/all.c"
sort -r "$W/all.c" >"$W/back.c"
ok '... in the opposite order' compile "$W/back.c"

# "a includes b" is "a b"; tsort says which lines make a circle.
grep -o '^#include "lib/[^"]*"' lib/*/*.h |
	sed 's/:#include "/ /; s/"$//' >"$W/pairs"
ok 'they include each other' [ "$(wc -l <"$W/pairs")" -gt 100 ]
tsort "$W/pairs" >/dev/null 2>"$W/circle"
is "$(cat "$W/circle")" '' 'no header includes itself by way of others'

# "a calls b" likewise, as the object files have it: a name that one defines is
# that of its own program, else that of the library.
if [ -d "$BIN/../obj" ]; then
	cd "$BIN/../obj" || exit 99
	find lib bin -name '*.o' | while read -r o; do
		[ -e "$SRC/${o%.o}" ] && echo "$o"
	done >"$W/objects"
	xargs nm -A -P <"$W/objects" >"$W/names"
	awk '
	{
		sub(/\.o:$/, "", $1)
		split($1, dir, "/")
		room = dir[1] == "lib" ? "lib" : dir[2]
	}
	NR == FNR {
		if ($3 ~ /[TDBRCVW]/)
			file[room, $2] = $1
		next
	}
	$3 == "U" {
		to = (room, $2) in file ? file[room, $2] : file["lib", $2]
		if (to && to != $1)
			print $1, to
	}' "$W/names" "$W/names" | sort -u >"$W/calls"
	ok 'they call each other' [ "$(wc -l <"$W/calls")" -gt 500 ]
	tsort "$W/calls" >/dev/null 2>"$W/circle"
	is "$(cat "$W/circle")" '' 'no file calls itself by way of others'
else
	skip 2 'calls' 'no object files'
fi

# The library of C++, which cx-config alone needs, takes longer to load than
# all else of a start; a search starts three programs.
if command -v readelf >/dev/null &&
	[ -f "$(${CXX:-c++} -print-file-name=libstdc++.a)" ]; then
	for p in "$BIN"/cx-*; do
		! readelf -d "$p" 2>/dev/null | grep -q 'NEEDED.*stdc++' ||
			echo "${p##*/}"
	done >"$W/loads"
	is "$(cat "$W/loads")" '' 'no program loads the library of C++'
else
	skip 1 'what is loaded' 'no readelf, or no archive of that library'
fi

# Those that each search starts load no library at all, and are still put at
# another address each time.
has() { [ -f "$(${CC:-cc} -print-file-name="$1")" ]; }
if [ -n "${CX_ASAN-}" ]; then
	skip 1 'what a search loads' 'the sanitizers are libraries'
elif command -v readelf >/dev/null && has rcrt1.o &&
	has libc.a && has libyaml.a && has libutf8proc.a && has libstemmer.a &&
	has libstdc++.a; then
	for p in cx-config cx-gate cx-score cx-show; do
		readelf -hld "$BIN/$p" 2>/dev/null | awk -v p="$p" '
			/Type:.*DYN/ { pie = 1 }
			/INTERP|NEEDED/ { print p, $0 }
			END { if (!pie) print p ": not PIE" }'
	done >"$W/loads"
	is "$(cat "$W/loads")" '' 'what a search starts loads no library'
else
	skip 1 'what a search loads' 'no readelf, or not all archives'
fi

done_testing
