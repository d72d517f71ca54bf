#!/bin/sh
# bare.sh [COMMAND...]: runs `make check`, or COMMAND, as on a machine that has
# nothing but what `make check` installs itself: an empty environment, a HOME
# of its own, no standard input, no terminal, and a PATH without an installed
# Cortex and without the programs that only some tests know to use.
# bare.sh --root SUITE [DIR]: in a fresh Debian (bookworm, trixie) below DIR,
# made by debootstrap, as root and then as a user.  Needs root and the network.
# bare.sh --debs SUITE [DIR [DEB...]]: there, tests/debs.sh with the packages,
# which `make deb` makes where none are given.
set -eu
cd "$(dirname "$0")/.."
dir=${TMPDIR:-/tmp}/cx-bare.$$
trap 'rm -rf "$dir"' EXIT
trap 'exit 130' INT TERM HUP

case ${1:-} in
--root | --debs)
	what=$1
	suite=$2
	root=${3:-$dir}/$suite
	shift $(($# < 3 ? $# : 3))
	with=make,ca-certificates
	[ "$what" = --root ] || with=ca-certificates
	[ "$what" = --root ] || [ $# -gt 0 ] || {
		debs=$(make -s deb)
		# shellcheck disable=SC2046 # no blanks in their names
		set -- $(echo "$debs" | grep '[.]deb$')
	}
	mkdir -p "$root"
	mirror=$(sed -n 's/^URIs: *//p; s/^deb \(\[[^]]*\] \)*\([^ ]*\) .*/\2/p' \
		/etc/apt/sources.list /etc/apt/sources.list.d/* 2>/dev/null |
		head -n 1)
	command -v debootstrap >/dev/null || {
		echo "bare.sh: no debootstrap here; apt-get install debootstrap" >&2
		exit 2
	}
	debootstrap --variant=minbase --include=$with \
		"$suite" "$root" "${mirror:-http://deb.debian.org/debian}" >&2
	# What reaches the mirror from here reaches it from there.
	cp /etc/resolv.conf "$root/etc/resolv.conf" 2>/dev/null || :
	[ ! -d /etc/apt/apt.conf.d ] ||
		cp /etc/apt/apt.conf.d/* "$root/etc/apt/apt.conf.d/" || :
	mkdir -p "$root/src"
	if [ "$what" = --root ]; then
		git archive HEAD | tar -x -C "$root/src"
	else
		cp tests/debs.sh "$@" "$root/src"
	fi
	trap 'umount "$root/proc" "$root/dev/pts" "$root/dev/shm" || :
		rm -rf --one-file-system "$dir"' EXIT
	mount -t proc proc "$root/proc"
	mkdir -p "$root/dev/pts" "$root/dev/shm"
	mount -t devpts -o newinstance,ptmxmode=0666 devpts "$root/dev/pts"
	[ -c "$root/dev/ptmx" ] || ln -s pts/ptmx "$root/dev/ptmx"
	mount -t tmpfs -o mode=1777 tmpfs "$root/dev/shm"
	in_root() # USER COMMAND
	{
		setsid -w env -i HOME=/tmp PATH=/usr/sbin:/usr/bin:/sbin:/bin \
			chroot --userspec="$1" "$root" sh -c "cd /src && $2" \
			</dev/null
	}
	if [ "$what" = --debs ]; then
		in_root 0:0 'sh debs.sh'
		exit
	fi
	in_root 0:0 'make demo && make check'
	chroot "$root" chown -R 1000:1000 /src
	in_root 1000:1000 'make check'
	exit
	;;
esac

# Whatever is in the usual places, without what is optional.
mkdir -p "$dir/bin" "$dir/home"
for from in /usr/local/bin /usr/sbin /usr/bin /sbin /bin; do
	for p in "$from"/*; do
		case ${p##*/} in
		cx | cx-* | lighttpd* | busybox | chromium* | firefox* | fzf | \
		zsh* | rzsh | fish* | npm | npx | node | nodejs | corepack | \
		clang* | llvm* | vim* | vi | nvim | ccache | sponge | parallel) ;;
		*) [ -e "$dir/bin/${p##*/}" ] || ln -s "$p" "$dir/bin/" ;;
		esac
	done
done
[ $# -gt 0 ] || set -- make check
setsid -w env -i HOME="$dir/home" PATH="$dir/bin" "$@" </dev/null
