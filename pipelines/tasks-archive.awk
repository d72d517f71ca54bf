# tasks-archive.awk: entries of the archive for tasks that are done.  The first
# file has a line "FIRST LAST HEADING" for each, in order, the second is
# TASKS.yaml.  With rest, prints the lines that are not in them instead.

function end_item(  fence, i) {
	# A fence that the text does not have.
	fence = "```"
	while (index(text, fence))
		fence = fence "`"
	if (!rest)
		printf "\n## %s\n\n%syaml\n%s%s\n", heading[at], fence, text, fence
	text = ""
	at++
}
NR == FNR {
	n++
	first[n] = $1 + 0
	last[n] = $2 + 0
	heading[n] = $0
	sub(/^[0-9]+ [0-9]+ /, "", heading[n])
	next
}
at <= n && FNR >= first[at] {
	text = text $0 "\n"
	if (FNR == last[at])
		end_item()
	next
}
rest
BEGIN { at = 1 }
