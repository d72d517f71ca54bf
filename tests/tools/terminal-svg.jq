# terminal-svg.jq: what a terminal of $columns shows, as SVG: bold, dim and the
# colours of cx-show; in the colours of whoever looks, light or dark.
#
#	jq -Rsr --argjson columns 80 -f terminal-svg.jq <OUTPUT >OUTPUT.svg
def names: {"1": "b", "2": "d", "31": "r", "35": "m"};
# A line: [{text, class}], by what is switched on where it begins.
def spans:
	reduce splits("\u001b\\[") as $part
		({on: [], out: []};
		if .first then
			($part | capture("^(?<codes>[0-9;]*)m(?<text>.*)")) as $c
			| reduce ($c.codes | splits(";")) as $code (.;
				if $code == "0" or $code == "" then .on = []
				else .on += [names[$code]] end)
			| .out += [{text: $c.text, class: .on}]
		else .first = true | .out += [{text: $part, class: []}] end)
	| .out | map(select(.text != ""));
def width: 8.4;
def line: 20;
sub("\n+$"; "") | split("\n") | length as $rows
| ($columns * width + 32) as $w | ($rows * line + 52) as $h
| "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"\($w)\" height=\"\($h)\" viewBox=\"0 0 \($w) \($h)\" role=\"img\" font-family=\"ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace\" font-size=\"14\">",
"<title>cx search, cx list and cx check at a terminal</title>",
"<style>rect { fill: #fbfcfd; stroke: #d0d7de } circle { fill: #d0d7de } text { fill: #1c2128; white-space: pre } .b { font-weight: bold } .d { fill: #57606a } .r { fill: #b3261e } .m { fill: #8a2f8f } @media (prefers-color-scheme: dark) { rect { fill: #14181d; stroke: #3a434d } circle { fill: #3a434d } text { fill: #e6eaef } .d { fill: #a3adb8 } .r { fill: #ff9d94 } .m { fill: #e3a3e8 } }</style>",
"<rect x=\".5\" y=\".5\" width=\"\($w - 1)\" height=\"\($h - 1)\" rx=\"8\"/>",
(range(3) | "<circle cx=\"\(20 + 18 * .)\" cy=\"18\" r=\"5\"/>"),
(to_entries[] | (52 + line * .key) as $y
	| foreach (.value | spans[]) as $s ({x: 16};
		.from = .x | .x += ($s.text | length) * width;
		select($s.text | test("\\S"))
		| "<text x=\"\(.from * 10 | round / 10)\" y=\"\($y)\" textLength=\"\(.x - .from | . * 10 | round / 10)\"\(if $s.class == [] then "" else " class=\"\($s.class | unique | join(" "))\"" end)>\($s.text | @html)</text>")),
"</svg>"
