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
	ok "$f is there" grep -rqw "$f" "$SRC/lib" "$SRC/pipelines"
done <functions

# A row of a table names who answers: functions are those of its header.
sed -n 's/^| \([^|]*[?]\) | \(.*\) |$/\1\t\2/p' "$DOC" >rows
ok 'there are questions' [ "$(wc -l <rows)" -gt 30 ]
is "$(cut -f 1 rows | sort | uniq -d)" '' 'none is there twice'
while IFS="$(printf '\t')" read -r question answer; do
	case $answer in
	*'`'*/*'.h`'*) ;;
	*'`bin/'*.c'`'* | *'`cx-'*) continue ;;
	*) ok "$question has a header, a program or a file" false ;;
	esac
	echo "$answer" | tr -c 'A-Za-z0-9_./-' '\n' | sort -u >names
	grep -E '^(lib|bin)/.*\.h$' names | sed "s,^,$SRC/," >headers
	# shellcheck disable=SC2046 # words
	cat $(cat headers) >all
	grep -E '^(cx_|recall_|best_|CX_)[A-Za-z_]+$' names >functions
	while read -r f; do
		ok "$question $f" grep -qw "$f" all
	done <functions
done <rows
for room in "$SRC"/lib/*/; do
	room=${room%/}
	ok "the picture has ${room##*/}" \
		grep -q "label=\"${room##*/}\\\\n" "$SRC/docs/rooms.dot"
done

done_testing
