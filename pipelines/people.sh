# shellcheck shell=sh disable=SC2317
# people.sh: prints the records of a command for people.
#
#	sh people.sh FORM PROGRAM [ARGUMENT]...
#
# FORM is an option of cx-show(1), or what to say where there are no records.
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
--*) stages program show -- "$@" ;;
*)
	use_tmp
	"$@" >"$tmp/records"
	status=$?
	case $(head -c 1 "$tmp/records"),$status in
	\{,*) cx-show --auto "$tmp/records" || raise $? ;;
	,0) printf '%s\n' "$form" ;;
	*) cat "$tmp/records" ;;
	esac
	;;
esac
exit "$status"
