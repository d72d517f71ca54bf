# review-decide.jq: decisions as edits for cx-edit --stdin, or
# {"refused": why}.  $today is YYYY-MM-DD.
include "collectors";

def untils: $config[0].types // {};
def no($why): {refused: "line \(input_line_number): \($why)"};
def atom: if .path | type == "string" then {path}
	elif .id | type == "string" then {id} else null end;

if type != "object" then no("is not an object")
elif atom == null then no("names no path and no id")
else
	atom as $atom
	| (.reason | if type == "string" and . != "" then {review_reason: .}
		else {} end) as $reason
	| {reviewed: $today} as $seen
	| if .decision == "keep" then $atom + {set: ($seen + $reason)}
		# Else it would stay out of all answers.
		+ if (.expires | day) and (.expires | day) < ($today | day)
		then {unset: ["expires"]} else {} end
	elif .decision == "archive" then
		$atom + {set: ($seen + $reason
			+ {status: "archived", updated: $today})}
	elif .decision == "resolve" then
		$atom + {set: ($seen + $reason + {updated: $today,
			status: ((untils[.type // ""] // {}).until // "resolved"
				| if . == "superseded" then "resolved" else . end)})}
	elif .decision == "extend" then
		if (.until | day) == null then
			no("extend needs a date in \"until\"")
		elif .deadline and (.expires | not) then
			$atom + {set: ($seen + $reason
				+ {deadline: .until, updated: $today})}
		else $atom + {set: ($seen + $reason
			+ {expires: .until, updated: $today})} end
	elif .decision == "skip" then empty
	elif .decision == null then no("has no decision")
	else no("the decision \(.decision | tojson) is not known; there are keep, archive, resolve, extend, skip")
	end
end
