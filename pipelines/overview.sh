# shellcheck shell=sh
# overview.sh: what `cx` alone prints: where the vault is, what is in it, what
# waits, and what to type next.
. "${CORTEX_LIB:?run it as: cx}/lib.sh"

[ -n "${CORTEX_VAULT-}" ] || {
	cx-config --vault
	cat >&2 <<-'END'

	  cx init ~/notes      make a vault
	  cx init              make this directory one; your notes stay as they are
	  cx help              all commands
	END
	exit 2
}
need_vault

line() # NAME TEXT
{
	printf '%-8s %s\n' "$1" "$2" 2>/dev/null ||
		die 4 'cannot write to standard output'
}

case $CORTEX_VAULT in
"$HOME"/*) line vault "~${CORTEX_VAULT#"$HOME"}" ;;
*[!\ -~]*)
	line vault "$(jq -nr -L "$CORTEX_LIB" --arg text "$CORTEX_VAULT" \
		'include "collectors"; $text | plain')"
	;;
*) line vault "$CORTEX_VAULT" ;;
esac
if [ ! -e index/meta.json ]; then
	line notes 'no index yet: cx rebuild'
else
	need_index ''
	notes=$(jq '.counts.atoms' index/meta.json) || exit 4
	case $notes in
	1) line notes '1 note' ;;
	*) line notes "$notes notes" ;;
	esac
	[ "$fresh" = no ] || line index 'behind: cx rebuild'
	cat_index()
	{
		cx-index --cat index
	}
	due()
	{
		cx-select --count life.due
	}
	# cx-life prints only a number; its status 1 means none.
	due=$(stages cat_index cx-life due)
	[ "${due:-0}" -eq 0 ] || line review "$due due: cx review"
fi
inbox_waits
[ -z "$inbox" ] || line inbox "$inbox"
put cat <<'END'

  cx search WORD...    find notes
  cx new "Title"       write one
  cx list              the latest
  cx rebuild           update the index
  cx help              more commands
END
