# cx.bash: completion of cx and of each cx-NAME, out of what --help prints, and
# of types, projects, tags and notes, out of the index.
# It is for the command that the file is called as: bash-completion looks a
# file up by the command's name, and `make install` makes a link for each.

_cx()
{
	local cur=$2 prev=$3 help=("$1") i=1 files=1 line names name
	local cx=cx vault=() notes=
	COMPREPLY=()
	# Behind --option= there are file names.
	[[ $cur != = && $prev != = ]] || return 0
	if [[ ${1##*/} == cx ]]; then
		cx=$1
		while ((i < COMP_CWORD)); do
			case ${COMP_WORDS[i]} in
			-C)
				vault=(-C "${COMP_WORDS[i + 1]}")
				((i += 2))
				;;
			-* | help) ((i += 1)) ;;
			*) break ;;
			esac
		done
		((i < COMP_CWORD)) && help+=("${COMP_WORDS[i]}")
	fi
	while IFS= read -r line; do
		[[ ! $line =~ NOTE ]] || notes=1
		# "      --top N      text", "  -n, --dry-run  text", "  search  text"
		[[ $line =~ ^\ {2,6}(([^ ]+\ )*[^ ]+)\ \  ]] || continue
		names=${BASH_REMATCH[1]/,/}
		if [[ $prev == -* && " $names" == *" $prev "[A-Z]* ]]; then
			COMPREPLY=()
			case $names in
			*' TYPE') _cx_values types ;;
			*PROJECT | '--project NAME') _cx_values projects ;;
			*' TAG'*) _cx_values tags ;;
			*' NOTE') _cx_values notes ;;
			esac
			case ${names##* } in
			FILE | DIR | VAULT | PATH | CONFIG | LIST | NOTE) ;;
			*) compopt +o default 2>/dev/null ;;
			esac
			return 0
		fi
		read -ra names <<<"$names"
		for name in "${names[@]%%\[*}"; do
			case $cur,$name in
			-*,-* | [!-]*,[a-z]* | ,[a-z]*)
				files=
				[[ $name != "$cur"* ]] || COMPREPLY+=("$name")
				;;
			esac
		done
	done < <(command "${help[@]}" --help 2>/dev/null </dev/null)
	[[ ! $files || ! $notes || ! $cur ]] || _cx_values notes
	[[ $files ]] || compopt +o default 2>/dev/null
}

# Types, projects, tags or notes of the vault, beside what is there.
_cx_values()
{
	local values typed=${cur#[\'\"]} globs=$- IFS=$'\n'
	set -f
	# All at once: read, which takes a pipe byte by byte, needs 300 ms for
	# 10,000 notes.
	values=($(command "$cx" "${vault[@]}" complete "$1" \
		"${typed//\\/}" 2>/dev/null))
	[[ ! ${values[*]} ]] ||
		COMPREPLY+=($(printf '%q\n' "${values[@]}"))
	[[ $globs == *f* ]] || set +f
}

complete -o default -F _cx "$(basename "${BASH_SOURCE[0]}" .bash)"
