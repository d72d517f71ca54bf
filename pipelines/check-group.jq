# check-group.jq: findings for people.  The same message of a rule is said once,
# with how often, and of one rule at most ten are said, but all errors; $all
# says all.
def most: 10;
def and_more($n; $what): if $n > 0 then .message += " (and \($n) more\($what))" else . end;

if $all != "" then inputs
else
	[inputs]
	| (reduce .[] as $f ({}; .["\($f.code) \($f.message)"] += 1)) as $times
	| reduce .[] as $f ({seen: {}, of: {}, out: []};
		"\($f.code) \($f.message)" as $key
		| if .seen[$key] then .
		else
			.seen[$key] = true
			| .of[$f.code] += 1
			| if .of[$f.code] <= most or $f.severity == "error" then
				.out += [$f | and_more($times[$key] - 1; " like it")]
			else . end
		end)
	| .of as $of
	| (.out | map(.code) | to_entries | map({key: .value, value: .key})
		| from_entries) as $last
	| .out | to_entries[]
	| .key as $k | .value
	| if $last[.code] == $k
	then and_more(if .severity == "error" then 0 else $of[.code] - most end; "; cx check --all lists them")
	else . end
end
