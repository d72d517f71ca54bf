# twins.jq: new notes of two sides that have one name, id or number; prints of
# the later one of each pair its side, path, new path, id and new id.
def stem: .path[:-3];
def parts($s): $s | capture("^(?<p>(?:.*/)?[A-Z][A-Za-z]*-|(?:.*/)?)(?<n>[0-9]{2,})(?<rest>(?:[-_. ][^/]*)?)$");
def number: [parts(stem) | .p + .n][0] // "";
def pad($n): tostring | until(length >= ($n | length); "0" + .);
# What both sides can tell: when it was made, then what stands in it.
def order: [.created // .updated // "", (del(.path) | tojson), .path];
# What nothing else may have.
def keys_of: "path " + stem, "id " + (.id // empty),
	"number " + (number | select(. != ""));
def in_set($set; $name): $set | has($name);
def renamed($s; $taken):
	[parts($s)][0] as $c
	| if $c then first(range(($c.n | tonumber) + 1; infinite) | pad($c.n)
		| select(in_set($taken; $c.p + .) | not) | $c.p + . + $c.rest)
	else first(range(2; infinite) | "\($s)-\(.)" | select(in_set($taken; .) | not)) end;

($one | split("\n") | map({(.): true}) | add // {}) as $same
| ($names | split("\n") | map(select(endswith(".md") and startswith($below))
	| .[($below | length):] | {path: .} | stem, number)) as $names
| (reduce ($names[], (($ours + $theirs)[] | .id // empty)) as $x ({};
	.[$x] = true)) as $taken
| (reduce ($theirs[] | {key: keys_of, value: .}) as $b ({};
	.[$b.key] += [$b.value])) as $by
| reduce ($ours[] as $a
	| ([$a | keys_of as $k | $by[$k][]?] | unique_by(.path))[] as $b
	| select(($a.path == $b.path and ($same[$a.path] or
		($a | del(.updated)) == ($b | del(.updated)))) | not)
	| if ($a | order) > ($b | order)
	then {side: "ours", late: $a, other: $b}
	else {side: "theirs", late: $b, other: $a} end) as $t
	({taken: $taken, done: {}, out: []};
	($t.late | stem) as $s | ($t.late.id // "") as $id
	| if .done[$t.side + $s] then . else
		(if $t.late.path == $t.other.path or (($t.late | number) != "" and
			($t.late | number) == ($t.other | number))
		then renamed($s; .taken) else $s end) as $to
		| (if $id == "" or $id != $t.other.id then $id
		elif ($s | split("/")[-1]) == $id and $to != $s
		then $to | split("/")[-1]
		elif [parts($s), parts($id)] | map(.n) | (length == 2 and
			.[0] == .[1]) and $to != $s
		then parts($id).p + parts($to).n
		else renamed($id; .taken) end) as $new
		| .taken[$to] = true | .taken[$new] = true
		| .taken[{path: ($to + ".md")} | number] = true
		| .done[$t.side + $s] = true
		| .out += [[$t.side, $t.late.path, $to + ".md", $id, $new]]
	end)
| .out[] | join("\t")
