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
jq_is()
{
	is "$(jq -c "$1" "$T/out" 2>&1)" "$2" "${3:-jq $1: $last}"
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
	*/*) mkdir -p "${1%/*}" || exit 99 ;;
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
	is "$(wc -l <"$T/err" | tr -d ' ')$(tail -c 1 "$T/err" | tr -d '\n')" \
		"$1" "${2:-$1 lines on stderr: $last}"
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
terminal() { TERM=xterm script -qec "$1" /dev/null; }
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
	echo "1..$test_n"
	[ "$test_bad" -eq 0 ] || exit 1
	exit 0
}
