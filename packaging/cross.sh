#!/bin/sh
# cross.sh ARCH [TARGET...]: make static, or other targets, for another processor,
# as Debian names it, into build/ARCH.  The compiler is of Debian's package
# crossbuild-essential-ARCH; its packages of the libraries are fetched and verified
# by apt-get and unpacked in build/ARCH/root, not installed.
set -eu
die()
{
	echo "cross.sh: $1" >&2
	exit 1
}

[ $# -gt 0 ] || {
	echo 'usage: cross.sh ARCH [TARGET...], such as arm64' >&2
	exit 2
}
arch=$1
shift
gnu=$(dpkg-architecture -a "$arch" -q DEB_HOST_GNU_TYPE 2>/dev/null) ||
	die "$arch is no processor of Debian, or dpkg-dev is not there"
command -v "$gnu-g++" >/dev/null || die "no compiler for $arch; apt-get install \
--no-install-recommends crossbuild-essential-$arch"
dir=$PWD/build/$arch
root=$dir/root
# What programs are linked with, and what the tests of lib/ load.
[ -e "$root/whole" ] || {
	rm -rf "$root"
	mkdir -p "$root/debs"
	apt() { sh packaging/apt.sh "$root/debs" -o "APT::Architecture=$arch" \
		-o "APT::Architectures=$arch" "$@"; }
	apt update || die "apt-get has no packages for $arch"
	(
		script=$PWD/packaging/apt.sh
		cd "$root/debs"
		sh "$script" . -o "APT::Architecture=$arch" \
			-o "APT::Architectures=$arch" download libyaml-dev \
			libutf8proc-dev libstemmer-dev zlib1g-dev libxxhash-dev \
			libtomlplusplus-dev libmd4c-dev libmd4c-html0-dev \
			libcmocka-dev libc6 libgcc-s1 libcmocka0 libmd4c0 \
			libmd4c-html0
	) || die "apt-get cannot fetch the libraries for $arch"
	for f in "$root/debs"/*.deb; do
		dpkg-deb -x "$f" "$root"
	done
	rm -rf "$root/debs"
	: >"$root/whole"
}
lib=$root/usr/lib/$gnu
[ $# -gt 0 ] || set -- static
exec make B="build/$arch" CC="${CCACHE:-} $gnu-gcc -B$lib" \
	CXX="${CCACHE:-} $gnu-g++ -B$lib" AR="$gnu-ar" STRIP="$gnu-strip" \
	PKG_CONFIG=false CPPFLAGS="-isystem $root/usr/include" "$@"
