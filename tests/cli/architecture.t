#!/bin/sh
# architecture.t: the files and functions that docs/architecture.md names are
# there, and so is every room of lib/.
. "$(dirname "$0")/../tap.sh"

DOC=$SRC/docs/architecture.md
tr -c 'A-Za-z0-9_./-' '\n' <"$DOC" | sort -u >words
grep -E '^(lib|bin|tests|pipelines)/[a-z].*\.(h|c|def|t|py|sh|tab|txt)$' words |
	grep -v NAME >files
ok 'it names files' [ "$(wc -l <files)" -gt 15 ]
while read -r f; do
	ok "$f is there" [ -e "$SRC/$f" ]
done <files
grep -E '^(cx_[a-z_]+|safe_git)$' words >functions
ok 'it names functions' [ "$(wc -l <functions)" -gt 8 ]
while read -r f; do
	ok "$f is there" grep -rqw "$f" "$SRC/lib" "$SRC/pipelines/lib.sh"
done <functions
for room in "$SRC"/lib/*/; do
	room=${room%/}
	ok "the picture has ${room##*/}" \
		grep -q "label=\"${room##*/}\\\\n" "$SRC/docs/rooms.dot"
done

done_testing
