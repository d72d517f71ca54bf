# chart.jq: records on the input, to bars: lines or SVG.
include "collectors";

def day: if type == "string" and test("^\\d{4}-\\d\\d-\\d\\d")
	then (try (.[:10] + "T00:00:00Z" | fromdate / 86400) catch null)
	else null end;
def date: . * 86400 | todate | .[:10];
def today: env.CORTEX_NOW | day;
# The last days of the weeks, oldest first.
def ends: [range($weeks) as $i | today - 7 * ($weeks - 1 - $i)];

# {title, names: of the parts, rows: [[label, [number of each part]]]}
def layers($notes):
	(($config[0].layers // {hot: 2, warm: 7})) as $l
	| {title: "Notes by layer", names: ["hot", "warm", "cold"],
	   rows: [ends[] as $day | [($day | date),
		([$notes[] | select(.made <= $day)
			| $day - (if .updated <= $day then .updated else .made end)]
		| if $l.newest then min as $newest | map(. - $newest) else . end
		| [map(select(. <= $l.hot)), map(select(. > $l.hot and . <= $l.warm)),
		   map(select(. > $l.warm))] | map(length))]]};
def made($notes):
	{title: "New notes a week", names: ["notes"], rows: [ends[] as $day
	| [($day | date), [[$notes[] | select(.made <= $day and
		.made > $day - 7)] | length]]]};
def use:
	{title: "Notes in use", names: ["times"], rows: [[inputs]
		| sort_by(-.count, .path)[:15][] | [.path, [.count]]]};
def dated:
	[.[] | select(.dated != "mtime" and .dated != "first")
	| {updated: (.updated | day), made: (.created | day)}
	| .updated //= .made | .made //= .updated | select(.made)];

def most_of: [.rows[][1] | add] | max // 0 | if . > 0 then . else 1 end;
def lines:
	most_of as $most
	| ([.rows[][0] | plain | length] | max // 0 | [., $width / 2] | min | floor) as $left
	| ["█", "▓", "░"] as $ink
	| .names as $names
	| [range($names | length) as $i | [$names[$i],
		(.rows[][1][$i] | tostring)] | map(length) | max] as $wide
	| ([$width - $left - 5 - ($wide | map(. + 2) | add), 10] | max) as $room
	| def numbers: [to_entries[] | (.value | tostring) as $n
		| " " * ($wide[.key] + 2 - ($n | length)) + $n] | add;
	.title + (if ($names | length) > 1 then ": " + ([$names | to_entries[]
		| $ink[.key] + " " + .value] | join("  ")) else "" end),
	" " * $left + ($names | numbers),
	(.rows[] | (.[0] | plain | .[-$left:]) as $name
	| $name + (" " * ($left - ($name | length)) // "") + (.[1] | numbers) + "  "
	+ ([.[1] | to_entries[] | ($ink[.key] * ((.value * $room / $most) | round))
		// ""] | add)),
	(.undated | values | select(. > 0)
		| "\(.) undated note\(if . > 1 then "s are" else " is" end) left out");

def svg:
	def xml: plain | @html;
	["#c2571a", "#b58900", "#3b82c4"] as $colors
	| most_of as $most
	| (.names | length) as $parts
	| (if $parts > 1 or ($chart != "use") then 110 else 330 end) as $left
	| (34 + 20 * (.rows | length)) as $height
	| "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"720\" height=\"\($height)\" viewBox=\"0 0 720 \($height)\" font-family=\"sans-serif\" font-size=\"12\" role=\"img\">",
	"<title>\(.title | xml)</title>",
	"<rect width=\"720\" height=\"\($height)\" fill=\"#fff\"/>",
	"<text x=\"10\" y=\"18\" font-weight=\"bold\">\(.title | xml)</text>",
	(if $parts > 1 then .names | to_entries[]
		| "<rect x=\"\(200 + 80 * .key)\" y=\"9\" width=\"10\" height=\"10\" fill=\"\($colors[.key])\"/><text x=\"\(215 + 80 * .key)\" y=\"18\">\(.value)</text>"
	else empty end),
	(.rows | to_entries[] | (28 + 20 * .key) as $y | .value as [$name, $n]
	| "<text x=\"10\" y=\"\($y + 13)\">\($name[-50:] | xml)</text>",
	(foreach ($n | to_entries[]) as $part ({x: $left}; .w =
			($part.value * (660 - $left) / $most)
		| .from = .x | .x += .w; select(.w > 0)
		| "<rect x=\"\(.from | round)\" y=\"\($y)\" width=\"\([.w | round, 1] | max)\" height=\"16\" fill=\"\($colors[if $parts == 1 then 2 else $part.key end])\"><title>\($part.value)</title></rect>")),
	"<text x=\"\($left + 6 + ($n | add) * (660 - $left) / $most | round)\" y=\"\($y + 13)\">\($n | add)</text>"),
	"</svg>";

def chart:
	(if $chart == "use" then use
	else [inputs] as $all | ($all | dated) as $dated
		| (if $chart == "notes" then made($dated)
			else layers($dated) end)
		| .undated = ($all | length) - ($dated | length) end)
	| if $form == "svg" then svg else lines end;
