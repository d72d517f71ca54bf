# redirections.awk: every redirection to a file and every file command of shell
# scripts, a line each: FILE: WHAT.  What is in single quotes is a program in
# another language; of awk's its redirections count.
function flush_line(	rest, what)
{
	rest = line
	gsub(/cx-file [^;|&<>]*/, "cx-file ", rest)
	# Targets first; descriptors and /dev/null are not files.
	while (match(rest, /[0-9]*(<>|>>|>\||>)[ \t]*("[^"]*"|[^ \t;|&()]+|&[0-9-]|\([^)]*\))/)) {
		what = substr(rest, RSTART, RLENGTH)
		rest = substr(rest, 1, RSTART - 1) " " substr(rest, RSTART + RLENGTH)
		sub(/^[0-9]+/, "", what)
		gsub(/[ \t]/, "", what)
		if (what !~ /^>&?[0-9-]$/ && what !~ /^>+\/dev\/null$/ &&
			what !~ /^>+"\$tmp\/[^\/]*"$/)
			print file ": " what
	}
	while (match(rest, "(^|[ \t;|&({!`])(" commands ")([ \t;|&)]|$)")) {
		what = substr(rest, RSTART, RLENGTH)
		rest = substr(rest, RSTART + RLENGTH)
		if (what ~ /[)]$/)
			rest = ") " rest
		gsub(/[ \t;|&({!`)]/, "", what)
		match(rest, /^[^;|)}]*/)
		what = what " " substr(rest, 1, RLENGTH)
		gsub(/[ \t\\]+/, " ", what)
		sub(/ $/, "", what)
		print file ": " what
	}
	line = ""
}
function start()
{
	flush_line()
	file = FILENAME
	sub(/^.*\/(pipelines|examples)\//, "", file)
	quote = ""
	depth = script = 0
	heredoc = ""
}
BEGIN {
	commands = "mkdir|rmdir|rm|mv|cp|ln|touch|tee|mktemp|mkfifo|mknod|" \
		"install|truncate|chmod|chown|dd|sync|sponge|unlink|link|shred|rsync|" \
		"flock|sed -i|sort -o"
}
FNR == 1 { start() }
FILENAME ~ /\.awk$/ { quote = "'" }
heredoc != "" {
	text = $0
	sub(/^\t+/, "", text)
	if (text == heredoc)
		heredoc = ""
	next
}
{
	n = length($0)
	for (i = 1; i <= n; i++) {
		c = substr($0, i, 1)
		if (quote == "'") {
			if (c == "'" && FILENAME !~ /\.awk$/) {
				quote = was
				line = line "''"
			}
			continue
		}
		if (c == "\\") {
			line = line "\\"
			i++
			continue
		}
		# What is given to a shell is read like the rest.
		if (c == "'" && quote == "" &&
			(script || line ~ /(sh -c|trap)[ \t]*$/)) {
			script = !script
			continue
		}
		if (c == "'" && quote == "") {
			was = quote
			quote = "'"
			continue
		}
		if (c == "\"") {
			quote = quote == "" ? "\"" : ""
			line = line c
			continue
		}
		if (quote == "\"" && substr($0, i, 2) == "$(") {
			# What is in there is a script again.
			line = line "\" ( "
			stack[++depth] = quote
			quote = ""
			i++
			continue
		}
		if (quote == "" && c == "(" && depth > 0)
			stack[++depth] = ""
		if (quote == "" && c == ")" && depth > 0) {
			quote = stack[depth--]
			line = line " ) " (quote == "\"" ? "\"" : "")
			continue
		}
		if (quote == "\"" && c ~ /[ \t<>;|&()]/)
			c = "_"
		if (quote == "" && c == "#" &&
			(i == 1 || substr($0, i - 1, 1) ~ /[ \t;(]/))
			break
		line = line c
	}
	# awk's own
	if (quote == "'" || /'[^']*'/)
		if (match($0, /print[^;}<>]*>+ *[a-z("\/][^;}]*/)) {
			what = substr($0, RSTART, RLENGTH)
			sub(/[ \t]+$/, "", what)
			if (what !~ /\/dev\/null/)
				print file ": awk " what
		}
	if (quote != "")
		next
	if (match(line, /<<-? *[\\'"]*[A-Z0-9]+/) || match($0, /<<-? *[\\'"]*[A-Z0-9]+/)) {
		heredoc = substr($0, match($0, /<<-? *[\\'"]*[A-Z0-9]+/), RLENGTH)
		gsub(/[<'"\\ -]/, "", heredoc)
	}
	flush_line()
}
END { flush_line() }
