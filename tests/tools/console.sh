#!/bin/sh
# console.sh FILE: prints the markdown FILE with the output of each command in
# its ```console blocks as it is now; a page that tells the truth comes out
# as it was.  A command follows "$ ", its further lines follow "> ".
# All are run by one shell, as a reader would run them: what one changes (the
# directory, a variable) holds for the next.  Standard error is in the output,
# and a status other than 0 after it as [STATUS].
#
#	sh tests/tools/console.sh README.md | diff README.md -
if [ $# -ne 1 ] || [ ! -r "$1" ]; then
	echo "usage: console.sh FILE" >&2
	exit 2
fi
script=$(awk '
function quoted(text)
{
	gsub(/\047/, "\047\\\047\047", text)
	return "\047" text "\047"
}
function say(text) { print "printf \047%s\\n\047 " quoted(text) }
function run()
{
	if (has)
		print "{ eval " quoted(command) "; } </dev/null 2>&1 || " \
		    "echo \"[$?]\""
	has = 0
}
!inside { say($0); inside = $0 == "```console"; next }
$0 == "```" { run(); inside = 0; say($0); next }
/^\$ / { run(); command = substr($0, 3); has = more = 1; say($0); next }
more && /^> / { command = command "\n" substr($0, 3); say($0); next }
{ more = 0 } # what is quoted in the output
!has { say($0) }
END {
	if (inside) {
		print "console.sh: a block is not closed" >"/dev/stderr"
		exit 4
	}
	print "exit 0"
}' "$1") || exit
eval "$script"
