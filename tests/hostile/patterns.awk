# patterns.awk: prints the lines of pipelines that decide by what a program has
# said, or join results by position.
#
# What was said is a file that standard error went to, or a variable of a
# substitution with 2>&1; to look for words in it is to decide by them, as it
# may quote the data.  sed and tail, which print it, and cat, are not looked at.

function hit(what)
{
	if (at != FILENAME FNR what)
		print FILENAME ":" FNR ": " what ": " text
	at = FILENAME FNR what
}

# Twice: what was said is known after the first time.
FNR == 1 { prior = ""; if (FILENAME in seen) second[FILENAME] = 1; seen[FILENAME] = 1 }
{ text = $0; sub(/^[ \t]+/, "", text) }
text ~ /^#/ { next }
!(FILENAME in second) {
	rest = text
	while (match(rest, /2>>?"?\$(\{[a-z_]+\}|[a-z_]+)[^ ";)|]*/)) {
		name = substr(rest, RSTART, RLENGTH)
		sub(/^2>>?"?/, "", name)
		said[FILENAME, name] = 1
		names[FILENAME] = names[FILENAME] " " name
		rest = substr(rest, RSTART + RLENGTH)
	}
	if (match(text, />"\$tmp\/[a-z_.]+" 2>&1/)) {
		name = substr(text, RSTART + 2, RLENGTH - 8)
		names[FILENAME] = names[FILENAME] " " name
	}
	# The substitution may begin on the line before.
	if (match(text, /[A-Za-z_]+=\$\(/))
		name = substr(text, RSTART, RLENGTH - 3)
	else if (prior !~ /\\$/)
		name = ""
	if (text ~ /2>&1/ && name != "")
		if (name ~ /^[A-Z]/) # exported
			everywhere = everywhere " " name
		else
			variables[FILENAME] = variables[FILENAME] " " name
	prior = text
	next
}
{
	n = split(names[FILENAME], file, " ")
	# What is written there is not read.
	gsub(/[0-9]?>>?"[^"]*"/, "", text)
	looks = text ~ /(^|[^a-z_-])(grep|expr|cmp|comm|diff)([^a-z_-]|$)/ || \
		text ~ /(^|[^a-z_-])awk / || text ~ /index\(|test\(|contains\(/
	for (i = 1; i <= n; i++)
		if (index(text, file[i]) && looks)
			hit("decides by what was said")
		else if (index(text, "<\"" file[i] "\"") && text ~ /read -r /) {
			name = text
			sub(/.*read -r /, "", name)
			sub(/ .*/, "", name)
			variables[FILENAME] = variables[FILENAME] " " name
		}
	n = split(variables[FILENAME] everywhere, name_of, " ")
	for (i = 1; i <= n; i++)
		if (text ~ "case [^ ]*[$][{]?" name_of[i] "[^a-z_]" || \
		    looks && text ~ "[$]" name_of[i] "([^a-z_]|$)")
			hit("decides by what was said")
	if (text ~ /case \$\(said\)/ || text ~ /said \| *(grep|awk)/)
		hit("decides by what was said")
	# What prints and fails has printed once more than its place.
	if (text !~ /\] \|\|/ && text ~ /\|\| (echo|printf) *["\047]?(null|\{\}|\[\]|-|0)?["\047]?( *$|\))/)
		hit("prints in the place of what failed")
	if (text ~ /(^|[^a-z_-])paste / || text ~ /transpose/)
		hit("joins by position")
	if (text ~ /\$[a-z_]+\[\.\]/ && text ~ /foreach|range|as \$entry/ || \
	    text ~ /foreach inputs as .*\. \+ 1;.*\$[a-z_]+\[\.\]/ || \
	    prior ~ /foreach/ && text ~ /^\$[a-z_]+\[\.\]/)
		hit("joins by position")
	if (text ~ /input as \$[a-z]+.*input as \$/ || \
	    prior ~ /inputs as|input as/ && text ~ /(^|[^a-z])input as \$/)
		hit("joins by position")
	if (text ~ /(^|[^a-z_-])ls -?[a-zA-Z]* ?/ && text !~ /ls-files/ && \
	    $0 ~ /(>|\|)/ && text ~ /(^|[ (;])ls( |$)/)
		hit("names of ls as lines")
	prior = text
}
