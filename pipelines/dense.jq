# dense.jq: what the pipelines on dense-context projects have in common; see
# cx-init(1) for the layout.
include "collectors";

# The place of a record in a project: its directory, project and kind, or null.
def place:
	(.path | capture("^(?<dir>(.*/)?projects/(?<project>[^/]+)/(?<kind>experiments|knowledge|patterns|decisions))/(?<file>[^/]+)[.]md$"))
		// null
	| select(. == null or
		(.file | IN("CORTEX", "index", "README") | not));

# A text or a list of texts in front matter as a list of texts.
def list:
	if . == null then []
	elif type == "array" then map(strings)
	else tostring / "," end
	| map(gsub("^[\\s\\[\"]+|[\\s\\]\"]+$"; "") | sub("[|#].*"; ""))
	| map(select(. != ""));

# What a dense atom is asked for.  $refs: path to refs, of cx-access fold.
def entry($refs):
	(place // empty) as $p
	| {path, dir: $p.dir, project: $p.project, kind: $p.kind,
		id: (.id // $p.file), date: (.created // ""),
		summary: .description, tags, status,
		word: (.life.status | ascii_downcase), target: (.life.target // ""),
		due: (.life.due | map(select(.why | IN("stale", "unreviewed")))),
		refs: ($refs[.path] // 0),
		age: ((.created | day) as $d
			| if $d then today - $d else null end),
		links: (.links_out - (.links_soft // [])),
		evidence: (.extra.evidence | list),
		sources: (.extra["source-experiments"] | list),
		extra, problems}
	| .section =
		if .word | test("^(superseded|deprecated|refined|stale)")
		then "superseded"
		elif .word | startswith("invalidated") then "invalidated"
		else "active" end;

def refs_of($fold): reduce $fold[] as $f ({}; .[$f.path] = $f.refs);

# The most wanted first.
def ranked:
	def negated: explode | map(-.);
	# A longer date is the later one of two that begin alike.
	sort_by([-.refs, ((.date | negated) + [1]), .id]);

def cell:
	# Most cells have none of it, and gsub is slow.
	if test("[|[:cntrl:]]") then
		gsub("\r\n|\r|\n"; "<br>") | gsub("[[:cntrl:]]"; " ")
		| gsub("\\\\\\|"; "|") | gsub("\\|"; "\\|")
	else . end;
def cells: "| " + (map(tostring | cell) | join(" | ")) + " |";
