# milestones.awk: what a roadmap has lost.  The first file is the roadmap, the
# second, standard input, what it was.  Named is a completed milestone that is
# not completed there any more, and an item below one that is not below it.
{
	line = $0
	sub(/\r$/, "", line)
	if (!match(line, /^[ \t]*([-*+]|[0-9]+[.)])[ \t]+/))
		next
	item = substr(line, RLENGTH + 1)
	match(line, /^[ \t]*/)
	indent = substr(line, 1, RLENGTH)
	gsub(/\t/, "    ", indent)
	indent = length(indent)
	completed = sub(/^\[[xX]\][ \t]*/, "", item)
	sub(/^\[ \][ \t]*/, "", item)
	while (depth && column[depth] >= indent)
		depth--
	above = depth ? path[depth] : ""
	below = depth && done[depth]
	lost = depth && gone[depth]
	depth++
	column[depth] = indent
	name[depth] = item
	path[depth] = above SUBSEP item
	done[depth] = completed || below
	gone[depth] = 0
}
FILENAME != "-" {
	if (completed)
		kept[item] = 1
	there[path[depth]] = 1
	next
}
completed && !(item in kept) {
	gone[depth] = 1
	print "completed and gone: " item
	next
}
# Of a milestone that has gone, that is enough.
below && lost { gone[depth] = 1 }
below && !lost && !(path[depth] in there) {
	gone[depth] = 1
	print "gone from below the completed '" name[depth - 1] "': " item
}
