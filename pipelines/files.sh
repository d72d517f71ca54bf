# shellcheck shell=sh
# files.sh: how pipelines write files; sourced after lib.sh by those that do.
#
#	own_dir DIR	makes DIR and those above it, refuses symbolic links
#	put_new FILE [TEXT]
#			TEXT and stdin become FILE; 1, and nothing, where
#			there is one
#	put_file FILE [READ]
#			stdin replaces FILE, unless the bytes are the same;
#			1, and nothing, if FILE is no longer as READ
#	hold_lock FILE	flock(1) on FILE, to our end; see lib/file/lock.h
#	use_tmp		$tmp is a directory of our own, gone at our end
#
# Paths are relative to the vault, where they are called.  A file appears by
# rename when its bytes are on the disk.  What cannot be written ends the
# pipeline with 4; what was read until then stays in a file that is named.

own_dir()
{
	own_rest=$1/
	own_at=
	while [ -n "$own_rest" ]; do
		own_at=$own_at${own_rest%%/*}
		own_rest=${own_rest#*/}
		[ ! -h "$own_at" ] ||
			die 4 "$own_at: is a symbolic link; nothing is written there"
		[ -d "$own_at" ] || mkdir "$own_at" 2>/dev/null ||
			[ -d "$own_at" ] || die 4 "cannot make $PWD/$own_at"
		own_at=$own_at/
	done
}

# TEXT and standard input in a new file beside FILE, on the disk: $temp.
put_temp() # FILE [TEXT]
{
	case $1 in
	*/*) put_dir=${1%/*} ;;
	*) put_dir=. ;;
	esac
	# Were we killed, the next writer of the vault looks there (lib/file/lock.h).
	[ "${held-}" != .cortex/lock ] || printf '%s//\n' "$put_dir" >&9 ||
		exit 4
	temp=$(mktemp "$put_dir/.cx-tmp-XXXXXXXXXX") || exit 4
	# shellcheck disable=SC2015 # either may fail
	{ printf %s "${2-}" && cat; } >"$temp" && chmod "=rw" "$temp" && sync "$temp" || {
		[ -s "$temp" ] || {
			rm -f "$temp"
			die 4 "$1 cannot be written"
		}
		die 4 "$1 cannot be written; what there is stays in $temp"
	}
}

put_new()
{
	if [ -e "$1" ] || [ -h "$1" ]; then
		return 1
	fi
	put_temp "$@"
	mv -n "$temp" "$1" || die 4 "$1 cannot be written; it is in $temp"
	[ ! -e "$temp" ] || {
		rm -f "$temp"
		return 1
	}
	sync "$put_dir" || die 4 "$put_dir cannot be written to the disk"
}

put_file()
{
	[ ! -h "$1" ] || die 4 "$1: is a symbolic link; it is not replaced"
	put_temp "$1" ''
	[ -z "${2-}" ] || cmp -s "$1" "$2" || {
		rm -f "$temp"
		return 1
	}
	if [ -e "$1" ]; then
		! cmp -s "$1" "$temp" || {
			rm -f "$temp"
			return 0
		}
		chmod "$(stat -c %a "$1")" "$temp" || exit 4
	fi
	mv -f "$temp" "$1" || die 4 "$1 cannot be written; it is in $temp"
	sync "$put_dir" || die 4 "$put_dir cannot be written to the disk"
}

hold_lock()
{
	[ ! -h "$1" ] || die 4 "$PWD/$1: is a symbolic link"
	[ ! -e "$1" ] || [ -f "$1" ] || die 4 "$PWD/$1: not a plain file"
	# exec would end the shell with a status of its own.
	{ true >>"$1"; } 2>/dev/null || {
		hold_why=$({ true >>"$1"; } 2>&1)
		die 4 "$PWD/$1: ${hold_why##*: }"
	}
	exec 9>>"$1"
	held=$1
	flock -n 9 && return
	[ ! -t 2 ] || say 'another program writes this vault; waiting for it'
	flock 9 || die 4 "cannot lock $PWD/$1"
}

use_tmp()
{
	tmp=$(mktemp -d "${TMPDIR:-/tmp}/cx-${0##*/}.XXXXXX") || exit 4
	trap 'rm -rf "$tmp"' EXIT
	trap 'exit 129' HUP
	trap 'exit 130' INT
	trap 'exit 143' TERM
}
