#!/bin/sh
# run.sh BUILD TEST: runs a script, or the cmocka program made of a source, for
# prove(1).  A program that reads standard input would wait for whoever started
# the tests in a terminal.
exec </dev/null
case $2 in
*.t) exec sh "$2" ;;
esac
name=${2##*/}
CMOCKA_MESSAGE_OUTPUT=TAP
export CMOCKA_MESSAGE_OUTPUT
out=$("$1/unit/${name%.c}" 2>&1)
rc=$?
# cmocka calls a skipped test "not ok", which prove takes by its word.
printf '%s\n' "$out" | sed 's/^not ok \(.*# SKIP\)/ok \1/'
exit "$rc"
