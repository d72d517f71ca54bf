#!/bin/sh
# md4c.sh ARCHIVE FLAG...: md4c compiled with the flags, from Debian's or Ubuntu's
# source package, which apt-get fetches and verifies; or from the directory
# MD4C_SRC, where md4c.c is.  CC and AR are the programs.
set -eu
die()
{
	echo "md4c.sh: $1" >&2
	exit 1
}

to=$1
shift
mkdir -p "${to%/*}"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM HUP

[ -n "${MD4C_SRC:-}" ] || {
	command -v apt-get >/dev/null || die "no libmd4c.a and no apt-get here; \
unpack the source of md4c and set MD4C_SRC to its directory src"
	# The sources of this machine, for source packages, in lists of their own.
	mkdir -p "$work/parts" "$work/lists/partial" "$work/source"
	: >"$work/list"
	for f in /etc/apt/sources.list /etc/apt/sources.list.d/*; do
		[ -f "$f" ] || continue
		case $f in
		*.list) sed -n 's/^deb[[:space:]]/deb-src /p' "$f" >>"$work/list" ;;
		*.sources) sed 's/^Types:.*/Types: deb-src/' "$f" \
			>"$work/parts/${f##*/}" ;;
		esac
	done
	apt()
	{
		apt-get -qq -o "Dir::Etc::SourceList=$work/list" \
			-o "Dir::Etc::SourceParts=$work/parts" \
			-o "Dir::State::Lists=$work/lists" \
			-o "Dir::Cache::pkgcache=" -o "Dir::Cache::srcpkgcache=" \
			-o APT::Sandbox::User=root "$@" >&2
	}
	{ apt update && cd "$work/source" &&
		apt source --tar-only md4c && cd "$OLDPWD"; } ||
		die "apt-get cannot fetch the source of md4c; unpack it and set \
MD4C_SRC to its directory src"
	tar -xf "$work/source"/md4c_*.orig.tar.* -C "$work/source"
	for d in "$work/source"/*/src; do
		MD4C_SRC=$d
	done
}
[ -f "$MD4C_SRC/md4c.c" ] || die "$MD4C_SRC: no md4c.c there"
for f in md4c md4c-html entity; do
	# shellcheck disable=SC2086 # a command with arguments
	${CC:-cc} "$@" -c -o "$work/$f.o" "$MD4C_SRC/$f.c"
done
rm -f "$to.tmp"
${AR:-ar} rcsD "$to.tmp" "$work/md4c.o" "$work/md4c-html.o" "$work/entity.o"
mv "$to.tmp" "$to"
