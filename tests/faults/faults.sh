# faults.sh: one system call after the other is made to fail, after tap.sh.
# shellcheck shell=sh disable=SC2034,SC2154

${CC:-cc} -std=c11 -O1 -shared -fPIC -o "$T/fault.so" \
	"$SRC/tests/faults/fault.c" -ldl 2>"$T/cc.err" ||
	skip_all "no compiler for fault.c: $(head -n 1 "$T/cc.err")"
LD_PRELOAD=$T/fault.so cx-select --version >"$T/out" 2>"$T/err" ||
	skip_all "the programs do not run under LD_PRELOAD"

# each_fault HOW: calls, for every N that matters,
#	prepare		the state before, in the working directory
#	attempt		the program; its status becomes $rc
#	judge		a word on what is wrong, nothing when all is well
# and reports one test for HOW.
#
# A loop makes the same call from the same place many times.  What it has done
# before matters at a crash, so that of each place the first and the last call
# are taken; an error is best had late, when there is more to take back, so
# that only the last is.  Of those every third is taken, of each HOW other ones,
# but four at least.  CX_FAULTS=all takes all; each_step=N every Nth always.
each_fault()
{
	how=$1
	each_shift=$((${each_shift:-0} + 1))
	watched=0
	: >"$T/wrong"
	fault_places "$how" >"$T/places"
	while read -r each_n; do
		rm -f "$T/mark"
		prepare
		attempt_under_fault
		[ -s "$T/mark" ] || continue
		watched=$((watched + 1))
		read -r call <"$T/mark"
		judge >"$T/verdict"
		[ ! -s "$T/verdict" ] ||
			echo "call $each_n, $call, status $rc: $(cat "$T/verdict")" \
				>>"$T/wrong"
	done <"$T/places"
	is "$(head -n 12 "$T/wrong")" '' "$how at $watched calls"
	ok "$how: calls were watched" [ $watched -gt 3 ]
}

# The Ns, from a run in which nothing happens.
fault_places() # HOW
{
	each_third=3
	[ -z "${CX_FAULTS-}" ] || each_third=1
	rm -f "$T/mark"
	prepare
	how=LIST
	attempt_under_fault
	how=$1
	awk -v how="$how" -v all="${CX_FAULTS-}" '
		{ place = $2 FS $3 FS $4 }
		all != "" { print $1; next }
		how !~ /^E|SHORT/ && !(place in last) { print $1 }
		{ last[place] = $1 }
		END { if (all == "") for (place in last) print last[place] }
		' "$T/mark" | sort -nu |
		awk -v step="${each_step:-$each_third}" -v shift="$each_shift" '
		{ n[NR] = $1 }
		END {
			if (NR < 4 * step) step = int(NR / 4) + (NR < 4)
			for (i = shift % step + 1; i <= NR; i += step) print n[i]
		}'
}

# FAULT_AT and the others for the program alone, not for the shell.
faulty()
{
	env LD_PRELOAD="$T/fault.so" FAULT_AT="$each_n" FAULT_HOW="$how" \
		FAULT_MARK="$T/mark" "$@"
}

attempt_under_fault()
{
	# The shell says "Killed" on its own stderr.
	{ attempt; rc=$?; } >"$T/out" 2>"$T/err"
}

# For judge: what failed has said why.
loud()
{
	[ "$rc" -eq 0 ] || [ "$how" = KILL ] || [ -s "$T/err" ] ||
		echo 'failed without a word'
}

# For judge: v/FILE is that of start/ or that of new/; done means new.
whole() # FILE...
{
	for whole_f in "$@"; do
		if cmp -s "v/$whole_f" "new/$whole_f"; then
			continue
		elif ! cmp -s "v/$whole_f" "start/$whole_f"; then
			echo "$whole_f: neither old nor new"
		elif [ "$rc" -eq 0 ]; then
			echo "$whole_f: status 0, but not done"
		fi
	done
}

# For judge: another writer, COMMAND in a copy of v that is the working
# directory, writes far/f.md of it; then nothing is left, wherever it was.
next_writer() # COMMAND...
{
	case $how in
	KILL | ENOSPC) ;;
	*) return ;; # these leave what those do
	esac
	rm -rf "$T/next"
	cp -Rp v "$T/next"
	mkdir -p "$T/next/far"
	printf -- '---\nid: f\n---\n<!-- AUTO:n -->\n<!-- /AUTO:n -->\n' \
		>"$T/next/far/f.md"
	(
		cd "$T/next" || exit
		echo '{"section":"n","text":"next"}' |
			"$@" >"$T/next.out" 2>"$T/next.err" ||
			echo "$1 afterwards: $(cat "$T/next.err")"
		find . -name '.cx-tmp-*'
		[ ! -s .cortex/lock ] || echo "the lock has: $(cat .cortex/lock)"
		cmp -s far/f.md - <<-'F' && echo "$1 did nothing"
		---
		id: f
		---
		<!-- AUTO:n -->
		<!-- /AUTO:n -->
		F
	)
	:
}
