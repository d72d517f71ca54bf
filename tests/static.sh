# shellcheck shell=sh disable=SC2034,SC2154
# static.sh: make static, of the objects of the build; sourced after tap.sh by
# tests of what it makes.
#
#	static DIR ENVIRONMENT...       make it in DIR; $tarball is its path

need xz
[ -z "${CX_ASAN:-}" ] || skip_all 'the sanitizers are libraries'
B=${BIN%/bin}
[ -d "$B/obj" ] || skip_all 'no objects of the build here'
md4c=$B/static/libmd4c.a
[ -f "$md4c" ] || {
	md4c=$T/libmd4c.a
	sh -c 'cd "$1" && sh packaging/md4c.sh "$2" -O2 -fPIE' sh "$SRC" "$md4c" \
		>"$T/said" 2>&1 || skip_all 'no archive of md4c here'
}

unset MAKEFLAGS MAKELEVEL MFLAGS MAKEOVERRIDES
# Of the objects of the build, whatever flags make would write down here.
static() # DIR ENVIRONMENT...
{
	b=$1
	shift
	mkdir "$b" "$b/static"
	ln -s "$B/obj" "$B/libcx.a" "$b"
	cp "$md4c" "$b/static/libmd4c.a"
	touch "$b/headers"
	run env "$@" make -s -C "$SRC" B="$b" XZ='xz -0' -o "$b/headers" \
		-o "$b/libcx.a" -o "$b/static/libmd4c.a" -o "$b/flags" static
	status 0 'make static'
	err_empty 'the linker has nothing to say of names, users or modules'
	tarball=$(cat "$T/out")
}
