# shellcheck shell=sh
# vaults.sh: several vaults; set_vaults of lib.sh loads it.
#
#	need_vaults NAMES [HOW]	ends unless one of the vaults of the user's own
#				[vaults] has an index; brings those up to date.
#				$vault_list is NAME:DIRECTORY of them, a line each, or
#				NAME:ssh://... of one on another machine
#	score_vaults ARGUMENT...
#				cx-score --vaults for these; 3 if one is missing
#	each_vault COMMAND...	runs it in each of them, the name in $vault_name
#	only_here WHAT		ends with 2 if one is on another machine

need_vaults()
{
	# From here no path leads to notes of several vaults.
	unset CORTEX_FROM
	vault_list=$(cx-config --vaults="$1")
	case $? in
	0) vault_partial= ;;
	3) vault_partial=3 ;;
	1) exit 2 ;;
	*) exit ;;
	esac
	vault_how=${2-}
	use_tmp
	# At once, as most only have to look at their files.
	while IFS=: read -r vault_name vault_dir; do
		is_here || continue
		{
			CORTEX_COMMAND="$me: $vault_name" CORTEX_NOW=$now_before \
				cx-config -C "$vault_dir" --run -- sh -c \
				'. "$CORTEX_LIB/lib.sh"; need_vault; need_index "$1"' \
				"$0" "${2-}" >/dev/null </dev/null
			echo $? >"$tmp/vault-$vault_name"
		} &
	done <<END
$vault_list
END
	wait
	keep_vaults vault_ready
}
is_here()
{
	case $vault_dir in
	ssh://*) return 1 ;;
	esac
}
only_here()
{
	while IFS=: read -r vault_name vault_dir; do
		is_here || die 2 "vault $vault_name is on another machine, which $1 cannot ask: $vault_dir"
	done <<END
$vault_list
END
}
vault_ready()
{
	is_here || return 0
	read -r vault_status <"$tmp/vault-$vault_name"
	[ "${vault_status:=4}" -ne 5 ] || exit 5
	return "$vault_status"
}

# Those for which a command ends well; the others are named.
keep_vaults() # COMMAND...
{
	vault_kept=
	while IFS=: read -r vault_name vault_dir; do
		if "$@"; then
			vault_kept=$vault_kept${vault_kept:+$nl}$vault_name:$vault_dir
		else
			say "vault $vault_name is left out: $vault_dir"
			vault_partial=3
		fi
	done <<END
$vault_list
END
	vault_list=$vault_kept
	[ -n "$vault_list" ] || die 4 'no vault can be read'
}

# One that is damaged ends it: then each is tried alone.
score_vaults()
{
	ask_vaults "$vault_list" "$@" >"$tmp/found"
	score_status=$?
	[ "$score_status" -ne 4 ] || {
		keep_vaults vault_answers "$@"
		ask_vaults "$vault_list" "$@" >"$tmp/found"
		score_status=$?
	}
	cat "$tmp/found" || return 4
	case $score_status$vault_partial in
	[01]3) return 3 ;;
	esac
	return "$score_status"
}
ask_vaults() # LIST ARGUMENT...
{
	ask_list=$1
	shift
	if list_remote "$ask_list"; then
		cx-remote --fresh="$vault_how" --vaults="$tmp/list" -- "$@"
	else
		printf '%s\n' "$ask_list" | cx-score --vaults=- "$@"
	fi
}
# Whether one of a list is on another machine; then $tmp/list is that list.
list_remote() # LIST
{
	case $nl$1 in
	*"$nl"*:ssh://*) printf '%s\n' "$1" >"$tmp/list" || exit 4 ;;
	*) return 1 ;;
	esac
}
vault_answers()
{
	ask_vaults "$vault_name:$vault_dir" "$@" >/dev/null 2>&1
	[ $? -ne 4 ]
}

# What each prints, records and findings, gets paths with the name of the vault.
each_vault()
{
	while IFS=: read -r vault_name vault_dir; do
		is_here || continue
		{
			cx-config -C "$vault_dir" --run -- "$@" </dev/null
			echo $? >"$tmp/vault-$vault_name"
		} | sed "s/\(\"path\":\"\)/\1$vault_name:/"
		read -r vault_status <"$tmp/vault-$vault_name"
		raise "$vault_status"
	done <<END
$vault_list
END
	[ -z "$vault_partial" ] || raise 3
	if list_remote "$vault_list"; then
		shift
		cx-remote --check --vaults="$tmp/list" -- "$@"
		raise $?
	fi
	return "$status"
}
