#!/bin/sh
# console.sh FILE: prints the markdown FILE with the output of each command in
# its ```console blocks as it is now; a page that tells the truth comes out
# as it was.  A command stands behind "$ ", its further lines behind "> ".
# Each is run by a shell of its own in the working directory, with standard
# error in the output, and a status other than 0 behind it as [STATUS].
#
#	sh tests/tools/console.sh README.md | diff README.md -
if [ $# -ne 1 ] || [ ! -r "$1" ]; then
	echo "usage: console.sh FILE" >&2
	exit 2
fi
exec awk '
function run(	line, sh)
{
	if (!has)
		return
	gsub(/\047/, "\047\\\047\047", command)
	sh = "{ sh -c \047" command "\047 || echo \"[$?]\"; } </dev/null 2>&1"
	while ((got = (sh | getline line)) > 0)
		print line
	close(sh)
	has = 0
	if (got < 0) {
		print "console.sh: cannot run a command" >"/dev/stderr"
		exit 4
	}
}
!inside { print; inside = $0 == "```console"; next }
$0 == "```" { run(); inside = 0; print; next }
/^\$ / { run(); command = substr($0, 3); has = 1; print; next }
has && /^> / { command = command "\n" substr($0, 3); print; next }
!has { print }
END {
	if (inside) {
		print "console.sh: a block is not closed" >"/dev/stderr"
		exit 4
	}
}' "$1"
