# help.sh: what cx says of its commands, and of a word that is not one.
#
# cx reads it when it needs it; it has is_program, $bin and $usage.
# shellcheck shell=sh disable=SC2154 # of cx

nl='
'

# about COMMAND: what it does, from the second line of a pipeline or the first
# one of a program's --help
about()
{
	about=
	if is_program "$CORTEX_LIB/$1"; then
		{ read -r _ && read -r about; } <"$CORTEX_LIB/$1"
		about=${about#"# $1 - "}
	elif is_program "$bin/cx-$1"; then
		about=$("$bin/cx-$1" --help </dev/null)
		about=${about%%"$nl"*}
		about=${about#"cx-$1 - "}
	fi
}

# Commands by what people do with them; what is in no group is plumbing.
groups='everyday:search recall show list open pick tags backlinks timeline log summary
writing:new daily capture edit move archive restore pin unpin touch supersede review undo redo tasks import
the vault:init rebuild sync watch check doctor links migrate config project trust site serve export shard gather graph chart
agents:context mcp agent normalize gate enrich access
projects and maps:moc toc maintain'

commands()
{
	for f in "$CORTEX_LIB"/* "$bin"/cx-*; do
		is_program "$f" || continue
		f=${f##*/}
		printf '%s\n' "${f#cx-}"
	done | sort -u
}

# At a terminal first those that fit it.
most='everyday:search show list
writing:new edit review undo redo
the vault:init rebuild check doctor serve
agents:context agent'
first_help()
{
	printf 'usage: cx [-C VAULT] [--color WHEN] [--no-pager] COMMAND [ARGUMENT]...\n\n'
	printf '%s\n' "$most" | while IFS=: read -r title names; do
		printf '%s\n' "$title"
		# shellcheck disable=SC2086 # one word a command
		help_group '' $names
	done
	printf '\ncx help --all lists all commands, '
	echo 'cx help COMMAND has the manual of one.'
}

help_group() # TITLE COMMAND...
{
	title=$1
	shift
	for n; do
		about "$n"
		[ -n "$about" ] || continue
		[ -z "$title" ] || printf '\n%s\n' "$title"
		title=
		printf '  %-11s %s\n' "$n" "$about"
	done
}

help()
{
	echo "cx - find the vault and its configuration, then run a pipeline or a program"
	echo
	echo "usage: cx [-C VAULT] [--color WHEN] [--no-pager] COMMAND [ARGUMENT]..."
	echo "       cx help [--all | COMMAND]"
	echo
	echo "  -C VAULT      the vault, instead of the one found from here"
	echo "  --color WHEN  always, auto (at a terminal) or never"
	echo "  --no-pager    print long answers as they are"
	echo "  --all         all commands, also at a terminal"
	echo "  -h, --help    print this and exit"
	echo "  --version     print the version and exit"
	echo
	echo "commands:"
	printf '%s\n' "$groups" | while IFS=: read -r title names; do
		# shellcheck disable=SC2086 # one word a command
		help_group "$title" $names
	done
	# shellcheck disable=SC2046 # one word a command
	help_group 'plumbing: filters that read and write records' $(commands |
		while read -r n; do
			case " $(printf %s "$groups" | tr '\n:' '  ') " in
			*" $n "*) ;;
			*) echo "$n" ;;
			esac
		done)
	echo
	echo "cx help COMMAND prints the manual of one, cx COMMAND --help its options."
}

# The manual at a terminal, else the options.
manual() # COMMAND
{
	[ -t 1 ] && command -v man >/dev/null || return 0
	# A package may have packed them.
	set -- "$bin/../share/man/man1/cx-$1.1"
	for m in "$1" "$1.gz"; do
		[ ! -f "$m" ] || exec man -l "$m"
	done
}

not_a_command() # WORD
{
	# What other tools call it.
	case $1 in
	find | grep | query) near=search ;;
	ls) near=list ;;
	mv | rename) near=move ;;
	rm | delete | remove) near=archive ;;
	add | create) near=new ;;
	history) near=log ;;
	*)
		near=
		for n in $(commands | cx-config --nearest="$1"); do
			near=${near:+"$near or "}$n
		done
		;;
	esac
	near=${near:+did you mean $near?}
	printf "cx: '%s' is not a command; %s\n%s\n" \
		"$(printf %s "$1" | tr -c '[:print:]' '?' | cut -c 1-40)" \
		"${near:-cx help lists them}" "$usage" >&2
	exit 2
}
