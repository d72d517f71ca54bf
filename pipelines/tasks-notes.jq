# tasks-notes.jq - open tasks of notes that have a day, from records with body
#
# - [ ] text, with the dates of the plugin Tasks (publish.obsidian.md/tasks,
# "Tasks Emoji Format", "Dataview Format"), `due: 2026-12-01`, or TODO and its
# like of Logseq with DEADLINE: or SCHEDULED: (docs.logseq.com, "Tasks").
# Nothing in fenced code is a task.
def day: "(?<day>[0-9]{4}-[0-9]{2}-[0-9]{2})";
def mark($signs; $key):
	[capture("(?:\($signs)\ufe0f?|[\\[(]\($key):: *|(?:^| )\($key):) *" + day)
		| .day][0];
def unmarked:
	gsub(" *(?:[📅📆🗓⏳⌛🛫➕✅❌]\ufe0f? *|[\\[(][a-z]+:: *|(?:^| )due: *)[0-9]{4}-[0-9]{2}-[0-9]{2}[\\])]?"; "")
	| sub("^ +"; "") | sub(" +$"; "");
def task:
	capture("^[\t >]*(?:[-*+]|[0-9]+[.)])[\t ]+(?:\\[ \\]|TODO|DOING|NOW|LATER|WAITING|WAIT|IN-PROGRESS)[\t ]+(?<text>.*)$")
	| .text;

. as $note
| select(.body)
| (.body / "\n") as $lines
| (.lines - ($lines | length)) as $before
| reduce range($lines | length) as $i ({fence: null, found: []};
	($lines[$i] | rtrimstr("\r")) as $line
	| ($line | [capture("^[\t >]*(?:[-*+] +)?(?<f>```|~~~)") | .f][0]) as $f
	| if .fence then (if $f == .fence then .fence = null else . end)
	elif $f then .fence = $f
	else
		([$line | task][0]) as $text
		| if $text then
			.found += [{path: $note.path, line: ($before + $i + 1)}
				+ (if $note.project == "unknown" then {}
					else {project: $note.project} end)
				+ {title: ($text | unmarked), status: "open",
					due: ($text | mark("📅|📆|🗓"; "due")),
					scheduled: ($text | mark("⏳|⌛"; "scheduled"))}]
		elif (.found | length) > 0 then
			([$line | capture("^[\t ]*(?<k>DEADLINE|SCHEDULED): *<" + day)][0])
				as $org
			| if $org == null then .
			elif $org.k == "DEADLINE" then .found[-1].due //= $org.day
			else .found[-1].scheduled //= $org.day end
		else . end
	end)
| .found[]
| del(.due, .scheduled | nulls)
| select((.due or .scheduled) and ($only == "" or .project == $only))
