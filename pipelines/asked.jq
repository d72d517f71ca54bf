# asked.jq: the question before an answer, for cx normalize.

# The last sentence of a text if it is a question, without who asks it; else
# null.
def question:
	if test("[?？؟;][\\s*_\"'»”’)\\]]*$") then
		gsub("^[\\s>*_#+-]+|[\\s*_]+$"; "")
		| sub("^.*[.!。]\\s+"; "")
		| sub("^[^\\s:：]{1,30}( [^\\s:：]{1,30})?[:：][*_]*\\s+"; "")
	else null end;
def last_line: [splits("\\s*\n\\s*") | select(. != "")] | last // "";

# Events in their order, each with the question that it follows: of those that
# a person has captured in a session the one before.  made: notes of events.
def asked($made):
	def heard: select((.session // "") != "");
	(reduce ($made | map(select(.type == "event")) | sort_by(.event)[]
		| heard) as $m ({};
		.["\($m.session)"] = ($m.description // "" | question))) as $before
	| foreach .[] as $e ({last: $before};
		"\($e.extra.session // "")" as $session
		| .asked = null
		| if $session == "" or $e.type != "manual" then .
		else .asked = .last[$session]
			| .last[$session] = ($e.body // "" | last_line | question)
		end;
		$e + {asked});

# What texts of a session are compared by: words, and of those beyond ASCII
# pairs of characters, as not all languages have blanks.
def words:
	[.[:2000] | ascii_downcase | match("[\\p{L}\\p{N}]+"; "g").string
		| if test("[^ -~]") then range(length) as $i | .[$i:$i + 2]
		else select(length > 2) end]
	| unique;

# For each of some texts that were found in a session the question before the
# line that has most of its words, and half of them.
def asked_in($session):
	($session / "\n") as $lines
	| [foreach $lines[] as $l (null; ($l | question) // .)] as $asked
	| map(words) as $texts
	| (reduce $texts[][] as $w ({}; .[$w] = true)) as $any
	| (reduce ([range($lines | length) as $i | $lines[$i] | words[]
			| select($any[.]) | {w: ., $i}] | group_by(.w)[]) as $g ({};
		.[$g[0].w] = ($g | map(.i)))) as $at
	| $texts | map(
		((length + 1) / 2) as $half
		| [$at[.[]] // empty | .[]] | group_by(.)
		| max_by([length, .[0]])
		| if length >= $half then $asked[.[0]] else null end);
