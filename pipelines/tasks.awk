# tasks.awk: where the tasks of a TASKS.yaml stand.  Prints "FIRST LAST KEY" for
# each: its lines, and the key of its list ("" for a list that is the file).
# Writes each, as front matter of its own, into out/N.md.
#
# A task is an item of a list in block style under a key of the top level.  What
# belongs to it is indented deeper than its dash: YAML wants that of all of its
# lines but blanks and comments, and those in front of the next one stay where
# they are.  cx-scan parses each and reports those that are malformed.

function end_item() {
	if (!first)
		return
	f = out "/" (++n) ".md"
	printf "---\ntask:\n" >f
	for (i = first; i <= last; i++)
		print text[i] >f
	printf "---\n" >f
	close(f)
	for (i = first; i <= last; i++)
		delete text[i]
	print first, last, key
	first = 0
}
function other(why) {
	printf "%d: %s\n", NR, why >complaints
}
{
	line = $0
	sub(/\r$/, "", line)
	match(line, /^ */)
	indent = RLENGTH
	blank = line ~ /^[ \t]*(#.*)?$/
}
first && (blank || indent > at) {
	text[NR] = $0
	# What is deeper is part of the task, be it a # in its text.
	if (!blank || (indent > at && line !~ /^[ \t]*$/))
		last = NR
	next
}
blank { next }
line ~ /^ *-( |$)/ && (list < 0 || indent == list) {
	end_item()
	list = at = indent
	first = last = NR
	text[NR] = $0
	next
}
{ end_item() }
line ~ /^(---|\.\.\.)/ { next }
indent == 0 && line ~ /^[^-].*:[ \t]*(#.*)?$/ {
	key = line
	sub(/[ \t]*(#.*)?$/, "", key)
	sub(/:$/, "", key)
	list = -1
	scalar = 0
	next
}
indent == 0 && line ~ /^[^ ]+:[ \t]+\[[ \t]*\][ \t]*(#.*)?$/ { next }
indent == 0 && line ~ /^[^ ]+:[ \t]+[[{]/ {
	other("a list in [ ]; write each task on lines of its own, after \"- \"")
	next
}
indent == 0 && line ~ /^[^ -][^:]*:[ \t]/ { scalar = 1; next }
scalar && indent > 0 { next }
key != said { other((key == "" ? "this" : key) " is not a list of tasks"); said = key }
END { end_item() }
BEGIN { list = -1; at = 0; first = 0; said = "\n" }
