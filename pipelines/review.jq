# review.jq: which notes want attention, and why; records of cx-life.

[inputs] as $all
# Which note says that it supersedes another.
| (reduce $all[] as $r ({}; reduce ([$r.extra.supersedes] | flatten[]
	| strings) as $old (.; .[$old] = ($r.id // $r.path)))) as $successors
| $all[]
# What has expired is over, too, but wants attention.
| select((.life.over and .life.due == []) | not)
| (.life.due + [$successors[.id // ""] // $successors[.path] // empty
	| {why: "half superseded", by: .}]) as $why
| select($why != [])
| {path, id, name, type, project, status, created, updated,
	reviewed: .extra.reviewed, expires: .extra.expires,
	deadline: (.extra.deadline // .extra.due), description, review: $why}
| with_entries(select(.value != null))
