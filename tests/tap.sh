# shellcheck shell=sh
# tap.sh: what every tests/cli/*.t file sources.  POSIX sh; TAP on stdout,
# for prove(1).  Each file gets a temporary directory of its own, starts in
# it, and loses it at exit (KEEP=1 keeps it and says where).
#
#	. "$(dirname "$0")/../tap.sh"
#	run cx-scan vault; status 0; out_is "expected"; err_has "notes/a.md:3"
#	ok "text" COMMAND...            the command ends with 0
#	is "got" "expected" "text"      strings are equal
#	done_testing
#
#	put notes/a.md <<'E'            write a file, with its directories
#	need git setpriv                skip the whole file where one is missing
#	skip N "text" "reason"          N checks that cannot be made here
#
# run sets $rc and leaves stdout and stderr in $T/out and $T/err; standard
# input is what run itself has.  A check names itself after the last run.

LC_ALL=C
export LC_ALL
unset CORTEX_VAULT CORTEX_NOW CORTEX_CONFIG NO_COLOR CDPATH
SRC=$(cd "$(dirname "$0")" && while [ ! -f Makefile ]; do
	[ "$PWD" != / ] || exit 1; cd ..; done && pwd) || exit 99
export SRC
BIN=${BIN:-$SRC/build/bin}
PATH=$BIN:$PATH
export PATH BIN
# Half of the time of these tests was a disk's, at fsync; memory has none.
[ -n "${TMPDIR:-}" ] || ! [ -w /dev/shm ] ||
	[ "$(df -Pk /dev/shm | awk 'NR == 2 { print $4 }')" -lt 2000000 ] ||
	scratch=/dev/shm
# A random name ends in what a test looks for one time in sixty; digits do not.
T=${TMPDIR:-${scratch:-/tmp}}/cx-test.$$
mkdir -m 700 "$T" 2>/dev/null || T=$(mktemp -d "$T.XXXXXX") || exit 99
HOME=$T/home
export HOME
# What a program that a test kills leaves goes, too.
TMPDIR=$T/t
export TMPDIR
mkdir "$HOME" "$TMPDIR" "$T/w" && cd "$T/w" || exit 99
test_n=0
test_bad=0
last=
tap_end()
{
	tap_rc=$?
	cd / || exit 99
	if [ -n "${KEEP:-}" ]; then
		echo "# kept: $T"
	else
		chmod -R u+rwx "$T" 2>/dev/null
		rm -rf "$T"
	fi
	exit "$tap_rc"
}
trap tap_end EXIT
trap 'exit 130' INT TERM HUP

result() # RC TEXT
{
	test_n=$((test_n + 1))
	if [ "$1" -eq 0 ]; then
		echo "ok $test_n - $2"
	else
		test_bad=$((test_bad + 1))
		echo "not ok $test_n - $2"
	fi
}

note() { printf '%s\n' "$*" | sed 's/^/# /'; }

ok() # TEXT COMMAND...
{
	ok_text=$1
	shift
	if "$@" >"$T/ok.out" 2>&1; then
		result 0 "$ok_text"
	else
		result 1 "$ok_text"
		sed 's/^/#   /' "$T/ok.out" | head -n 20
	fi
}

not_ok() # TEXT COMMAND...: passes when the command fails
{
	ok_text=$1
	shift
	"$@" >"$T/ok.out" 2>&1
	# To these, 2 is trouble, such as no file to look into, and not an answer.
	case $1:$? in
	*:0 | grep:2 | cmp:2 | \[:2 | test:2)
		result 1 "$ok_text"
		sed 's/^/#   /' "$T/ok.out" | head -n 20
		;;
	*) result 0 "$ok_text" ;;
	esac
}

is() # GOT EXPECTED TEXT
{
	if [ "$1" = "$2" ]; then
		result 0 "$3"
	else
		result 1 "$3"
		printf 'got:      %s\nexpected: %s\n' "$1" "$2" | sed 's/^/#   /' |
			head -n 40
	fi
}

run() # COMMAND...
{
	last=$*
	"$@" >"$T/out" 2>"$T/err"
	rc=$?
}

show_run()
{
	echo "#   status $rc"
	sed 's/^/#   out: /' "$T/out" | head -n 12
	sed 's/^/#   err: /' "$T/err" | head -n 12
}

status() # N [TEXT]
{
	if [ "$rc" -eq "$1" ]; then
		result 0 "${2:-status $1: $last}"
	else
		result 1 "${2:-status $1: $last}"
		show_run
	fi
}

out_is() { is "$(cat "$T/out")" "$1" "${2:-stdout: $last}"; }
err_is() { is "$(cat "$T/err")" "$1" "${2:-stderr: $last}"; }

file_has() # FILE FIXED-STRING TEXT
{
	if grep -qF -e "$2" "$1"; then
		result 0 "$3"
	else
		result 1 "$3"
		echo "#   looked for: $2"
		sed 's/^/#   in: /' "$1" | head -n 12
	fi
}

out_has() { file_has "$T/out" "$1" "${2:-stdout has '$1': $last}"; }
err_has() { file_has "$T/err" "$1" "${2:-stderr has '$1': $last}"; }
file_empty() # FILE TEXT
{
	if [ -s "$1" ]; then
		is "$(cat "$1")" '' "$2"
	else
		result 0 "$2"
	fi
}
out_empty() { file_empty "$T/out" "${1:-no stdout: $last}"; }
err_empty() { file_empty "$T/err" "${1:-no stderr: $last}"; }

# jq_is FILTER EXPECTED [TEXT]: jq -c FILTER over $T/out, lines joined by \n
# jq_of [-rs] FILE FILTER EXPECTED [TEXT]: the same of a file, as it is now
# jq_ok [-s] FILE FILTER TEXT: as jq -e, the last is neither false nor null
#
# jq 1.6 takes 19 ms to start, as long as twenty other programs.  So these
# checks wait for done_testing, where one jq answers all of them; in a subshell
# they cannot, which fails.
jq_is() { jq_of "$T/out" "$@"; }
jq_ok()
{
	case $1 in
	-s) shift && jq_of -es "$1" "$2" true "$3" ;;
	*) jq_of -e "$1" "$2" true "$3" ;;
	esac
}
# jq_same FILE FILTER FILE FILTER TEXT: they give the same values in one order
jq_same()
{
	{ cat "$1" && echo '"~"' && cat "$3"; } >"$T/jq.both"
	jq_of -s "$T/jq.both" "index(\"~\") as \$i
		| [(.[:\$i] | map($2 | tojson)), (.[\$i + 1:] | map($4 | tojson))]
		| transpose | map(select(.[0] != .[1])) | .[:5]" '[]' "$5"
}
jq_n=0
jq_of()
{
	jq_how=-c
	case $1 in
	-*)
		jq_how=-c${1#-}
		shift
		;;
	esac
	jq_text=${4:-jq $2: $last}
	jq_i=$((jq_n + 1))
	if [ -e "$T/jq.$jq_i" ]; then
		result 1 "in a subshell: $jq_text"
		return
	fi
	case $2 in
	*input*) false ;;
	*) cp "$1" "$T/jq.$jq_i" 2>/dev/null ;;
	esac || {
		is "$(jq_one "$1" "$2")" "$3" "$jq_text"
		return
	}
	jq_n=$jq_i
	eval "jq_how_$jq_n=\$jq_how jq_filter_$jq_n=\$2
		jq_want_$jq_n=\$3 jq_text_$jq_n=\$jq_text"
}
jq_one() # FILE FILTER
{
	case $jq_how in
	*e*) jq "$jq_how" "$2" "$1" >"$T/jq.got" && echo true ;;
	*) jq "$jq_how" "$2" "$1" ;;
	esac 2>&1
}

# What one jq cannot answer, of an error in a filter or a file, each has its
# own for, which says why.
jq_all()
{
	[ ! -e "$T/jq.$((jq_n + 1))" ] || result 1 "in a subshell: jq_is or jq_of"
	jq_program=
	set --
	jq_i=0
	while [ $((jq_i += 1)) -le "$jq_n" ]; do
		jq_how=
		jq_filter=
		eval "jq_how=\$jq_how_$jq_i jq_filter=\$jq_filter_$jq_i"
		jq_form=tojson
		jq_last=
		jq_values='[]'
		case $jq_how in *s*) jq_values= ;; esac
		case $jq_how in
		*r*) jq_form='if type == "string" then . else tojson end' ;;
		*e*) jq_last='| [last | . != null and . != false | tojson]' ;;
		esac
		set -- "$@" --slurpfile "jq_$jq_i" "$T/jq.$jq_i"
		jq_program="$jq_program${jq_program:+,}
			\"jq_got_$jq_i=\" + ([\$jq_$jq_i$jq_values | ($jq_filter
			) | $jq_form] $jq_last | join(\"\\n\")
			| until(endswith(\"\\n\") | not; .[:-1]) | @sh)"
	done
	jq_each=
	jq_want=
	jq -nr "$@" "$jq_program" >"$T/jq.got" 2>/dev/null || jq_each=yes
	# shellcheck disable=SC1091 # made here
	[ -n "$jq_each" ] || . "$T/jq.got"
	jq_i=0
	while [ $((jq_i += 1)) -le "$jq_n" ]; do
		eval "jq_how=\$jq_how_$jq_i jq_filter=\$jq_filter_$jq_i
			jq_want=\$jq_want_$jq_i jq_text=\$jq_text_$jq_i"
		if [ -n "$jq_each" ]; then
			jq_got=$(jq_one "$T/jq.$jq_i" "$jq_filter")
		else
			eval "jq_got=\$jq_got_$jq_i"
		fi
		is "$jq_got" "$jq_want" "$jq_text"
	done
}

same() # FILE FILE TEXT: byte for byte
{
	if cmp -s "$1" "$2"; then
		result 0 "$3"
	else
		result 1 "$3"
		diff "$1" "$2" 2>&1 | head -n 20 | sed 's/^/#   /'
	fi
}

# put FILE: standard input into FILE, whose directories are made first
put()
{
	case $1 in
	*/*) [ -d "${1%/*}" ] || mkdir -p "${1%/*}" || exit 99 ;;
	esac
	cat >"$1" || exit 99
}

file_lacks() # FILE FIXED-STRING TEXT
{
	if grep -qF -e "$2" "$1"; then
		result 1 "$3"
		echo "#   there but should not be: $2"
		sed 's/^/#   in: /' "$1" | head -n 12
	else
		result 0 "$3"
	fi
}

out_lacks() { file_lacks "$T/out" "$1" "${2:-stdout lacks '$1': $last}"; }
err_lacks() { file_lacks "$T/err" "$1" "${2:-stderr lacks '$1': $last}"; }

# err_lines N [TEXT]: stderr has exactly N lines, each of them ended
err_lines()
{
	err_n=0
	while IFS= read -r err_cut; do
		err_n=$((err_n + 1))
	done <"$T/err"
	is "$err_n$err_cut" "$1" "${2:-$1 lines on stderr: $last}"
}

# as_user COMMAND...: without root's power over modes.  Root stays root, for
# a checkout below /root is one that nobody else may read.
as_user()
{
	if [ "$(id -u)" -eq 0 ]; then
		setpriv --inh-caps=-all \
			--bounding-set=-dac_override,-dac_read_search "$@"
	else
		"$@"
	fi
}

# terminal COMMAND: the command (one string, for sh) at a terminal; what it
# prints there is stdout.  has_terminal: whether one can be made here; a
# chroot without /dev/pts has none.
terminal() { TERM=${TERMINAL:-xterm} CX_PAGER=${CX_PAGER-cat} script -qec "$1" /dev/null; }
has_terminal() { terminal true >/dev/null 2>&1 </dev/null; }

skip() # N TEXT REASON
{
	skip_i=0
	while [ "$skip_i" -lt "$1" ]; do
		test_n=$((test_n + 1))
		skip_i=$((skip_i + 1))
		echo "ok $test_n - $2 # SKIP $3"
	done
}

need() # COMMAND...
{
	for need_c in "$@"; do
		command -v "$need_c" >/dev/null 2>&1 ||
			skip_all "no $need_c here"
	done
}

skip_all() # REASON
{
	echo "1..0 # SKIP $1"
	exit 0
}

done_testing()
{
	[ "$jq_n" -eq 0 ] || jq_all
	echo "1..$test_n"
	[ "$test_bad" -eq 0 ] || exit 1
	exit 0
}
