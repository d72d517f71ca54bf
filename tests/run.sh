#!/bin/sh
# run.sh BUILD TEST: runs a script, or the cmocka program made of a source, for
# prove(1), and keeps in BUILD/tap what it printed and what CPU time it took,
# for tests/report.sh.  A program that reads standard input would wait for
# whoever started the tests in a terminal.
exec </dev/null
mkdir -p "$1/tap" || exit 99
name=${2##*/}
log=$1/tap/$(echo "$2" | tr / -)
case $2 in
*.t) sh "$2" >"$log" ;;
*)
	CMOCKA_MESSAGE_OUTPUT=TAP "$1/unit/${name%.c}" >"$log.raw" 2>&1
	rc=$?
	# cmocka calls a skipped test "not ok", which prove takes by its word.
	sed 's/^not ok \(.*# SKIP\)/ok \1/' "$log.raw" >"$log"
	rm -f "$log.raw"
	(exit "$rc")
	;;
esac
rc=$?
times >"$log.times"
cat "$log"
exit "$rc"
