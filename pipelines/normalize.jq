# normalize.jq: candidates for cx-gate out of events, which are records of
# cx-scan --body.  $made: the notes that have an event already.  $found: what a
# command has found in sessions.

include "asked";

def event: .path | sub("^.*/"; "") | sub("[.]md$"; "");
def raw: .body | sub("^\\s*## Raw Content\r?\n"; "")
	| gsub("^\\s*\n|\\s+$"; "");

# What is said after a bullet: {type, text, done}, of the notes of a meeting.
def box:
	capture("^\\s*[-*+] \\[(?<done>[ xX])\\]\\s+(?<text>.*\\S)") // null;
def section:
	if test("decision|decided"; "i") then "decision"
	elif test("\\b(actions?|action items?|to-?dos?|tasks|next steps|follow-?ups?)\\b"; "i")
	then "action" else null end;
def heading:
	(capture("^ {0,3}(?<marks>#{1,6})\\s+(?<text>.*)") | {level: (.marks
		| length), text})
	// (capture("^(?<b>\\*\\*|__)(?<text>[^*_]+)(\\*\\*|__):?\\s*$")
		| {level: 7, text})
	// (select(test("^(decisions?|action items?|actions|to-?dos?):?\\s*$"; "i"))
		| {level: 7, text: .})
	// null;
def nothing: test("^([-*_=|:\\s]*|<!--.*|(none|nothing|n/a|tbd)[.]?)$"; "i");

def item($new):
	.items += [$new + {asked: (.asked // .under)}]
	| .asked = ($new.text | question);

# Lines to {type, text, done, asked}.  Fenced code is text of somebody else.
# A question is for the next item, or as a heading for all below it.
def parts:
	reduce (split("\n")[] | rtrimstr("\r")) as $line (
		{type: null, level: 0, fence: false, joins: false, items: []};
		($line | heading) as $h
		| ($line | question) as $question
		| ($line | box) as $box
		| ($line | capture("^(?<in>\\s*)([-*+]|[0-9]+[.)])\\s+(?<text>.*\\S)")
			// null) as $bullet
		| if $line | test("^ {0,3}(```|~~~)") then
			.fence |= not | .joins = false
		elif .fence then .
		elif $h and .type and $h.level > .level
			and ($h.text | section) == null then
			.joins = false | .asked = null | .under = $question
		elif $h then
			.type = ($h.text | section) | .level = $h.level
			| .joins = false | .asked = null | .under = $question
		elif $box and ($box.done == " " or .type == "action") then
			item({type: "action", text: $box.text,
				done: ($box.done != " ")})
			| .joins = true
		elif $line | test("^\\s*$") then .joins = false
		elif .joins and ($bullet == null or ($bullet.in | length) > 1)
			and ($line | nothing | not) then
			.items[-1].text += " " + ($bullet.text
				// ($line | gsub("^\\s+|\\s+$"; "")))
			| .asked = (.items[-1].text | question)
		elif .type == null then .joins = false | .asked = $question
		elif ($bullet.text // $line) | nothing then .joins = false
		else
			item({type, text: ($bullet.text
				// ($line | gsub("^\\s+|\\s+$"; ""))), done: false})
			| .joins = ($bullet != null)
		end)
	| .items;

def deadline:
	(capture("\\b(due|by|until|deadline)[: ]+\\(?(?<d>[0-9]{4}-[0-9]{2}-[0-9]{2})"; "i")
		| {deadline: .d}) // {};

# A member that nobody has given is not there.
def given: with_entries(select(.value != null and .value != ""));

def reasons: {
	meeting: "captured in a meeting, to be known to those who were not there",
	manual: "captured by hand, to be found again later"};

select(has("body"))
| (reduce $made[] as $m ({}; .[$m.key] = true)) as $have
| event as $event
# Front matter that names no project has none, whatever its directory says.
| (if .project == "unknown" then null else .project end) as $project
| {event: $event, session: .extra.session, project: $project,
	tags, asked, trust: "external", created: (.extra.timestamp // "")[:10]} as $common
| raw as $text
| if .type == "stop" or .type == "pre_compact" then
	$found[] | select(.event == $event) | $common + . | given
else ($common + {
	type: (if .type == "meeting" then "meeting" else "event" end),
	content: $text, reason: (reasons[.type] // reasons.manual)} | given),
(select(.type == "meeting")
	| $text | parts | to_entries[]
	| $common + {
		event_part: (.key + 1), type: .value.type, content: .value.text,
		asked: .value.asked,
		status: (if .value.type == "decision" then "active"
			elif .value.done then "resolved" else "open" end),
		reason: {decision: "it was decided in a meeting",
			action: "somebody has promised it in a meeting"}[.value.type]}
	+ (.value.text | deadline) | given)
end
| select($have["\(.event)/\(.event_part // 0)"] | not)
# Each kind is judged in its own way.
| [if .from == "session" then "session" elif .event_part then "part"
	elif .type == "meeting" then "meeting" else "note" end, .]
