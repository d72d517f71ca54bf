# logseq: a Logseq graph: its directory, or its export to JSON or EDN
# reads: logseq
#
# docs.logseq.com: a page is a file of pages/, whose name has ___ or %2F for /,
# or a day of journals/, YYYY_MM_DD; "key:: value" are properties, those of the
# first block are the page's; ((uuid)) means the block that has id:: uuid.
# The exports are {version, blocks: [page]}, of which a page has page-name,
# properties and children, and a block id, content (later page-name),
# properties and children: logseq/logseq 0.10,
# src/main/frontend/handler/export.cljs.  Graphs in a database are exported as
# {pages-and-blocks: [{page, blocks}]} with build/children, and [[uuid]] for
# links: deps/db/src/logseq/db/sqlite/export.cljs.
include "import";

def list: if type == "array" then . elif type == "string" then
	split(",") else [] end | map(strings | trim | ltrimstr("#") | ltrimstr("[[")
	| rtrimstr("]]") | select(. != ""));
# A day as Logseq calls it unless told otherwise.
def journal: # of [year, month, day]
	"\(["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct",
		"Nov", "Dec"][.[1] - 1]) \(.[2])\(if .[2] % 10 == 1 and .[2] != 11
		then "st" elif .[2] % 10 == 2 and .[2] != 12 then "nd"
		elif .[2] % 10 == 3 and .[2] != 13 then "rd" else "th" end), \(.[0])";
def refer($refs):
	if $refs == {} then . else
		gsub("(?<a>\\(\\(|\\[\\[)(?<u>[0-9a-f]{8}-[0-9a-f-]{27})(?<b>\\)\\)|\\]\\])"; . as $c
			| $refs[.u] | if . then "[[\(.id)|\(.text)]]"
				else "\($c.a)\($c.u)\($c.b)" end)
	end;
def outline($depth):
	(.content // "" | split("\n")) as $lines
	| ("\t" * $depth // "") as $in
	| "\($in)- \($lines[0] // "")\n", ($lines[1:][] | "\($in)  \(.)\n"),
	(.properties // {} | to_entries[] | "\($in)  \(.key):: \(.value
		| if type == "array" then map(tostring) | join(", ") else tostring
		end)\n"),
	((.children // [])[] | outline($depth + 1));
# A page of an export, in the form that the first ones had.  The value of a
# property may be a node, a reference to one, or a member of a set of values.
def node_name: .title // (.journal | numbers | tostring
	| [.[:4], .[4:6], .[6:]] | map(tonumber) | journal) // .value;
def value:
	if type == "array" and (.[0] == "page" or .[0] == "uuid") then
		.[1] | if type == "object" then "[[\(node_name)]]" else "[[\(.)]]" end
	elif type == "array" then map(value)
	elif type == "object" then node_name // tojson
	else . end;
# In a database, names have something random at the end.
def called($db): if $db then sub("-[A-Za-z0-9_-]{8}$"; "") else . end;
def properties($db): (.properties | objects
	| with_entries(.value |= value | .key |= called($db))) // {};
def block($db):
	{id: (.id // .uuid), content: (.content // .title // .["page-name"] // ""),
		properties: properties($db), children: [.children[]? | block($db)]};
def page:
	(.blocks // .children // []) as $blocks
	| ((.page | type) == "object") as $db
	| (if $db then .page else . end)
	| (.["page-name"] // node_name) as $name
	| if ($name | type) != "string" then . else
		{id: (.id // .uuid // "logseq-\($name)"), "page-name": $name,
			created: ((.journal | numbers | tostring
				| "\(.[:4])-\(.[4:6])-\(.[6:])") // .["created-at"]),
			updated: .["updated-at"],
			properties: (properties($db) + ([.tags[]? | strings
				| called($db)] | if . == [] then {} else {tags: .} end)),
			children: [$blocks[] | objects | block($db)]} end;
def aside($properties):
	# A page's record has its properties already, that of an export has not.
	.tags = ((.tags // []) - ($properties.tags | list)
		+ ($properties.tags | list))
	| .extra.aliases = ([.extra.aliases // [] | .[]]
		+ ($properties.alias // $properties.aliases | list)
		| unique | if . == [] then null else . end)
	| .type = $properties.type
	| if $properties.title then .name = $properties.title else . end;

def note:
	if .["page-name"] then
		(.properties // {}) as $properties | .refs as $refs
		| {id, name: .["page-name"], default: "reference",
			created: (.created // (.["page-name"] | date)),
			updated: .updated,
			extra: ($properties | del(.title, .tags, .alias, .aliases, .type)
				| with_entries(.key |= "logseq_" + .)),
			body: ([(.children // [])[] | outline(0)] | join("")
				| refer($refs))}
		| aside($properties)
	elif .path then
		select(.path | test("^logseq/") | not)
		| .refs as $refs | .path as $path
		| ([.body | split("\n") | .[:map(test("^\\s*(- )?[^ :]+:: ") | not)
				| index(true) // length][]
			| capture("^\\s*(- )?(?<key>[^ :]+):: +(?<value>.*)$")]
			| from_entries) as $properties
		| ($path | split("/")[-1] | sub("\\.md$"; "")) as $stem
		| markdown
		| .body |= refer($refs)
		| .name = (if .name != $stem then .name
			elif $path | test("^journals/[0-9]{4}_[0-9]{2}_[0-9]{2}\\.md$") then
				$stem | split("_") | map(tonumber) | journal
			else $stem | split("___") | join("/") | unpercent end)
		| if $properties.id then .id = $properties.id else . end
		| aside($properties)
	else error("it is not a page") end;
