# maintain.jq: what a dense-context vault asks for, from its records with
# bodies; findings in the form of cx-formats(5).
include "collectors";
include "dense";

# EXP-7 is EXP-007: the number counts.
def key:
	ascii_upcase | gsub("^[^A-Z]+|[.]MD$"; "") | sub("^.*/"; "")
	| sub("-0+(?<d>[0-9])"; "-" + .d);

def finding($severity; $code; $message; $more):
	{path, severity: $severity, code: $code, message: $message,
		project} + $more;
def ids: map(.id) | join(", ");

# What stands under "process defects", a heading or a label with a colon, in
# an experiment.
def part:
	(capture("^ {0,3}(?<h>#{1,6})\\s+(?<t>.*?)[\\s#:]*$")
		| {level: (.h | length), t, rest: ""})
	// (capture("^[\\s*_>+-]*(?<t>[^:*_]{3,60})[*_]*:[*_]*(?<rest>.*)")
		| {level: 7, t, rest})
	// null;
def defects:
	reduce ((.body // "") | split("\n")[]) as $line ({at: null, text: ""};
		($line | part) as $p
		| if $p and ($p.t | test("^process defects?$"; "i"))
		then .at = $p.level | .text += " " + $p.rest
		elif .at and $p and ($p.level < 7 and $p.level <= .at
			or ($p.t | test("^(goal attainment|unexpected findings?|behaviou?ral adjustments?)$"; "i")))
		then .at = null
		elif .at then .text += " " + $line
		else . end)
	| .text | ascii_downcase | [scan("\\p{L}{4,}")]
	| unique - ("about above after again also although always another because been before being below between both cannot could does doing done down during each either else even every first from further have having here into itself just less made make many might more most much must need needed never none nothing once only other over rather same several should since some still such than that their them then there these they thing this those through time times twice under until upon very want was were what when where which while will with within without would your"
		/ " ");

def required:
	[(select(.id0 == null) | "id"), (select(.date == "" or .dated) | "date"),
	(select(.summary == "") | "summary"), (select(.tags == []) | "tags"),
	(select(.kind == "knowledge" and .evidence == []) | "evidence"),
	(select(.kind == "patterns" and .sources == []) | "source-experiments")];

# Of one atom, on its own.
def alone($at):
	(select(.refs == 0 and .age != null and .age > 14)
		| finding("info"; "cold"; "nobody has referred to it in \(.age) days";
			{days: .age})),
	(select(.word == "active") | (.due[] | .days) as $days
		| finding("info"; "stale";
			"is active, and nobody has updated or reviewed it for \($days) days";
			{$days})),
	(required as $missing | select($missing != [])
		| finding("warning"; "invalid-front-matter";
			"front matter lacks \($missing | join(", "))"; {})),
	(.problems // [] | .[]) as $p
		| finding("warning"; "invalid-front-matter"; $p.text;
			{line: $p.line, col: $p.col});
def contradicted($at):
	(if .kind == "knowledge" then .evidence else .sources end) as $named
	| (.id | key) as $own
	| [$named[] | $at[key] // empty] as $there
	| ($there | map(select(.section == "invalidated"
		and (.target | key) != $own))) as $wrong
	| select(.section == "active" and .kind != "experiments"
		and ($wrong | length) > 0)
	| if ($wrong | length) == ($named | length) then
		finding("warning"; "compromised";
			"all that it rests on is invalidated: \($wrong | ids)"; {})
	else finding("warning"; "partly-compromised";
		"some of what it rests on is invalidated: \($wrong | ids)"; {}) end;

# An experiment has no member for what it rests on; cx-check knows.
def shaken($checked):
	select(.section == "active" and .kind == "experiments")
	| ($checked[.path] // empty) as $m
	| finding("warning"; if $m | startswith("is partly")
		then "partly-compromised" else "compromised" end; $m; {});

# [project, [numbers of experiments], [tags]] of maintain-tags.awk; groups of
# the same experiments are one.
def by_tags($all):
	group_by(.[1])[]
	| (map(.[2]) | add | unique) as $tags
	| .[0][1] | map($all[.]) | . as $them
	| ($tags | .[:-1] | join(", ")) as $but_one
	| .[0] | finding("info"; "pattern-candidate";
		"\($them | length) experiments have the tags \($but_one) and \($tags[-1]), and no pattern has \(
			if $tags | length == 2 then "both" else "all of them" end): \($them | ids)";
		{$tags, atoms: ($them | map(.path))});

# Of the atoms of one project.
def by_links:
	(map(select(.kind == "patterns" and .section == "active")
		| .sources | map(key))) as $patterns
	| map(select(.kind == "experiments" and .section == "active")
		| . + {k: (.id | key)})
	| . as $all
	| (reduce .[] as $e ({}; .[$e.k] = $e)) as $at
	| (reduce ($all[] | .k as $from | .links[] | key
		| select($at[.] and . != $from) | [$from, .], [., $from]) as $l ({};
		.[$l[0]] += [$l[1]])) as $edges
	| reduce ($all[] | .k) as $k ({seen: {}, groups: []};
		if .seen[$k] or ($edges[$k] | not) then .
		else
			{group: [$k], todo: [$k], seen: (.seen + {($k): true}), groups}
			| until(.todo == []; .todo[0] as $n | .todo |= .[1:]
				| reduce ($edges[$n][]) as $m (.;
					if .seen[$m] then . else .seen[$m] = true
					| .todo += [$m] | .group += [$m] end))
			| {seen, groups: (.groups + [.group])}
		end)
	| .groups[] | select(length >= 3) | . as $group
	| select([$patterns[] | select($group - . == [])] == [])
	| map($at[.]) | sort_by(.path) | . as $them
	| .[0] | finding("info"; "linked-experiments";
		"\($them | length) experiments are connected by links, and no pattern rests on them: \($them | ids)";
		{atoms: ($them | map(.path))});
def chains:
	map(. + {k: (.id | key)})
	| (reduce .[] as $e ({}; .[$e.k] = $e)) as $at
	| (reduce (.[] | .k as $k
		| ((select(.section == "superseded" and .target != "") | .target),
			(.extra.superseded_by // empty | strings)
			| [$k, key]),
		(.extra.supersedes | list[] | [key, $k])) as $s ({};
		if $at[$s[0]] and $at[$s[1]] then .[$s[0]] = $s[1] else . end)) as $next
	| ([$next[]] | map({key: ., value: true}) | from_entries) as $later
	| $next | keys[] | select($later[.] | not)
	| [.] | until(($next[.[-1]] // null) as $n
		| $n == null or (. | index($n)) != null; . + [$next[.[-1]]])
	| select(length >= 3) | map($at[.]) | . as $them
	| .[-1] | finding("info"; "supersede-chain";
		"a chain of \($them | length), each in the place of the one before: \($them | ids)";
		{atoms: ($them | map(.path))});
def recurring:
	map(select(.kind == "experiments"))
	| [.[] | . as $e | .defects[] | {word: ., $e}]
	| group_by(.word)[] | select(length >= 3) | .[0].word as $word
	| map(.e) | sort_by(.path) | . as $them
	| .[0] | finding("info"; "recurring-defect";
		"'\($word)' recurs in the process defects of \($them | length) experiments: \($them | ids)";
		{word: $word, atoms: ($them | map(.path))});

(reduce $found[] as $f ({}; .[$f.path] = $f.message)) as $checked
| [inputs | . + {defects: defects}] | . as $all
| (reduce $groups[] as $g ({}; .[$g[0]] += [$g])) as $groups
| (reduce .[] as $e (
	# Projects without atoms, too.
	($dirs / "\n" | map(select(. != "" and ($only == ""
		or endswith("/" + $only)))) | map({key: ., value: []})
		| from_entries);
	.[$e.dir | sub("/[^/]*$"; "")] += [$e]))
| to_entries | sort_by(.key)
| map(.key as $dir | .value | (map(select(.kind != "decisions"))) as $atoms
	| (reduce $atoms[] as $e ({}; .[$e.id | key] = $e)) as $at
	| ([$atoms[] | alone($at), contradicted($at), shaken($checked)]
		+ [$groups[$dir] // [] | by_tags($all)]
		+ [$atoms | by_links, chains, recurring]
		| sort_by([.path, .code, .line, .message])) as $findings
	| {$dir, project: ($dir | sub("^.*/"; "")),
		kinds: (reduce .[] as $e ({}; .[$e.kind] += 1)), $findings})
