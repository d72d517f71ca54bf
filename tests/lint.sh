#!/bin/sh
# lint.sh: formatting, shell, manuals and the house rules that a machine can
# see.  Prints what is wrong; status 1 if anything is.
cd "$(dirname "$0")/.." || exit 2
said=$(mktemp) || exit 2
trap 'rm -f "$said"' EXIT
# fail runs behind a pipe, in a process of its own: what it has to say is
# kept in a file.
fail() # TEXT: what stands on stdin, if anything, is wrong
{
	out=$(cat)
	[ -z "$out" ] || printf '%s:\n%s\n' "$1" "$out" >>"$said"
}

# Shell: everything that begins with #!/bin/sh, and what is sourced.
sh_files=$(git ls-files | while read -r f; do
	[ -f "$f" ] || continue
	case $f in
	*.sh | tests/cli/*.t | tests/hostile/*.t | tests/mcp/*.t | tests/page/*.t) echo "$f" ;;
	*.*) ;;
	*) head -c 11 "$f" | grep -q '^#!/bin/sh' && echo "$f" ;;
	esac
done)
# It takes most of the time, on one processor.
echo "$sh_files" | xargs -n 16 -P "$(getconf _NPROCESSORS_ONLN)" \
	shellcheck -s sh -e SC1091 2>&1 | fail "shellcheck"

for m in man/*.[15]; do
	grep -q '^\.so ' "$m" || mandoc -T lint -W warning "$m" 2>&1
done | fail "mandoc"
grep -LE '^\.(Dd [A-Z][a-z]* [0-9]*, 20|so )' man/*.[15] |
	fail "manuals without a date"
# An Op takes along what stands on its line.
for m in man/*.[15]; do
	mandoc -T ascii "$m" | col -b | grep -F '|]' | sed "s|^|$m: |"
done | fail "a | before a ]"

git ls-files 'bin/*.[ch]' 'lib/*.[ch]' 'bin/*/*.[ch]' 'tests/*.[ch]' \
	'bin/*.cc' 'lib/*.cc' | while read -r f; do
	[ -f "$f" ] && expand -t8 "$f" | LC_ALL=C awk -v f="$f" '
		{ s = $0; gsub(/[\200-\277]/, "", s) } # characters, not bytes
		length(s) > 80 { print f ":" NR ": " length(s) " columns" }
		/[ \t]$/ { print f ":" NR ": blank at the end" }'
done | fail "columns"

# Functions that hide overflow, locale or the clock (date.c and err.c own
# the last two).
git ls-files '*.c' '*.cc' | grep -v '^tests/' |
	xargs grep -nE '\b(gets|strcpy|strcat|sprintf|vsprintf|strtok|atoi|atol|atof|localtime|mktime|ctime|system|tmpnam)\(' \
	/dev/null | fail "forbidden functions"
git ls-files '*.c' '*.cc' | grep -vE '^tests/|^lib/base/date.c' |
	xargs grep -nE '\b(time|gettimeofday)\(NULL' /dev/null |
	fail "only lib/base/date.c reads the clock"

# A program never includes another one; lib never includes bin.
git ls-files 'lib/*.[ch]' 'lib/*.cc' | xargs grep -n '"bin/' /dev/null |
	fail "lib/ includes bin/"

# What another program printed is no program: jq gives a filter its arguments and
# its standard input.  These may stay, with as many lines:
#	lib.sh	the stages of stages(), names that stand in the scripts
#	serve	variables that are handed on, whose names stand there
git ls-files pipelines bin/cx examples | xargs grep -cE '(^|[^[:alnum:]_-])eval [^;]*[$]' /dev/null |
	grep -vxF -e "$(printf '%s\n' pipelines/lib.sh:1 pipelines/serve:1)" | grep -v ':0$' | fail "eval"

# Each room of lib/ knows those before it.
rooms='base secret json yaml markdown file config index record atom text pack link access'
git ls-files 'lib/*' | xargs grep -oE '^#include "[^"]*"' /dev/null |
	awk -v rooms="$rooms search rank" -F '[/:"]' '
		BEGIN { n = split(rooms, r, " ")
			for (i = 1; i <= n; i++) at[r[i]] = i }
		$5 != "lib" || !($2 in at) || !($6 in at) || at[$6] > at[$2]
	' | fail "rooms of lib/"

# C++ in one file.
git ls-files '*.cc' | grep -vx bin/cx-config/toml.cc |
	fail "C++ beyond the shim over toml++"

# English, not a translation of something: in manuals, README and docs, and in
# what programs print.
habits='\b(is|are|was) no [a-z]|\b(is|are) none( of|[.,;]|$)|\banew\b|stands? behind|\b(is|are) told\b|\b(is|are) said\b|goes to nothing|unless said|\bmend(s|ed|ing)?\b'
fine='no (longer|more|less|such|better|larger)\b|[Tt]here (is|are|was) no|answer is no'
git ls-files man README.md CONTRIBUTING.md 'docs/*.md' | xargs grep -nE "$habits" | grep -vE "$fine" |
	fail "English"
git ls-files 'bin/*.c' 'bin/*/*.c' 'lib/*.c' 'lib/*.cc' pipelines |
	xargs grep -nE "\"[^\"]*($habits)" | grep -vE "$fine" | fail "English"

# timeout makes a process group of its own, in the background of the terminal
# that script(1) makes: where the run has no terminal, a program that reads is
# stopped there (SIGTTIN) until the time is over.
git ls-files 'tests/*.t' 'tests/*.sh' | xargs awk '
	/(terminal|script -).*timeout [0-9]/ { print FILENAME ":" FNR ": " $0 }' |
	fail "timeout without --foreground at a terminal"

# Every program has a manual, a place in the overview, README and tests.
for p in bin/cx-* bin/cx; do
	n=$(basename "$p")
	n=${n%.*}
	[ -f "man/$n.1" ] || echo "$n: no man/$n.1"
	grep -qs -- "$n" README.md || echo "$n: not in README.md"
	grep -qs -- "$n" man/cx.1 || echo "$n: not in man/cx.1"
	grep -rqs -- "$n" tests || echo "$n: not in tests/"
done | fail "programs"

if [ -s "$said" ]; then
	cat "$said"
	exit 1
fi
echo "lint: nothing to say"
