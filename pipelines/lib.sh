# shellcheck shell=sh
# lib.sh: what the pipelines have in common; they begin with
#
#	. "${CORTEX_LIB:?run it as: cx NAME}/lib.sh"
#	usage='[--json] WORD...'
#	options='  --json    print records'
#
# and the second line of a pipeline is "# NAME - what it does".
#
#	need_vault		ends with 2 unless there is a vault, enters it
#	need_index [HOW]	... 4 unless it has an index; brings that up to
#				date, looking as far as --fresh=HOW says
#	has_index [HOW]		... 4 unless it has one, or HOW allows to make it
#	score_index HOW ARGUMENT...
#				cx-score -i index, after need_index HOW
#	set_vaults NAMES	$vaults is what --vaults says; loads vaults.sh
#	edit_note		opens $note in an editor, and does not return
#	common_option OPTION	--help, --version, or the end with 2
#	value_of OPTION COUNT	ends with 2 unless an argument follows
#	set_now [DATE]		CORTEX_NOW is what --now says, or the environment,
#				or the clock; ends with 2 if that is not a date
#	bad TEXT		a wrong command line: two lines, 2
#	die STATUS TEXT		one line, STATUS
#	say TEXT		one line
#	raise STATUS		$status becomes the more important of the two
#	stages [-a] A B...	runs functions as a pipeline, see below
#	config_jq ARGUMENT...	jq, the configuration being $config[0]
#	jq_status STATUS	what a stage returns that ends with jq
#	put COMMAND...		a command that can only fail to print: then 4, but
#				quietly 141 where nobody reads any more
#	use_tmp			$tmp is a directory of our own outside of the
#				vault, gone at our end
#	hold_lock FILE ARGUMENT...
#				starts the pipeline again, with the arguments,
#				under that lock; returns where it is held.
#				$lock_wait: for how many seconds to wait
#	inbox_waits		$inbox says what waits there; empty: nothing
#	no_link PATH...		... 4 if one of them is a symbolic link
#	list_files TO FIND-ARGUMENT...
#				what find finds, sorted, a line each, into TO; 3 if
#				some cannot be on a line: those are named; 4 if it fails
#	as_command WORD...	a command to paste, quoted as sh needs; 1, and nothing,
#				if it would not look like what it is
#
# What is written below a vault goes through cx-file(1): a redirection follows
# links, and waits for FIFOs, which may have come with the vault.
#
# All but need_index, has_index, score_index, use_tmp and hold_lock use builtins
# only: a fork costs as much as a search.  Each search reads this file, so what
# few pipelines need is in git.sh and vaults.sh.
# LC_ALL is C for the order of names; CORTEX_NOW is what --now says.

nl='
'
# What the user has, for cx doctor.
user_lc_all=${LC_ALL-}
LC_ALL=C
export LC_ALL
unset CDPATH
now_before=${CORTEX_NOW-}
lock_wait=
me=${CORTEX_COMMAND:-cx ${0##*/}}
status=0

# A name may have anything in it; plain ASCII needs no other program.
visible() # TEXT
{
	case $1 in
	*[!\ -~]*) jq -nr -L "$CORTEX_LIB" --arg text "$1" \
		'include "collectors"; $text | plain' ;;
	*) printf '%s\n' "$1" ;;
	esac
}

say()
{
	said=$(visible "$1") || said=$me
	printf '%s: %s\n' "$me" "$said" >&2
}

die()
{
	say "$2"
	exit "$1"
}

bad()
{
	say "$1"
	case $usage in
	*"$nl"*) usage="${usage%%"$nl"*} ..." ;;
	esac
	die 2 "usage: $me $usage (${hint-try --help})"
}

help()
{
	# The second line says what the pipeline does.
	{ read -r help_text && read -r help_text; } <"$0"
	printf '%s - %s\n\nusage: %s\n\n%s%s\n' "$me" "${help_text#*- }" \
		"$me $usage" "$options$nl" \
		"  -h, --help                  print this and exit
      --version               print the version and exit" 2>/dev/null ||
		die 4 'cannot write to standard output'
	exit 0
}

common_option()
{
	case $1 in
	-h | --help) help ;;
	--version)
		help_text=$(cx-config --version) || exit
		printf '%s %s\n' "$me" "${help_text#* }" 2>/dev/null ||
			die 4 'cannot write to standard output'
		exit 0
		;;
	--*)
		near=$(printf '%s\n' "$options" |
			sed -n 's/^ *\(-., \)*\(--[a-z-]*\).*/\2/p' |
			cx-config --nearest="${1%%=*}")
		near=${near%%"$nl"*}
		bad "unknown option $1${near:+; did you mean $near?}"
		;;
	*) bad "unknown option $1${2-}" ;;
	esac
}

value_of()
{
	[ "$2" -ge 2 ] || bad "option $1 needs an argument"
}

# One program knows what a date is; sh gets it in one form, in UTC, and that
# of the environment is given in this form by cx.
# shellcheck disable=SC2120 # pipelines do
set_now()
{
	CORTEX_NOW=$(cx-config --clock ${1+--now="$1"}) || exit
	export CORTEX_NOW
}

need_vault()
{
	# Without one, this says what to do.
	[ -n "${CORTEX_VAULT-}" ] || exec cx-config --vault
	cd "$CORTEX_VAULT" || exit 4
	# true, as a failure of : would end the shell.
	{ true 4>&1; } 2>/dev/null || die 4 'standard output is closed'
}

# Leaves the cause of what a rebuild has said: the line before the last, which is
# what that means for the index, or the only one.
why_not()
{
	behind_said=${behind_said%"$nl"*}
	behind_said=${behind_said##*"$nl"}
	behind_said=${behind_said#*: }
}

index_whole()
{
	[ -h index/generations/current ] &&
		[ -e index/generations/current/manifest.json ]
}

# After a clone there is none, as git does not have it; and what cp -L and clouds
# copy has lost its links.
has_index() # [HOW]
{
	! index_whole || return 0
	lost=
	{ [ ! -e index/generations ] && [ ! -e index/manifest.json ]; } ||
		lost=lost
	case $lost,${1-} in
	,no | ,require | ,*,require)
		# need_vault came here from where a person is.
		case ${OLDPWD-}/ in
		"$CORTEX_VAULT"/*) die 4 'no index yet; make it with: cx rebuild' ;;
		*)
			here=$(as_command cx -C "$CORTEX_VAULT" rebuild) ||
				here='cx rebuild, in the vault'
			die 4 "no index yet; make it with: $here"
			;;
		esac
		;;
	esac
	behind_said=$(CORTEX_NOW=$now_before "$CORTEX_LIB/rebuild" --wait 1 \
		2>&1 </dev/null)
	case $?$lost in
	[03]lost) ;;
	0) say 'there was no index, so made one' ;;
	3) say 'there was no index, so made one; some notes are missing or incomplete in it: cx rebuild --full lists them' ;;
	*lost)
		why_not
		die 4 "the index is incomplete, perhaps copied without its links, and cannot be rebuilt: $behind_said"
		;;
	*)
		why_not
		die 4 "no index yet, and none can be made: $behind_said"
		;;
	esac
}

# Sets $fresh to what cx-score is to be told of it: an index that is up to date
# needs no other look.  One that cannot be brought up to date still answers,
# and the programs leave out what is gone.
need_index()
{
	has_index ${1+"$1"}
	fresh=no
	case ${1-} in
	no) return ;;
	require) set -- require --fresh=full ;;
	?*) set -- "$1" "--fresh=$1" ;;
	*) set -- '' ;;
	esac
	behind=$(cx-index --behind index -C . ${2+"$2"})
	need_index_status=$?
	case $need_index_status in
	0) return ;;
	5) ;;
	*) exit "$need_index_status" ;;
	esac
	[ "$1" != require ] ||
		die 5 "the index is behind: $behind; bring it up to date with: cx rebuild"
	# Its layers are of today, whatever --now says here.
	behind_said=$(CORTEX_NOW=$now_before "$CORTEX_LIB/rebuild" --wait 1 \
		2>&1 </dev/null)
	case $? in
	0) ;;
	3) say 'some notes are missing or incomplete in the index; cx rebuild --full lists them' ;;
	*)
		fresh=fast,quiet
		why_not
		say "the index is behind ($behind) and cannot be updated: $behind_said"
		;;
	esac
}

# cx-score looks itself whether the index is up to date, which spares a program
# where it is.
score_index()
{
	score_fresh=$1
	shift
	! index_whole || case $score_fresh in
	'' | fast | full)
		cx-score -i index \
			--fresh="${score_fresh:-configured},require,quiet" "$@"
		score_status=$?
		[ "$score_status" -eq 5 ] || return "$score_status"
		;;
	esac
	# What ends it must not end the stage, which has to say how it went.
	score_fresh=$(need_index "$score_fresh" && echo "$fresh") || return
	cx-score -i index --fresh="$score_fresh" "$@"
}

set_vaults()
{
	. "$CORTEX_LIB/vaults.sh"
	[ -n "$1" ] || bad '--vaults needs names with commas, or all'
	vaults=$1
}

inbox_waits()
{
	inbox=
	for inbox_dir in pending failed; do
		set -- inbox/$inbox_dir/evt-*.md
		[ -e "$1" ] || continue
		case $inbox_dir$# in
		pending1) inbox='1 capture waits: cx normalize' ;;
		pending*) inbox="$# captures wait: cx normalize" ;;
		*) inbox="${inbox:+$inbox; }$# failed, see inbox/failed" ;;
		esac
	done
}

# The paths of images below the working directory, as cx-page --images reads
# them; no symbolic link is followed, and nothing hidden counts.
vault_images()
{
	find . ! -path . -name '.*' -prune -o -type f \( -name '*.[Pp][Nn][Gg]' \
		-o -name '*.[Jj][Pp][Gg]' -o -name '*.[Jj][Pp][Ee][Gg]' \
		-o -name '*.[Gg][Ii][Ff]' -o -name '*.[Ww][Ee][Bb][Pp]' \
		-o -name '*.[Ss][Vv][Gg]' -o -name '*.[Aa][Vv][Ii][Ff]' \
		-o -name '*.[Bb][Mm][Pp]' \) -print
}

# The first of 4, 2, 5, 3, 1 wins; anything else is a failure.
raise()
{
	case $1 in
	[0-5]) ;;
	*) set -- 4 ;;
	esac
	for raise_it in 4 2 5 3 1; do
		case $raise_it in
		"$1" | "$status")
			status=$raise_it
			return
			;;
		esac
	done
}

# stages [-a] A B... [-- ARGUMENT...]: A | B | ..., functions that get the
# arguments.  Each one's status counts, not only that of the last; $status
# and the function's own status say how it went.
#
# A reader may leave early: SIGPIPE (141) of any stage but the last is fine.
# With -a it is not: for what is published, all has to be read.  When our own
# reader has left, this is the quiet end of all.  The last stage has a shell of
# its own, which it may leave with exec.
#
# The stages run in a command substitution whose pipe is their descriptor 3;
# each one but the last writes its status there, the last one's comes out as
# that of the substitution.
stages()
{
	stages_all=
	stages_run=
	stages_last=
	stages_left=0
	[ "$1" != -a ] || {
		stages_all=all
		shift
	}
	while [ $# -gt 0 ]; do
		case $1 in
		--)
			shift
			break
			;;
		esac
		[ -z "$stages_last" ] || {
			stages_run="$stages_run { $stages_last \"\$@\" 3>&-"
			stages_run="$stages_run; echo $stages_last \$? >&3; } |"
			stages_left=$((stages_left + 1))
		}
		stages_last=$1
		shift
	done
	status=0
	{
		stages_got=$({
			eval "$stages_run $stages_last \"\$@\" 3>&-"
		} 3>&1 >&4 4>&-)
		stages_code=$?
	} 4>&1
	# shellcheck disable=SC2086 # a name and a number each
	set -- $stages_got
	while [ $# -ge 2 ]; do
		stages_left=$((stages_left - 1))
		case $stages_all$2 in
		141) ;;
		*) stage_ended "$1" "$2" ;;
		esac
		shift 2
	done
	# A shell between us and a stage was killed.
	[ "$stages_left" -eq 0 ] || {
		say 'a stage was killed'
		raise 4
	}
	case $stages_all$stages_code in
	141) exit 141 ;;
	esac
	stage_ended "$stages_last" "$stages_code"
	return "$status"
}

# CORTEX_CONFIG is the configuration or, where that is long, the name of a file.
config_jq()
{
	case ${CORTEX_CONFIG-} in
	'') jq --argjson config '[{}]' "$@" ;;
	\{*) jq --argjson config "[$CORTEX_CONFIG]" "$@" ;;
	*) jq --slurpfile config "$CORTEX_CONFIG" "$@" ;;
	esac
}

# jq's own numbers mean other things; but that its reader has left stays so.
jq_status()
{
	case $1 in
	0 | 141) return "$1" ;;
	esac
	return 4
}

put()
{
	"$@" 2>/dev/null
	case $? in
	0) ;;
	141) exit 141 ;;
	*) die 4 'cannot write to standard output' ;;
	esac
}

stage_ended() # NAME STATUS
{
	raise "$2"
	[ "$2" -le 128 ] || say "$1: killed by signal $(($2 - 128))"
}

# All that this command changes is one change, which cx-undo(1) takes back.
one_change()
{
	CORTEX_CHANGE=$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n') || exit 4
	export CORTEX_CHANGE
}

# What is in it may be private, so what a kill leaves has to be found: "open" is
# held open for as long as this pipeline, or a program of it, runs (cx doctor).
use_tmp()
{
	tmp=$(mktemp -d "${TMPDIR:-/tmp}/cx-${0##*/}.XXXXXX") || exit 4
	trap end_tmp EXIT
	trap 'exit 129' HUP
	trap 'exit 130' INT
	trap 'exit 141' PIPE
	trap 'exit 143' TERM
	exec 8>"$tmp/open"
}
end_tmp()
{
	end_status=$?
	# Without room there, nothing that failed had a way to say why.
	[ "$end_status" -ne 4 ] || end_why=$(head -c 65536 /dev/zero |
		cx-file -C "$tmp" --no-lock put room 2>&1) ||
		say "$tmp: ${end_why##*: }; TMPDIR names another directory"
	rm -rf "$tmp"
}

# A shell cannot open the file without following links.  cx-file can, and goes
# on as this pipeline, with the same process id.
hold_lock()
{
	[ "${CORTEX_LOCKED-}" != $$ ] || return 0
	lock=$1
	shift
	exec cx-file ${lock_wait:+--wait="$lock_wait"} lock "$lock" -- "$0" "$@"
}

no_link()
{
	for no_link_path; do
		[ ! -h "$no_link_path" ] ||
			die 4 "$no_link_path: symlinks are not followed inside a vault"
	done
}

# A name may have anything but NUL in it, and a list of lines has no room for
# those with a newline: they are named.
list_files()
{
	list_to=$1
	list_status=0
	list_odd=$(printf '\001')
	shift
	# It has said what it could not read.
	find "$@" -print0 >"$list_to.all" || list_status=3
	tr '\n\000' '\001\n' <"$list_to.all" | sort >"$list_to.swapped" ||
		return 4
	grep -v "$list_odd" "$list_to.swapped" >"$list_to" || [ $? -eq 1 ] ||
		return 4
	grep "$list_odd" "$list_to.swapped" >"$list_to.odd" || {
		[ $? -eq 1 ] || return 4
		return "$list_status"
	}
	while IFS= read -r list_odd; do
		say "$list_odd: has a newline in its name and is left out; rename it"
	done <"$list_to.odd"
	return 3
}

# A word of a command that a person pastes, or of a script.
quoted() # TEXT
{
	case $1 in
	'' | [=~]* | *[!A-Za-z0-9/._:=@%+,~-]*) ;;
	*)
		printf '%s' "$1"
		return
		;;
	esac
	quoted_rest=$1
	while :; do
		case $quoted_rest in
		*\'*) ;;
		*) break ;;
		esac
		printf "'%s'\\\\'" "${quoted_rest%%\'*}"
		quoted_rest=${quoted_rest#*\'}
	done
	printf "'%s'" "$quoted_rest"
}

# What a terminal does not show, or shows as something else, is not pasted.
as_command()
{
	command_line=
	for command_word; do
		[ "$(visible "$command_word.")" = "$command_word." ] || return 1
		command_line="$command_line${command_line:+ }$(quoted "$command_word")"
	done
	printf '%s\n' "$command_line"
}

# An editor, with the note, as which we go on.  git starts its editor so, too.
edit_note() # uses $note
{
	exec sh -c "${VISUAL:-${EDITOR:-vi}} \"\$@\"" sh "./$note"
}
