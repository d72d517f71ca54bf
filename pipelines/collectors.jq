# collectors.jq: what the collectors that are written in jq have in common.
#
# A region is part of a note, so what stands there must not change what the
# collectors see the next time: names are escaped until they are neither
# links nor hashtags, and atoms are named by markdown links, which the link
# graph does not count.

# What a terminal would act on, as cx_put_visible() has it: controls, C1 too,
# separators of lines, and what changes the direction of text.
def plain: gsub("[\\p{Cc}\\x{61c}\\x{200e}\\x{200f}\\x{2028}-\\x{202e}\\x{2066}-\\x{2069}]"; "?");

# A name as text in markdown, on one line.
def text:
	gsub("[[:cntrl:][:space:]]+"; " ")
	| gsub("(?<c>[\\\\`*<>#|\\[\\]])"; "\\" + .c);

# A path as the target of a markdown link, from the root of the vault.
def target:
	"/" + gsub("(?<c>[[:cntrl:][:space:]\"#%()*<>?\\[\\\\\\]`|])";
		# jq 1.6 leaves these three.
		{"(": "%28", ")": "%29", "*": "%2A"}[.c] // (.c | @uri));

def link: "[\(.name | text)](\(.path | target))";

# Days since 1970-01-01 of a date; null if it is not one.
def days($y; $m; $d):
	[31, (if $y % 4 == 0 and ($y % 100 != 0 or $y % 400 == 0)
		then 29 else 28 end), 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
		as $length
	| if $m < 1 or $m > 12 or $d < 1 or $d > $length[$m - 1] then null
	else
		# Years begin in March, so that a leap day is the last.
		(if $m < 3 then $y - 1 else $y end) as $y
		| ((153 * (($m + 9) % 12) + 2) / 5 | floor) as $months
		| $y * 365 + ($y / 4 | floor) - ($y / 100 | floor)
			+ ($y / 400 | floor) + $months + $d - 719469
	end;
def day:
	if type == "string" and test("^[0-9]{4}-[0-9]{2}-[0-9]{2}(?![0-9])")
	then (.[:10] | split("-") | map(tonumber)) as $d
		| days($d[0]; $d[1]; $d[2])
	else null end;
def today: ($ENV.CORTEX_NOW // (now | todate)) | day
	// ("CORTEX_NOW is not YYYY-MM-DD[THH:MM:SS]\n" | halt_error(2));

# Records, the newest first; those without a date come last.
def newest: sort_by([-(.updated | day // -1000000), .path]);

# {"a":1,"b":2} as entries, the most first.
def most: to_entries | sort_by([-.value, .key]);

# Lines as the text of a section.
def section($name): {section: $name, text: (if length == 0 then "none"
	else join("\n") end)};
