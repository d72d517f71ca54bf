# tasks-notes.jq - open tasks of notes that have a day, from records with body
#
# - [ ] text, or [/] for what has begun, with the dates of the plugin Tasks
# (publish.obsidian.md/tasks, "Tasks Emoji Format", "Dataview Format"),
# `due: 2026-12-01`, or TODO and its like of Logseq with DEADLINE: or
# SCHEDULED: (docs.logseq.com, "Tasks"), which belong to the item that they
# are in.  Nothing in fenced code is a task, and 2026-02-30 not a day.
def day: "(?<day>[0-9]{4}-[0-9]{2}-[0-9]{2})";
def real: try (. == (strptime("%Y-%m-%d") | mktime | strftime("%Y-%m-%d")))
	catch false;
def mark($signs; $key):
	[capture("(?:(?:\($signs))\ufe0f?|[\\[(]\($key):: *|(?:^| )\($key):) *" + day)
		| .day | select(real)][0];
def unmarked:
	gsub(" *(?:[📅📆🗓⏳⌛🛫➕✅❌]\ufe0f? *|[\\[(][a-z]+:: *|(?:^| )due: *)[0-9]{4}-[0-9]{2}-[0-9]{2}[\\])]?"; "")
	| sub("^ +"; "") | sub(" +$"; "");
def task:
	capture("^[\t >]*(?:[-*+]|[0-9]+[.)])[\t ]+(?:\\[[ /]\\]|TODO|DOING|NOW|LATER|WAITING|WAIT|IN-PROGRESS)[\t ]+(?<text>.*)$")
	| .text;
def item: test("^[\t >]*(?:[-*+]|[0-9]+[.)])(?:[\t ]|$)");

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
		| .open = if $text then true elif $line | item then false
			else .open end
		| if $text then
			.found += [{path: $note.path, line: ($before + $i + 1)}
				+ (if $note.project == "unknown" then {}
					else {project: $note.project} end)
				+ {title: ($text | unmarked), status: "open",
					due: ($text | mark("📅|📆|🗓"; "due")),
					scheduled: ($text | mark("⏳|⌛"; "scheduled")),
					start: ($text | mark("🛫"; "start"))}]
		elif .open then
			([$line | capture("^[\t ]*(?<k>DEADLINE|SCHEDULED): *<" + day)
				| select(.day | real)][0])
				as $org
			| if $org == null then .
			elif $org.k == "DEADLINE" then .found[-1].due //= $org.day
			else .found[-1].scheduled //= $org.day end
		else . end
	end)
| .found[]
| del(.due, .scheduled, .start | nulls)
| select((.due or .scheduled or .start) and ($only == "" or .project == $only))
