# shellcheck shell=sh disable=SC2317
# people.sh: prints the records of a command for people.
#
#	sh people.sh FORM PROGRAM [ARGUMENT]...
#
# FORM is an option of cx-show(1).
. "${CORTEX_LIB:?run it as: cx NAME}/lib.sh"

form=$1
shift
program()
{
	"$@"
}
show()
{
	cx-show "$form"
}
stages program show -- "$@"
exit "$status"
