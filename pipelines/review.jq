# review.jq: which atoms want attention, and why.
include "collectors";

($ENV.CORTEX_CONFIG // "{}" | fromjson) as $config
| today as $today
| weights as $w
| [inputs] as $all
# Who says that an atom is superseded, and the atom does not.
| (reduce ($all[] | select(.extra.supersedes)) as $r ({};
	.[$r.extra.supersedes] = ($r.id // $r.path))) as $successors
| $all[]
| . as $r
| ($config.types[.type] // {}) as $type
| (.extra.deadline // .extra.due | day) as $deadline
| (.extra.expires | day) as $expires
| ([.created, .extra.reviewed | day | select(.)] | max) as $seen
| (.updated // .created | day) as $updated
| select(.status != "archived" and .status != "superseded"
	and live($w) and .status != $type.until)
| [(select($deadline and $deadline < $today)
	| {why: "overdue", days: ($today - $deadline)}),
(select($expires and $expires < $today)
	| {why: "expired", days: ($today - $expires)}),
(select($type.archive_after and $updated
		and $today - $updated > $type.archive_after)
	| {why: "stale", days: ($today - $updated)}),
(select($seen and $today - $seen > ($type.review_after // 90))
	| {why: "unreviewed", days: ($today - $seen)}),
($successors[.id // ""] // $successors[.path] | select(.)
	| {why: "half superseded", by: .})] as $why
| select($why != [])
| {path, id, name, type, project, status, created, updated,
	reviewed: .extra.reviewed, expires: .extra.expires,
	deadline: (.extra.deadline // .extra.due), description, review: $why}
| with_entries(select(.value != null))
