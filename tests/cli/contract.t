#!/bin/sh
# contract.t: what every program does alike (cx(1)).  How each one is called
# stands in contract.tab; adding a program is adding a line there.
. "$(dirname "$0")/../tap.sh"

TAB=$SRC/tests/cli/contract.tab
CORTEX_NOW=2026-04-15T12:00:00
export CORTEX_NOW

# The fixture: a vault, records (few and many), sections, paths.
mkdir v
awk 'BEGIN {
	for (n = 0; n < 80; n++)
		pad = pad " deploy window of the release train number " n "\n"
	for (i = 100; i < 200; i++) {
		f = "v/a" i ".md"
		printf "---\nname: Deploy %d\ntype: rule\n", i >f
		printf "updated: 2026-04-%02d\ntags: [deploy]\n---\n", i % 28 + 1 >f
		printf "See [[a%d]].\n%s", 100 + (i * 7) % 100, pad >f
		close(f)
	}
}'
records() # COUNT
{
	awk -v n="$1" 'BEGIN {
		for (i = 0; i < n; i++) {
			printf "{\"path\":\"a%06d.md\",\"id\":null,", i
			printf "\"name\":\"Deploy %d\",\"type\":\"rule\",", i
			printf "\"project\":\"ops\",\"status\":\"active\","
			printf "\"created\":\"2026-04-01\","
			printf "\"updated\":\"2026-04-%02d\",", i % 28 + 1
			printf "\"tags\":[\"deploy\"],\"description\":\"\","
			printf "\"lines\":4,\"size_bytes\":80,"
			printf "\"links_out\":[\"a%06d\"],", (i * 7) % n
			printf "\"extra\":{}}\n"
		}
	}'
}
records 30 >in.records
records 20000 >big.records
printf '{"section":"a","text":"one\\ntwo\\n"}\n' >in.sections
(cd v && ls) >in.paths
cx-scan --body v | cx-index -o v.index
# A vault whose last change can be undone.
mkdir undo && printf -- '---\nname: U\n---\n' >undo/u.md
cx-edit -C undo u.md x=1 >printed || exit 99
awk 'BEGIN {
	for (i = 10; i < 40; i++) {
		printf "{\"type\":\"lesson\",\"reason\":\"it was unknown %d\",", i
		printf "\"content\":\"Server s%dx of Client c%dy fails at %d ", i, i, i
		printf "degrees because fan f%dz stops.\"}\n", i
	}
}' >in.candidates
awk 'BEGIN { for (i = 100; i < 200; i++)
	printf "{\"path\":\"a%d.md\",\"set\":{\"status\":\"open\"}}\n", i }' >in.edits
: >in.none
printf '[vault]\npath = "v"\n' >cortex.toml
printf '# Map\n\n<!-- AUTO:a -->\nold\n<!-- /AUTO:a -->\n' >moc.md
awk 'BEGIN { for (i = 0; i < 1048576; i++) printf "x" }' >pad

# args "WORDS" FILE: WORDS with FILE for each @, in $a, to be split again
args()
{
	a=
	set -f
	for args_w in $1; do
		case $args_w in
		.) ;;
		@) a="$a $2" ;;
		*) a="$a $args_w" ;;
		esac
	done
	set +f
}

from() # INPUT PROGRAM WORDS...: run with a file as standard input
{
	from_f=$1
	shift
	run "$@" <"$from_f"
	last="$* <$from_f"
}

err_from() # PROGRAM: stderr speaks, and says who
{
	case $(head -n 1 "$T/err") in
	"$1: "?* | "$1"[-\ ]*": "?*) result 0 "names itself: $last" ;;
	*)
		result 1 "names itself: $last"
		show_run
		;;
	esac
}

# Broken stream NAME from stdin: status 4, and stderr says who
broken() # PROGRAM TEXT FILE
{
	# shellcheck disable=SC2086
	from "$3" "$1" $a
	status 4 "$1 $a: $2 is status 4"
	err_from "$1"
}

# The checks that need no operands
common() # PROGRAM
{
	run "$1" --help </dev/null
	status 0
	err_empty
	out_has "$1"
	out_has --help
	out_has --version
	run "$1" --version </dev/null
	status 0
	err_empty
	ok "$1 --version is one line with a number" \
		sh -c '[ "$(grep -c . "$1")" -eq 1 ] && grep -q "[0-9]" "$1"' \
		sh "$T/out"
	for c_opt in --no-such-option "-,"; do
		run "$1" "$c_opt" </dev/null
		status 2
		out_empty
		err_lines 2
		err_from "$1"
	done
	for c_opt in --help --version; do
		run sh -c '"$@" >/dev/full' sh "$1" "$c_opt"
		status 4 "$1 $c_opt >/dev/full is status 4"
		run sh -c '"$@" >&-' sh "$1" "$c_opt"
		status 4 "$1 $c_opt >&- is status 4"
	done
}

# early PROGRAM FILE WORDS...: a reader that leaves is not news, even where
# the parent ignores SIGPIPE, as Python's subprocess and some CI runners do
early()
{
	e_in=$1
	shift
	for e_trap in - ''; do
		(
			# shellcheck disable=SC2064
			trap "$e_trap" PIPE
			{
				"$@" <"$e_in" 2>"$T/err"
				echo $? >"$T/rc"
			} | head -n 1 >"$T/out"
		)
		rc=$(cat "$T/rc")
		last="$* | head -n 1 (SIGPIPE: ${e_trap:-ignored})"
		err_empty
		if [ -s "$T/big" ]; then
			status 141
		else
			status 0
		fi
	done
}

each() # PROGRAM INPUT ARGS FARGS
{
	args "$3" -
	# shellcheck disable=SC2086
	from "in.$2" "$1" $a
	status 0
	err_empty
	cp "$T/out" "$T/base"
	# shellcheck disable=SC2086
	from "in.$2" "$1" $a
	same "$T/out" "$T/base" "$1 $a: twice the same"
	if [ -s "$T/base" ]; then
		# shellcheck disable=SC2086
		from "in.$2" sh -c '"$@" >/dev/full' sh "$1" $a
		status 4 "$1 $a >/dev/full is status 4"
		err_from "$1"
		# shellcheck disable=SC2086
		from "in.$2" sh -c '"$@" >&-' sh "$1" $a
		status 4 "$1 $a >&- is status 4"
		err_from "$1"
		e_big=in.$2
		[ "$2" != records ] || e_big=big.records
		# Only output that cannot fit into the pipe meets the early leaver.
		# shellcheck disable=SC2086
		"$1" $a <"$e_big" 2>/dev/null | tail -c +262144 >"$T/big"
		# shellcheck disable=SC2086
		early "$e_big" "$1" $a
	fi
	case $2 in
	records | sections | candidates | edits) ;;
	*) return ;;
	esac

	# shellcheck disable=SC2086
	run sh -c '"$@" <&-' sh "$1" $a
	status 4 "$1 $a <&- is status 4"
	head -c -1 "in.$2" >cut
	broken "$1" "a last line without its newline" cut
	head -c -9 "in.$2" >cut
	broken "$1" "a cut-short last line" cut
	for e_bad in '{"path":"b.md",}' '{"path":"b.md"' 'hello' '[]' '1' \
		'"text"' 'null' "{'path':'b.md'}" '{"path":"b.md"}{}' \
		'{"path":"b.md"} x' '' '{"path":"b.md","x":NaN}' \
		'{"path":"b.md","path":"c.md"}' \
		'{"path":"b.md","tags":[],"\u0074ags":[]}'; do
		{ cat "in.$2" && printf '%s\n' "$e_bad"; } >bad
		broken "$1" "a line $e_bad" bad
		n=$(wc -l <bad | tr -d ' ')
		ok "$1: the message has the line number: $e_bad" \
			grep -q "[: ]$n\([: ]\|\$\)" "$T/err"
	done
	{ cat "in.$2" && printf '{"path":"b.md"}\000rubbish\n'; } >bad
	broken "$1" "a NUL after a record" bad
	{ cat "in.$2" && printf '{"path":"b\000.md"}\n'; } >bad
	broken "$1" "a NUL in a string" bad
	{ cat "in.$2" && printf '{"path":"b\377.md"}\n'; } >bad
	broken "$1" "a byte that is not UTF-8" bad
	# A line of a megabyte is nothing special.
	{
		head -n 1 "in.$2" | head -c -2
		printf ',"body":"'
		cat pad
		printf '"}\n'
	} >long
	# shellcheck disable=SC2086
	from long "$1" $a
	status 0 "$1 $a: a line of 1 MB"
	err_empty
	[ "$2" != sections ] || return

	# Our own array, one record a line, is read like the stream.
	awk 'BEGIN { print "[" } NR > 1 { print l "," } { l = $0 }
		END { print l; print "]" }' "in.$2" >array
	# shellcheck disable=SC2086
	from array "$1" $a
	status 0 "$1 $a: reads a JSON array of one record a line"
	same "$T/out" "$T/base" "$1 $a: an array gives what the stream gives"
	head -n 5 array >bad
	broken "$1" "an array that does not end" bad
	# shellcheck disable=SC2086
	LC_ALL=C.UTF-8 TZ=Pacific/Kiritimati from "in.$2" "$1" $a
	same "$T/out" "$T/base" "$1 $a: locale and time zone do not matter"

	[ -n "$4" ] || return
	args "$4" -
	# shellcheck disable=SC2086
	from "in.$2" "$1" $a
	status 0
	same "$T/out" "$T/base" "$1 $a: - is standard input"
	args "$4" "in.$2"
	# shellcheck disable=SC2086
	from /dev/null "$1" $a
	status 0
	same "$T/out" "$T/base" "$1 $a: a FILE gives what stdin gives"
	# cx(1) lets a reader go on (3) or stop (4) where a FILE cannot be
	# opened; it must not be 0, and the name must be told.
	for e_bad in nosuch.ndjson v; do
		# A directory may be the title of a note.
		[ "$1 $e_bad" != 'cx-new v' ] || continue
		args "$4" "$e_bad"
		# shellcheck disable=SC2086
		from /dev/null "$1" $a
		ok "$1 $a: status 3 or 4, not $rc" test "$rc" = 3 -o "$rc" = 4
		err_has "$e_bad"
		err_from "$1"
	done
}

found=0
for path in "$BIN"/cx "$BIN"/cx-*; do
	[ -x "$path" ] || continue
	prog=${path##*/}
	found=$((found + 1))
	common "$prog"
	ok "$prog has a line in contract.tab" grep -q "^$prog	" "$TAB"
	while IFS='	' read -r t_prog t_in t_args t_fargs <&3; do
		[ "$t_prog" = "$prog" ] || continue
		each "$prog" "$t_in" "$t_args" "$t_fargs"
	done 3<"$TAB"
done
ok "there are programs in $BIN" test "$found" -gt 0
done_testing
