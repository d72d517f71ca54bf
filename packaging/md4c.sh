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
	mkdir "$work/source"
	here=$(cd "${0%/*}" && pwd)
	{ sh "$here/apt.sh" "$work" update && cd "$work/source" &&
		sh "$here/apt.sh" "$work" source --tar-only md4c && cd "$OLDPWD"; } ||
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
