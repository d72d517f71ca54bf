#!/bin/sh
# scan-input.t: atoms that are no good text, no files, or not to be read;
# exit status and --strict.
. "$(dirname "$0")/../tap.sh"
need jq

good() # FILE...
{
	for good_f in "$@"; do
		printf -- '---\nname: n\nupdated: 2026-01-01\n---\nx\n' |
			put "$good_f"
	done
}
# bytes FILE FORMAT
bytes()
{
	# shellcheck disable=SC2059
	printf -- "$2" | put "$1"
}
paths() { jq -r .path "$T/out"; }
# reported FILE: it has a record with a problem, which stderr has too
reported()
{
	jq_is "select(.path==\"$1\")|.problems|length>0" true \
		"$1: a record with a problem"
	err_has "cx-scan: $1:"
}

# Empty, and nearly so
bytes v/empty.md ''
bytes v/nl.md '\n'
bytes v/bom.md '\357\273\277'
run cx-scan --body v
status 0
err_empty "an empty file is not a problem"
jq_is '[.path,.lines,.size_bytes,.links_out,.tags]' \
	'["bom.md",1,3,[],[]]
["empty.md",1,0,[],[]]
["nl.md",2,1,[],[]]' "empty files are atoms"
jq_is 'select(.path=="empty.md").body' '""' "with no body"

# Text that is not UTF-8: U+FFFD, a problem, and a record all the same
rm -rf v
bytes v/latin.md '\n\ncaf\351 [[l]]\n'
bytes v/cut.md 'a\342\202'
bytes v/over.md 'a\300\257b'
bytes v/surr.md 'a\355\240\200b'
bytes v/high.md 'a\364\220\200\200b'
bytes v/ok.md 'a\360\237\232\200\357\277\275b'
run cx-scan --body v
status 0
for f in latin cut over surr high; do
	reported "$f.md"
	is "$(jq -c "select(.path==\"$f.md\").body|contains(\"\ufffd\")" \
		"$T/out")" true "$f.md: U+FFFD stands for what is not UTF-8"
done
jq_is 'select(.path=="ok.md")|has("problems")' false \
	"U+FFFD and emoji that were written are fine"
jq_is 'select(.path=="latin.md")|[.body,.links_out,.problems[0].line,.size_bytes]' \
	'["\n\ncaf�'' [[l]]\n",["l"],3,13]' "the rest of the text is untouched"
is "$(jq -c 'select(.path=="surr.md").body' "$T/out" | tr -d '\n' |
	sed 's/�//g')" '"ab"' "nothing else is lost around it"
ok "the stream is UTF-8 throughout" iconv -f UTF-8 -t UTF-8 "$T/out"
ok "other filters take it" cx-select 'name~a or not name~a' "$T/out"

# UTF-16, with byte order marks: said by name
rm -rf v
printf 'name [[a]] \303\251\n' >t
iconv -f UTF-8 -t UTF-16LE t >t16
{ printf '\377\376' && cat t16; } | put v/le.md
iconv -f UTF-8 -t UTF-16BE t >t16
{ printf '\376\377' && cat t16; } | put v/be.md
run cx-scan --body v
status 0
reported le.md
reported be.md
ok "the message says UTF-16" \
	sh -c '[ "$(grep -ci "utf-\{0,1\}16" "$1")" -eq 2 ]' sh "$T/err"

# NUL bytes (a crash leaves files of them)
rm -rf v
bytes v/nul.md 'a\000b [[after]] #tag\n'
awk 'BEGIN { for (i = 0; i < 4096; i++) printf "%c", 0 }' | put v/nuls.md
run cx-scan --body v
status 0
jq_is 'select(.path=="nul.md")|[.body,.links_out,.tags]' \
	'["a\u0000b [[after]] #tag\n",["after"],["tag"]]' \
	"a NUL neither ends the text nor leaves it"
jq_is 'select(.path=="nuls.md")|[.size_bytes,(.body|length)]' \
	'[4096,4096]' "a file of NULs"

# Control bytes, U+2028, a lone CR, very long lines
rm -rf v
bytes v/ctl.md '\001\002\033[0m \177 \302\205 \342\200\250 \r x\n'
awk 'BEGIN { while (n++ < 1048576) printf "y" }' | put v/long.md
run cx-scan --body v
status 0
err_empty
jq_is 'select(.path=="ctl.md")|[.body,.lines]' \
	"$(printf '"\\u0001\\u0002\\u001b[0m \\u007f \302\205 \342\200\250 \\r x\\n"' |
		jq -c '[.,2]')" "control bytes come back as they are"
jq_is 'select(.path=="long.md")|[.lines,.size_bytes,(.body|length)]' \
	'[1,1048576,1048576]' "a line of 1 MB"

# Above 4 MiB: a record without body, and a problem
rm -rf v
big() # FILE BYTES
{
	{
		printf -- '---\nname: big\nupdated: 2026-01-01\ntags: [t]\n---\n'
		awk -v n="$2" 'BEGIN {
			for (i = 0; i < 1023; i++) k = k "z"
			k = k "\n"
			for (n -= 48; n > 1024; n -= 1024) printf "%s", k
			while (n-- > 0) printf "z"
		}'
	} | put "$1"
	is "$(wc -c <"$1" | tr -d ' ')" "$2" "made $1"
}
big v/fits.md 4194304
big v/more.md 4194305
good v/small.md
run cx-scan --body v
status 0
is "$(paths)" 'fits.md
more.md
small.md' "an atom above 4 MiB has a record"
jq_is 'select(.path=="fits.md")|[(.body|length),has("problems")]' \
	'[4194256,false]' "4 MiB fit"
jq_is 'select(.path=="more.md")|[has("body"),.size_bytes,.name,.tags]' \
	'[false,4194305,"big",["t"]]' \
	"above, front matter and size are there, the body is not"
reported more.md

# Unreadable files: the rest is there, status 3
rm -rf v
good v/a.md v/no.md v/z.md v/shut/in.md
chmod 0 v/no.md v/shut
run as_user cx-scan v
status 3 "unreadable files are status 3"
is "$(paths)" 'a.md
z.md' "the rest is there"
err_lines 2
err_has no.md
err_has shut
printf 'a.md\nno.md\n' >l
run as_user cx-scan -C v - <l
status 3 "and so on stdin"
err_has no.md
chmod 0 v
run as_user cx-scan v
status 4 "a vault that cannot be read is status 4"
chmod 755 v v/shut

# A file that goes while the list is read, a vault that goes
rm -rf v
good v/a.md v/b.md
printf 'a.md\nb.md\n' >l
rm v/b.md
run cx-scan -C v - <l
status 3
is "$(paths)" a.md "what has gone is told, the rest is there"
err_has b.md
mkdir gone && (
	cd gone || exit 99
	rmdir ../gone
	run cx-scan .
	case $rc in
	0) [ ! -s "$T/out" ] ;;
	*) [ "$rc" -eq 4 ] ;;
	esac
)
result $? "a working directory that has gone: nothing, or status 4"

# --strict: warnings are 3, and the output is the same
rm -rf v
good v/a.md
run cx-scan --strict v
status 0 "--strict: nothing to warn about"
cp "$T/out" clean
bytes v/b.md '---\nname: a: b\nupdated: 2026-01-01\n---\n'
run cx-scan v
status 0 "a salvaged note is a warning"
ok "and told" test -s "$T/err"
cp "$T/out" loose
cp "$T/err" loose.err
run cx-scan --strict v
status 3 "--strict: a warning is status 3"
same "$T/out" loose "the output is the same"
same "$T/err" loose.err "the messages are the same"
for f in '---\nname: n\nname: m\n---\n' '---\nconfidence: x\n---\n' 'a\377\n'; do
	bytes v/b.md "$f"
	run cx-scan --strict v
	status 3 "--strict: $f"
done

# No vault anywhere
mkdir -p bare && cd bare || exit 99
run cx-scan
ok "no vault: status 2 or 4, not $rc" test "$rc" = 2 -o "$rc" = 4
out_empty
err_lines 1
ok "the message names a next step" \
	grep -qE -e '-C|CORTEX_VAULT|cortex\.toml|VAULT' "$T/err"
done_testing
