# import.jq: what the formats of cx import have in common.
#
# A format is import.d/NAME.jq and defines note: what its reader gives, one
# thing at a time, becomes the members of a note, or of several or none.  An
# error in it skips the thing and is reported.  finish checks and completes
# the members.

# --- text

# As join, which takes the square of the time in jq 1.6.
def glue($sign):
	if length == 0 then "" else [.[0], (.[1:][] | $sign, .)] | add end;

# What matches, as match("..."; "g") has it, and the text between as strings,
# in their order.  Each match takes jq the time of all the text before it: a
# long text is read in pieces, and nothing is found that is longer than one.
def spans($re):
	def piece: 4096;
	def found($matches; $last):
		. as $text
		| foreach ($matches[], null) as $m ({at: 0};
			.from = .at | .match = $m
			| .at = (if $m then $m.offset + $m.length else $last end);
			$text[.from:if .match then .match.offset else $last end],
			(.match // empty));
	if length <= 2 * piece then found([match($re; "g")]; length)
	else
		explode as $c
		| foreach (range(0; $c | length; piece), null) as $i ({held: ""};
			if $i then
				.text = .held + ($c[$i:$i + piece] | implode)
				# What begins in the last piece may go on.
				| ((.text | length) - piece) as $least
				| .found = [.text | match($re; "g") | select(.offset < $least)]
				| .end = ([$least, (.found[-1] // {offset: 0, length: 0}
					| .offset + .length)] | max)
			else
				.text = .held | .found = [.text | match($re; "g")]
				| .end = (.text | length)
			end
			| .held = .text[.end:];
			. as $at | .text | found($at.found; $at.end))
	end;

# Lines end in \n, and there are no other control characters than tabs.
def clean:
	if contains("\r") then split("\r\n") | join("\n") | split("\r") | join("\n")
	else . end
	| if test("[\\x00-\\x08\\x0b-\\x1f\\x7f]") then
		explode | map(select(. >= 32 and . != 127 or . == 9 or . == 10))
		| implode
	else . end;

def oneline: clean | gsub("\\s+"; " ") | sub("^ "; "") | sub(" $"; "");
def trim: sub("^\\s+"; "") | sub("\\s+$"; "");

# A block of code, whatever it has in it: CommonMark 0.31, 4.5.
def fence($language):
	([match("`+"; "g").length] | max // 0) as $n
	| ("`" * ([$n + 1, 3] | max)) as $f
	| "\($f)\($language)\n\(sub("\n+$"; ""))\n\($f)";

# What a block of code may be called.
def language:
	if type == "string" and test("^[a-z0-9+#-]+$") and . != "unknown" then .
	else "" end;

# --- ids

# A number of 51 bits: polynomials modulo two primes.
def hash:
	explode as $s
	| (reduce $s[] as $c (7; (. * 20170903 + $c) % 67108859)) as $a
	| (reduce $s[] as $c (7; (. * 11035153 + $c) % 33554393)) as $b
	| $a * 33554393 + $b
	| [recurse(. / 36 | floor; . > 0) % 36
		| "0123456789abcdefghijklmnopqrstuvwxyz"[.:.+1]] | join("");

# What is an id already stays; else readable, and unlike all others.
def ident:
	if test("^[\\p{L}\\p{N}\\p{M}_.-]{1,100}$") and utf8bytelength <= 200
	then .
	else (gsub("[^\\p{L}\\p{N}_.-]+"; "-") | .[:40] | sub("^-"; "")
		| sub("-$"; "")) + "-" + hash end;

# That of an address is the same wherever it comes from.
def address_id:
	"url-" + (sub("^[a-z]+://(www\\.)?"; "") | sub("/$"; "")
		| gsub("[^\\p{L}\\p{N}_.-]+"; "-") | .[:40] | sub("-$"; ""))
		+ "-" + hash;

# --- dates

def two: tostring | if length < 2 then "0" + . else . end;
def real_day: # [year, month, day]
	.[2] >= 1 and .[1] >= 1 and .[1] <= 12 and .[2] <= (
		[31, if .[0] % 4 == 0 and (.[0] % 100 != 0 or .[0] % 400 == 0)
			then 29 else 28 end,
		31, 30, 31, 30, 31, 31, 30, 31, 30, 31][.[1] - 1]);
def month:
	{jan: 1, feb: 2, mar: 3, apr: 4, may: 5, jun: 6, jul: 7, aug: 8,
		sep: 9, oct: 10, nov: 11, dec: 12}[.[:3] | ascii_downcase] // 0;
# The zones of RFC 822, 5.1; -0000 and unknown ones are UTC (RFC 5322, 4.3).
def zone:
	if . == null or . == "" then "Z"
	elif test("^[+-][0-9]{4}$") then "\(.[:3]):\(.[3:])"
	else {EST: "-05:00", EDT: "-04:00", CST: "-06:00", CDT: "-05:00",
		MST: "-07:00", MDT: "-06:00", PST: "-08:00", PDT: "-07:00"}[.] // "Z"
	end;
def day($y; $m; $d):
	[$y, $m, $d] | if real_day then
		"\(("000\($y)")[-4:])-\($m | two)-\($d | two)" else null end;

# A date as cx new reads it, with the zone that it was written in, or null.
# Numbers are seconds since 1970, or where that is too far off milliseconds or
# microseconds.
def date:
	if type == "number" then
		(if . > 100000000000000 then . / 1000000
			elif . > 100000000000 then . / 1000 else . end) as $s
		| if $s >= 0 and $s < 253402300800 then $s | floor | todate
		else null end
	elif type != "string" then null
	elif test("^\\s*[0-9]{9,17}(\\.[0-9]+)?\\s*$") then tonumber | date
	else
		(capture("^\\s*(?<y>[0-9]{4})-(?<m>[0-9]{2})-(?<d>[0-9]{2})(?<t>[Tt ]\\s*(?<h>[0-9]{2}:[0-9]{2})(?<s>:[0-9]{2})?(\\.[0-9]+)?\\s*(?<z>[Zz]|[+-][0-9]{2}:?[0-9]{2})?)?\\s*$")
		| day(.y | tonumber; .m | tonumber; .d | tonumber) as $day
		| if $day and .t then
			"\($day)T\(.h)\(.s // ":00")\(.z // "" | ascii_upcase)"
		else $day end) //
		# RFC 822, 5, and RFC 5322, 3.3
		(capture("^\\s*([A-Za-z]{3},\\s*)?(?<d>[0-9]{1,2})\\s+(?<m>[A-Za-z]{3,9})\\s+(?<y>[0-9]{2,4})\\s+(?<h>[0-9]{1,2}):(?<i>[0-9]{2})(:(?<s>[0-9]{2}))?\\s*(?<z>[A-Za-z]+|[+-][0-9]{4})?")
		| (.y | tonumber | if . < 50 then . + 2000
			elif . < 1000 then . + 1900 else . end) as $y
		| day($y; .m | month; .d | tonumber) as $day
		| if $day then "\($day)T\(.h | two):\(.i):\(.s // "00")\(.z | zone)"
		else null end) //
		# March 5, 2024 10:12 AM
		(capture("^\\s*(?<m>[A-Za-z]{3,9})\\.?\\s+(?<d>[0-9]{1,2})(st|nd|rd|th)?,\\s*(?<y>[0-9]{4})(\\s+(?<h>[0-9]{1,2}):(?<i>[0-9]{2})\\s*(?<p>[AaPp])[Mm])?\\s*$")
		| day(.y | tonumber; .m | month; .d | tonumber) as $day
		| if $day and .h then
			((.h | tonumber) % 12 + (if .p | test("[Pp]") then 12
				else 0 end)) as $h
			| "\($day)T\($h | two):\(.i):00"
		else $day end) // null
	end;

# --- markdown

# What percent signs stand for; bytes that are not UTF-8 stay as written.
def unpercent:
	def hex: explode | reduce .[] as $c (0; . * 16 + ($c | if . > 96 then
		. - 87 elif . > 64 then . - 55 else . - 48 end));
	def utf8: # of bytes
		. as $b | if $b == [] then []
		elif $b[0] < 128 then [$b[0]] + ($b[1:] | utf8)
		else (if $b[0] >= 240 then 4 elif $b[0] >= 224 then 3 else 2 end) as $n
			| [reduce $b[1:$n][] as $c ($b[0] % (if $n == 2 then 32
				elif $n == 3 then 16 else 8 end); . * 64 + $c % 64)]
				+ ($b[$n:] | utf8) end;
	if contains("%") then
		[match("(%[0-9A-Fa-f]{2})+|[^%]+|%"; "g").string
			| if length > 2 and startswith("%") then
				[.[1:] | split("%")[] | hex] | utf8 | implode
			else . end] | join("")
	else . end;

# Links to notes that are imported too lead to their ids: files get other
# names.  A wikilink that says the name of the note already does.
def relink_line($to):
	def wiki($note; $anchor; $text; $bar):
		"[[\($note.id)\($anchor)\(if $text == "" then "" else $bar
			+ $text end)]]";
	(if startswith("|") then "\\|" else "|" end) as $bar
	| [spans("`+[^`]+`+|\\[\\[([^\\]\\[|#\\\\]+)(#[^\\]\\[|\\\\]*)?(?:\\\\?\\|([^\\]]*))?\\]\\]|\\[([^\\[\\]]*)\\]\\(\\s*(?:<([^<>]*)>|([^()\\s<>]*(?:\\([^()\\s]*\\)[^()\\s<>]*)*))(?:\\s+(?:\"[^\"]*\"|'[^']*'))?\\s*\\)")
		| if type == "string" then . else
			. as $m | [.captures[].string] as $c
			| if $c[0] != null then
				($c[0] | trim) as $target | $to[$target] as $note
				| if $note and $note.name != $target then
					wiki($note; $c[1] // ""; $c[2] // $target; $bar)
				else $m.string end
			elif $c[4] != null or $c[5] != null then
				($c[4] // $c[5]) as $all
				| ($all | index("#") // length) as $cut
				| ($all[:$cut] | unpercent) as $path
				| $to[if $path | test("^\\.{0,2}/") then $path
					else "./" + $path end] as $note
				| if $note then wiki($note; $all[$cut:] | unpercent; $c[3]; $bar)
				else $m.string end
			else $m.string end
		end] | add // "";

def relink($to):
	if $to == {} then . else
		[foreach split("\n")[] as $line ({};
			if .fence then
				.line = $line | .fence as $f
				| if $line | test("^ {0,3}\($f[:1]){\($f | length),}\\s*$")
				then .fence = null else . end
			else
				([$line | match("^ {0,3}(`{3,}|~{3,})").captures[0].string]
					| .[0]) as $f
				| .fence = $f
				| .line = (if $f or ($line | contains("[") | not) then $line
					else $line | relink_line($to) end)
			end; .line)] | glue("\n") end;

# The id of a note in a file: its own, else where it is.
def markdown_id($format; $root):
	if .id then .id
	elif $format == "basic-memory" and (.extra.permalink | type) == "string"
	then .extra.permalink | gsub("/"; ".")
	elif $format == "notion" and (.path
		| test("[0-9a-f]{32}(_all)?\\.[a-z]+$")) then
		.path | match("([0-9a-f]{32})(_all)?\\.[a-z]+$").captures[0].string
	elif $format == "notion" and (.page // "" | test("^[0-9a-f-]{36}$")) then
		.page | gsub("-"; "")
	else "\($format)-\($root)-\(.path | sub("\\.[^.]*$"; "") | gsub("/"; "."))"
		| gsub("-+"; "-") end
	| ident;

# What else a link may say, for the file that it means: in zk what the name of
# a file begins with, in nb its title, its name or its number, the line in the
# .index of its folder; with the name of a notebook before that.
def others($format; $ids; $index):
	if $format == "zk" then
		reduce ($ids | keys_unsorted[]) as $path ({};
			($path | split("/")[-1] | split("-")[0]) as $id
			| if has($id) then .[$id] = null else .[$id] = $path end)
	elif $format == "nb" then
		(reduce ($ids | to_entries[]) as $e ({};
			($e.value.name | ascii_downcase) as $title
			| .[$title] = $e.key | .[$e.key] = $e.key
			| .[$e.key | sub("[^/]*$"; $title) | ascii_downcase] = $e.key))
		+ ($index | split("\n") | map(split("\t") | select($ids[.[1] // ""])
			| {key: (.[0] | ascii_downcase), value: .[1]}) | from_entries)
	else {} end;
def selector($format):
	if $format == "nb" then sub("^[^/:]*:"; "") | if test("\\.md$") then .
		else ascii_downcase end
	else . end;

# The members of a note in a file, a record of cx-scan.
def markdown:
	.to as $to | .body as $body
	| ((.extra // {}) | with_entries(
		if .key | test("^(id|name|type|project|status|created|updated|tags|links|description|confidence|importance|pnl|pnl_impact|supersedes|expires|trust|source|reason)$") then
			.key |= "source_" + . else . end)) as $extra
	| ($body | relink($to)) as $text
	| {id: .own, name, default: "reference",
		type: (if .type == "unknown" then null else .type end),
		project: (if .project == "unknown" then null else .project end),
		status: (if .status == "active" then null else .status end),
		created: (.created // .updated), updated, tags,
		description: (if .description == "" then null else .description end),
		confidence, importance,
		# Those of front matter; $text has the others.
		links: [.links_out[] | . as $t | ($to[$t].id // $t) as $id
			| select([$t | ltrimstr("./")] + [$id]
				| any(. as $s | $text | contains($s)) | not) | $id],
		extra: ($extra + {keywords, source_path: .path}),
		body: $text};

# --- HTML, as html.xsl has made it Markdown

# Lines without blanks that mean nothing, and one empty line for several.
def tidy:
	[foreach split("\n")[] as $line ({blank: true};
		if .fence then
			.line = [$line] | if $line == .fence then .fence = null else . end
			| .blank = false
		else
			([$line | match("^[ >]*(`{3,}|~{3,})").captures[0].string] | .[0])
				as $f
			| ($line | sub("\\s+$"; "") | sub("^ (?! )"; "")) as $l
			| ($l | test("^[ >]*$")) as $empty
			| ($l | test("^ *$")) as $bare
			# A quote ends with an empty line that is not of it.
			| .line = (if $empty and .blank and (.quote and $bare | not)
				then [] else [if $bare then "" else $l end] end)
			| .blank = $empty | .quote = ($empty and ($bare | not))
			| .fence = $f
		end; .line[])] | join("\n") | trim | if . == "" then . else . + "\n" end;
def unentity:
	gsub("&lt;"; "<") | gsub("&gt;"; ">") | gsub("&quot;"; "\"")
	| gsub("&#0?39;|&apos;"; "'") | gsub("&nbsp;"; " ") | gsub("&amp;"; "&");

# The path of a link seen from a directory; .. does not lead out.
def path_from($dir):
	reduce ($dir + "/" + . | split("/")[]) as $part ([];
		if $part == "" or $part == "." then . elif $part == ".." then .[:-1]
		else . + [$part] end) | join("/");
# What the links of a text lead to, for relink: $ids is by path.
def lead_to_all:
	split("](")[1:][] | match("^<?([^()<>#\\s]+)").captures[0].string
	| unpercent
	| if test("^\\.{0,2}/") then . else "./" + . end;
def lead_to($ids; $dir):
	[lead_to_all | {key: ., value: $ids[path_from($dir)]} | select(.value)]
	| from_entries;

def html:
	(if type == "string" then error(.) else .to end) as $to
	| (.text | tidy) as $text
	| {id: .own, name: (if .title != "" then .title else
			.path | split("/")[-1] | sub("\\.html?$"; "") end),
		default: "reference", created: (.created // .modified // .mtime),
		updated: (.modified // .mtime),
		tags: ["\n" + $text | spans("\\s#([\\p{L}_][\\p{L}\\p{N}_/-]*)")
			| objects.captures[0].string],
		extra: {source_path: .path},
		body: ($text | relink($to))};

# --- CSV (RFC 4180)

# Rows of fields.  Between quotation marks, every other piece of the text, no
# sign ends a field or a row; the signs that do are control characters here.
def csv_rows:
	def fields:
		split("\u0001")[] | if startswith("\"") then
			.[1:] | rtrimstr("\"") | split("\"\"") | glue("\"") else . end;
	ltrimstr("\ufeff") | split("\r\n") | glue("\n") | rtrimstr("\n")
	| split("\"")
	| [range(0; length) as $i | .[$i] | if $i % 2 == 1 then . else
		split(",") | glue("\u0001") | split("\n") | glue("\u0002") end]
	| glue("\"") | split("\u0002")[]
	| if . == "" then [.] else [fields] end;

# --- the record

# What cx new writes: text, numbers and lists of them.
def plain:
	if type == "string" then clean
	elif type == "array" then map(if type == "string" then clean
		elif type == "number" then . else tojson end)
	elif type == "number" then .
	else tojson end;

# The members of a note, without those that are not there.  What the vault
# has no word for is kept under another name.
def candidate($set):
	def known($key; $table):
		.[$key] as $value
		| if $value == null or ($table | has($value | tostring)) then .
		else .extra["source_\($key)"] = .[$key] | del(.[$key]) end;
	def dated($key):
		if .[$key] == null then .
		else (.[$key] | date) as $date
		| if $date then .[$key] = $date
		else .extra["source_\($key)"] = .[$key] | del(.[$key]) end end;
	if (.id | type) != "string" or .id == "" then error("it has no id")
	else . end
	| .id |= ident
	| .extra |= (. // {} | with_entries(select(.value != null)))
	| known("type"; $set.types) | known("status"; $set.statuses)
	| if $set.projects != {} then known("project"; $set.projects) else . end
	| .type = ($set.type // .type // .default)
	| dated("created") | dated("updated")
	| .updated = (.updated // .created)
	| .created = (.created // .updated)
	| .extra.source = $set.format
	| .name |= (. // "" | tostring | oneline | if . == "" then null else . end)
	| .body |= (. // "" | clean)
	| .body as $text
	| .links |= (arrays // [] | map(clean | . as $to
		| select($to != "" and ($text | contains("[[\($to)]]") | not)))
		| if . == [] then null else . end)
	| .tags |= (. // [] | if type == "array" then . else [.] end
		| map(strings | oneline | select(. != "")))
	| {id, name, type, project, status, created, updated, tags,
		reason: "imported from \($set.format)\(if .created then
			", dated \(.created[:10])" else "" end)",
		description, links, importance, confidence, trust}
		+ {extra, content: .body}
	| .extra |= with_entries(.value |= plain)
	| with_entries(select(.value != null));

# Each thing of the input, by number; note is the format's.
def finish(note; $set):
	foreach inputs as $thing (0; . + 1; [., $thing])
	| .[0] as $n | .[1]
	| try (note | candidate($set))
		catch {skipped: "\($set.file): record \($n): \(tostring)"};
