# check-count.jq: how many findings there are, by severity and by rule.
def plural($n; $one): "\($n) \($one)\(if $n == 1 then "" else "s" end)";
["error", "warning", "info"] as $severities
| reduce inputs as $f ({};
	.severity[$f.severity] += 1 | .rule["\($f.severity) \($f.code)"] += 1)
| .severity as $by
| ([$severities[] | select($by[.]) | plural($by[.];
	if . == "info" then "note" else . end)] | join(", ")),
	(.rule | to_entries
	| map(. + {rank: (.key | split(" ")[0] as $s | $severities | index($s))})
	| sort_by(.rank, -.value, .key)[]
	| "\(.value | tostring | " " * ([7 - length, 0] | max))\(.value) \(.key)")
