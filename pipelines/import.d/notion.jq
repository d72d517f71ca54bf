# notion: a Notion export: the zip, or its directory; Markdown & CSV, or HTML
# reads: notion
#
# notion.com/help/export-your-content.  Every file is called after its page and
# the page's id, 32 hexadecimal digits, and links say the file; properties of
# a page in a database are lines "Name: value" below its title, in HTML a table
# of the class "properties"; a database is a CSV, and NAME_all.csv has the
# rows that a view hides too.  Large exports have zips in the zip.
include "import";

def page_id: match("([0-9a-f]{32})(_all)?\\.(md|csv|html)$").captures[0].string;
def properties:
	if .html then [.properties[1:][] | {key: .name, value}]
	else [.body | split("\n") | .[if .[0] // "" | startswith("# ") then 1 else 0
			end:]
		| (map(. != "") | index(true)) as $first | .[$first // 0:]
		| .[:map(test("^[^:]{1,60}: ") | not) | index(true) // length][]
		| capture("^(?<key>[^:]+): +(?<value>.*)$")] end;
def property($all; $name): [$all[] | select(.key | test($name; "i")) | .value] | .[0];

# "2024/03/06 1:00" is another way of Notion to write a date, and in HTML
# "@March 5, 2024 10:12 PM".
def day:
	strings | sub("^@"; "") | (capture("^(?<y>[0-9]{4})/(?<m>[0-9]{2})/(?<d>[0-9]{2})( (?<h>[0-9]{1,2}):(?<i>[0-9]{2}))?$")
		| "\(.y)-\(.m)-\(.d)\(if .h then "T\(("0" + .h)[-2:]):\(.i):00" else ""
			end)") // .;

# A page on the web that is exported, too, is the note.
def web_id($known): match("^https://(?:www\\.)?notion\\.(?:so|com)/[^?#]*?([0-9a-f]{32})(?:$|[?#])").captures[0].string | select($known[.]);
def related($known):
	gsub("(?<sep>^|, )(?<title>[^,()\n]+) \\((?<at>[^()\\s]*?(?<id>[0-9a-f]{32})(?:\\.md|\\.html)?(?:\\?[^()\\s]*)?)\\)";
		if $known[.id] then "\(.sep)[[\(.id)|\(.title)]]"
		else "\(.sep)\(.title) (\(.at))" end);
# The lines of properties, after the title.
def relations($known):
	(match("^(?:# [^\n]*\n)?\n*(?:[^:\n]{1,60}: [^\n]*\n)+").length // 0)
		as $n
	| (.[:$n] | split("\n") | map((index(": ") // 0) as $at
			| .[:$at + 2] + (.[$at + 2:] | related($known))) | join("\n"))
		+ .[$n:];

def note:
	if type == "string" then error(.)
	elif .html and (.path | test("(^|/)index\\.html$")) then empty
	elif .rows then
		.known as $known | {id: .own, name, default: "reference", body: ("# \(.name)\n\n"
			+ (.rows | to_entries | map("| " + (.value | map(related($known) | gsub("\n"; "<br>")
				| gsub("\\|"; "\\|")) | join(" | ")) + " |\n"
				+ if .key == 0 then "|" + (.value | map("---|") | join(""))
					+ "\n" else "" end) | join("")))}
	else
		properties as $all | .known as $known
		| (.html == true) as $html
		| if $html and ($all | length) > 0 then
			.text = ($all | map("- \(.key): \(.value)\n") | join("")) + "\n"
				+ .text else . end
		# A link says the id, whether or not the page is here.
		| .to += ([((.links_out // [])[], (.text // .body | lead_to_all))
			| {key: ., value: {id: ([page_id, (ltrimstr("./")
				| web_id($known))] | .[0] // empty)}}]
			| from_entries)
		| (if .html then html else markdown end)
		| ([property($all; "^(created|created time|created at|date created)$")
			| day] | .[0]) as $created
		| ([property($all; "^(last edited|last edited time|updated|updated at)$")
			| day] | .[0]) as $updated
		| .created = ($created // .created)
		| .updated = ($updated // $created // .updated)
		| .tags += [property($all; "^tags?$") // "" | split(",")[] | trim
			| select(. != "")]
		| if $html then . else .body |= relations($known) end
	end;
