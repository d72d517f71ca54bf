#!/bin/sh
# report.sh BUILD: after a run of the tests, which of them took most CPU time,
# and what was skipped.  A skip that tests/skips does not list is an error, as
# nobody counts what is passed over in silence.  CX_SKIPS=ci is for a machine
# that has everything: only what no machine can do may be skipped there.
cd "$(dirname "$0")/.." || exit 2
logs=$1/tap
for f in "$logs"/*.times; do
	sed "s|^|${f##*/} |" "$f"
done | awk '
	function seconds(t, part) { split(t, part, /[ms]/)
		return part[1] * 60 + part[2] }
	{ sub(/\.times$/, "", $1); cpu[$1] += seconds($2) + seconds($3)
		sum += seconds($2) + seconds($3) }
	END { for (f in cpu) printf "%7.1f  %s\n", cpu[f], f
		printf "%7.1f  all\n", sum }' | sort -rn >"$logs/cpu"
echo 'seconds of CPU time, of all tests and of the ten that took most:'
head -n 11 "$logs/cpu"

grep -HiE '(^ok .*|^1\.\.0 *)# *SKIP' "$logs"/*.[ct] |
	sed "s|^$logs/tests-[a-z]*-||
		s/:ok .*# *[Ss][Kk][Ii][Pp] */|/
		s/:1\.\.0 .*# *[Ss][Kk][Ii][Pp] */|/" |
	sort | uniq -c | sed 's/^ *//; s/ /|/' |
	awk -F '|' -v where="${CX_SKIPS:-}" '
		FILENAME == "tests/skips" {
			if (/^[^#]/ && (where != "ci" || $1 == "anywhere"))
				ok[$2 "|" $3] = ok[$2 "|" $3] $1
			next
		}
		{ total += $1
			listed = ($2 "|" $3) in ok
			bad += !listed
			print (listed ? "skipped: " : "skipped, but not in tests/skips: ") \
				$1 " of " $2 ": " $3 }
		END { print "skipped in all: " total + 0
			exit bad > 0 }' tests/skips -
