#!/bin/sh
# libs.sh DIR SOURCE...: libraries compiled into DIR/lib, with their headers in
# DIR/include, from Debian's or Ubuntu's source packages, which apt-get fetches and
# verifies; or from where they are unpacked in the directory SOURCES.  A SOURCE is
# cmocka, libyaml, md4c, snowball, utf8proc or zlib.  CC, AR and CFLAGS are for
# them; HOSTCC compiles what makes libstemmer here.
set -eu
die()
{
	echo "libs.sh: $1" >&2
	exit 1
}

mkdir -p "$1/lib" "$1/include"
to=$(cd "$1" && pwd)
shift
here=$(cd "${0%/*}" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM HUP
: "${CC:=cc}" "${AR:=ar}" "${CFLAGS:=-O2}"

[ -n "${SOURCES:-}" ] || {
	SOURCES=$work/sources
	mkdir "$SOURCES"
	(sh "$here/apt.sh" "$work" update && cd "$SOURCES" &&
		sh "$here/apt.sh" "$work" source --tar-only "$@") ||
		die "apt-get cannot fetch the sources of $*; unpack them and set \
SOURCES to the directory where they are"
	for f in "$SOURCES"/*.orig.tar.*; do
		tar -xf "$f" -C "$SOURCES"
	done
}
# What is half made is not taken for an archive.
archive() # NAME FILE...
{
	rm -f "$work/$1"
	name=$1
	shift
	$AR rcsD "$work/$name" "$@"
	mv "$work/$name" "$to/lib"
}
compile() # ARCHIVE FLAGS FILE...: the C files
{
	name=$1
	flags=$2
	shift 2
	rm -rf "$work/o"
	mkdir "$work/o"
	for f; do
		o=${f##*/}
		# shellcheck disable=SC2086 # words are meant to be split
		$CC $CFLAGS $flags -c -o "$work/o/${o%.c}.o" "$f"
	done
	archive "$name" "$work/o"/*.o
}

for source; do
	for d in "$SOURCES/$source"*/; do
		[ -d "$d" ] || die "no $source in $SOURCES"
	done
	cp=
	case $source in
	cmocka)
		compile libcmocka.a "-DHAVE_CLOCK_REALTIME -DHAVE_INTTYPES_H \
			-DHAVE_MALLOC_H -DHAVE_SIGLONGJMP -DHAVE_SIGNAL_H \
			-DHAVE_STRINGS_H -DHAVE_STRSIGNAL -DHAVE_STRUCT_TIMESPEC \
			-DHAVE_GCC_THREAD_LOCAL_STORAGE -I${d}include" \
			"${d}src/cmocka.c"
		cp='include/cmocka*.h'
		;;
	libyaml)
		v=${d%/}
		v=${v##*-}
		minor=${v#*.}
		compile libyaml.a "-DYAML_VERSION_STRING=\"$v\" \
			-DYAML_VERSION_MAJOR=${v%%.*} \
			-DYAML_VERSION_MINOR=${minor%.*} \
			-DYAML_VERSION_PATCH=${v##*.} -I${d}include" "$d"src/*.c
		cp=include/yaml.h
		;;
	md4c)
		compile libmd4c.a '' "${d}src/md4c.c" "${d}src/md4c-html.c" \
			"${d}src/entity.c"
		cp='src/md4c.h src/md4c-html.h'
		;;
	snowball)
		make -s -C "$d" CC="${HOSTCC:-cc}" snowball
		make -s -C "$d" -o snowball CC="$CC" CFLAGS="$CFLAGS" AR="$AR" \
			CPPFLAGS='-Iinclude' libstemmer.a >"$work/said" 2>&1 || {
			cat "$work/said" >&2
			exit 1
		}
		mv "${d}libstemmer.a" "$to/lib"
		cp=include/libstemmer.h
		;;
	utf8proc)
		compile libutf8proc.a '' "${d}utf8proc.c"
		cp=utf8proc.h
		;;
	zlib)
		compile libz.a "-w -DHAVE_UNISTD_H" "$d"*.c
		cp='zlib.h zconf.h'
		;;
	*) die "$source must be one of cmocka libyaml md4c snowball utf8proc zlib" ;;
	esac
	for f in $cp; do
		# shellcheck disable=SC2086 # a pattern
		cp "$d"$f "$to/include"
	done
done
