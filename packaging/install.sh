#!/bin/sh
# install.sh - install Cortex from its tarball, or take it out again
#
# Nothing outside of the prefix is touched, and root is not needed.  What was
# installed is listed in PREFIX/share/cortex/installed: an upgrade removes what
# the new version no longer has, and --remove removes exactly that.

usage()
{
	cat <<-'END'
		usage: install.sh [--prefix DIR] [--sha256 HEX] [--force] FILE|URL
		       install.sh [--prefix DIR] --remove

		  --prefix DIR  where to; ~/.local if not given
		  --sha256 HEX  the digest of the tarball; if not given, it is read from
		                FILE.sha256 or URL.sha256, which shows that the tarball is
		                whole, but not who made it
		  --force       overwrite files that install.sh has not installed
		  --remove      remove what was installed
		  -h, --help    print this and exit

		URL is https://...; with --sha256 it may be http://...
	END
}

die()
{
	printf 'install.sh: %s\n' "$1" >&2
	exit "${2:-1}"
}

bad()
{
	printf 'install.sh: %s\n' "$1" >&2
	usage >&2
	exit 2
}

digest() # FILE
{
	if command -v sha256sum >/dev/null; then
		sum=$(sha256sum <"$1")
	elif command -v shasum >/dev/null; then
		sum=$(shasum -a 256 <"$1")
	elif command -v openssl >/dev/null; then
		sum=$(openssl dgst -sha256 -r <"$1")
	else
		die 'sha256sum, shasum or openssl is needed to check the tarball'
	fi || die "cannot read $1"
	printf '%s\n' "${sum%% *}"
}

download() # URL FILE
{
	if command -v curl >/dev/null; then
		curl -fsSL -o "$2" "$1"
	elif command -v wget >/dev/null; then
		wget -q -O "$2" "$1"
	else
		die 'curl or wget is needed to download'
	fi || die "cannot download $1"
}

# The tarball, checked, becomes $work/tarball.
get() # FILE|URL
{
	case $1 in
	https://* | http://*)
		[ -n "$want" ] || case $1 in
		http:*) die "$1 can be changed on its way; give --sha256, or an \
https address" ;;
		esac
		download "$1" "$work/tarball"
		[ -n "$want" ] || download "$1.sha256" "$work/sha256"
		;;
	*)
		[ -f "$1" ] || die "$1: no such file"
		cp "$1" "$work/tarball" || die "cannot read $1"
		[ -n "$want" ] || {
			[ -f "$1.sha256" ] ||
				die "$1.sha256: no such file; give the digest with --sha256"
			cp "$1.sha256" "$work/sha256" || die "cannot read $1.sha256"
		}
		;;
	esac
	[ -n "$want" ] || {
		read -r want _ <"$work/sha256" || [ -n "$want" ] ||
			die "$1.sha256 is empty"
		is_digest "$want" || die "$1.sha256 is not a SHA-256 digest"
	}
	got=$(digest "$work/tarball") || exit
	[ "$got" = "$(printf %s "$want" | tr A-F a-f)" ] || die "$1 is damaged or not \
the file that was meant: its SHA-256 is $got, expected $want"
}

is_digest()
{
	case $1 in
	*[!0-9a-fA-F]*) return 1 ;;
	esac
	[ ${#1} -eq 64 ]
}

# $work/new is the directory of the tarball, whose programs run here.
unpack()
{
	mkdir "$work/tree" || die "cannot write to $work"
	command -v xz >/dev/null || die 'xz is needed to unpack the tarball'
	xz -dc <"$work/tarball" >"$work/tar" || die 'the tarball cannot be unpacked'
	tar -xf "$work/tar" -C "$work/tree" || die 'the tarball cannot be unpacked'
	set -- "$work/tree"/*
	{ [ $# -eq 1 ] && [ -f "$1/bin/cx" ] && [ -f "$1/bin/cx-config" ]; } ||
		die 'the tarball is not one of Cortex'
	new=$1
	version=$("$new/bin/cx-config" --version) ||
		die "its programs do not run on this machine ($(uname -s), $(uname -m))"
	version=${version##* }
}

# Files, and directories with a / at the end that install.sh made.
list=share/cortex/installed
known() { [ -f "$prefix/$list" ] && grep -qxF -e "$1" "$prefix/$list"; }

make_dir() # DIRECTORY, relative: lists those that were not there
{
	case $1 in
	*/*) make_dir "${1%/*}" ;;
	esac
	[ -d "$prefix/$1" ] && ! known "$1/" || printf '%s/\n' "$1" >>"$work/dirs"
}

install()
{
	(cd "$new" && find . ! -type d) | sed 's|^\./||' | sort >"$work/files" ||
		die "cannot read $new"
	printf '%s\n' "$list" >>"$work/files"
	[ -n "$force" ] || while IFS= read -r f; do
		[ ! -e "$prefix/$f" ] && [ ! -h "$prefix/$f" ] || known "$f" ||
			die "$prefix/$f is there, and install.sh has not installed it; \
take it out first (make uninstall PREFIX=$prefix), or give --force"
	done <"$work/files" || exit

	: >"$work/dirs"
	sed -n 's|/[^/]*$||p' "$work/files" | sort -u >"$work/parents"
	while IFS= read -r d; do
		make_dir "$d"
	done <"$work/parents"
	sort -u "$work/files" "$work/dirs" >"$work/list"
	# Whatever comes between, --remove finds what there is by then.
	mkdir -p "$prefix/${list%/*}" || die "cannot make $prefix/${list%/*}"
	cat "$work/list" >"$work/both"
	[ ! -f "$prefix/$list" ] || cat "$prefix/$list" >>"$work/both"
	sort -u "$work/both" >"$work/all"
	put "$work/all" "$list"

	while IFS= read -r f; do
		[ "$f" = "$list" ] || put "$new/$f" "$f"
	done <"$work/files"
	# What an earlier version had.
	LC_ALL=C comm -13 "$work/list" "$work/all" >"$work/old"
	remove_listed "$work/old"
	put "$work/list" "$list"
}

# A program that runs keeps its file, and none is ever half there.
put() # FROM FILE
{
	d=$prefix/$2
	{ mkdir -p "${d%/*}" && rm -f "$d.new" && cp -P -p "$1" "$d.new" &&
		mv -f "$d.new" "$d"; } || die "cannot write $d"
}

remove_listed() # LIST
{
	while IFS= read -r f; do
		case $f in
		*/ | "$list") ;;
		*) rm -f "$prefix/$f" || die "cannot remove $prefix/$f" ;;
		esac
	done <"$1" || exit
	# Last, so that what could not be removed can be once more.
	! grep -qxF "$list" "$1" || rm -f "$prefix/$list" ||
		die "cannot remove $prefix/$list"
	# Directories that have something else by now stay.
	sort -r "$1" | while IFS= read -r f; do
		case $f in
		*/) rmdir "$prefix/$f" 2>/dev/null || [ ! -d "$prefix/$f" ] ||
			[ -n "$(ls -A "$prefix/$f")" ] ||
			die "cannot remove $prefix/$f" ;;
		esac
	done
}

quoted() # WORD: as a shell reads it
{
	case $1 in
	*[!A-Za-z0-9/._+-]*) printf "'%s'" "$(printf %s "$1" | sed "s/'/'\\\\''/g")" ;;
	*) printf %s "$1" ;;
	esac
}

main()
{
	prefix=
	want=
	force=
	remove=
	from=
	while [ $# -gt 0 ]; do
		case $1 in
		--prefix | --sha256)
			[ -n "${2-}" ] || bad "option $1 needs a value"
				case $1 in
			--sha256) want=$2 ;;
			*) prefix=$2 ;;
			esac
			shift
			;;
		--prefix=?*) prefix=${1#*=} ;;
		--sha256=?*) want=${1#*=} ;;
		--force) force=yes ;;
		--remove) remove=yes ;;
		-h | --help)
			usage
			exit 0
			;;
		-*) bad "unknown option $1" ;;
		*)
			[ -z "$from" ] || bad "one tarball, not two: $from and $1"
			from=$1
			;;
		esac
		shift
	done
	[ -z "$want" ] || is_digest "$want" ||
		bad "--sha256 must be 64 hexadecimal digits"
	[ -n "$prefix" ] || {
		[ -n "${HOME:-}" ] || die 'HOME is not set; give --prefix'
		prefix=$HOME/.local
	}
	case $prefix in
	/*) ;;
	*) prefix=$PWD/$prefix ;;
	esac
	work=$(mktemp -d) || die 'cannot make a temporary directory'
	trap 'rm -rf "$work"' EXIT
	trap 'exit 130' INT TERM HUP
	umask 022
	LC_ALL=C
	export LC_ALL

	if [ -n "$remove" ]; then
		[ -z "$from" ] || bad "--remove takes no tarball"
		[ -f "$prefix/$list" ] ||
			die "$prefix/$list: no such file; install.sh has installed nothing there"
		cp "$prefix/$list" "$work/list" || die "cannot read $prefix/$list"
		remove_listed "$work/list"
		echo "removed from $prefix"
		exit 0
	fi
	[ -n "$from" ] || bad 'the tarball is not given'
	get "$from"
	unpack
	install
	echo "Cortex $version is in $prefix"
	command -v jq >/dev/null ||
		echo 'jq is not there yet, and cx needs it: apt-get install jq, or the like'
	# shellcheck disable=SC2016 # for the reader's shell
	case :$PATH: in
	*":$prefix/bin:"*) ;;
	*) printf 'not in PATH yet: export PATH=%s:$PATH\n' \
		"$(quoted "$prefix/bin")" ;;
	esac
	printf 'to remove it: sh %s --prefix %s --remove\n' \
		"$(quoted "$prefix/share/cortex/install.sh")" "$(quoted "$prefix")"
}

# At the end, so that half a download does nothing.
main "$@"
