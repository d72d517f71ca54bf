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
case $form in
--did=*)
	# Whether nothing changed is known only when it has ended well.
	use_tmp
	"$@" >"$tmp/records"
	status=$?
	if [ -s "$tmp/records" ]; then
		cx-show "$form" "$tmp/records" || raise $?
	elif [ "$status" -eq 0 ]; then
		echo 'nothing changed'
	fi
	;;
*) stages program show -- "$@" ;;
esac
exit "$status"
