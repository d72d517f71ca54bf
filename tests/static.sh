# shellcheck shell=sh disable=SC2034,SC2154
# static.sh: make static, of the objects of the build; sourced after tap.sh by
# tests of what it makes.
#
#	static DIR ENVIRONMENT...       make it in DIR; $tarball is its path
#	static_tree DIR                 what would be in it, in DIR/static/root

need xz
[ -z "${CX_ASAN:-}" ] || skip_all 'the sanitizers are libraries'
B=${BIN%/bin}
[ -d "$B/obj" ] || skip_all 'no objects of the build here'
md4c=$B/static/lib/libmd4c.a
# Kept for the next test.
[ -f "$md4c" ] || CFLAGS='-O2 -fPIC' sh "$SRC/packaging/libs.sh" "$B/static" md4c \
	>"$T/said" 2>&1 || skip_all 'no archive of md4c here'

unset MAKELEVEL MFLAGS MAKEOVERRIDES
# The compiler and all else that the build was told, but not how many jobs.
case ${MAKEFLAGS-} in
*' -- '*) MAKEFLAGS="-- ${MAKEFLAGS#* -- }" ;;
*) unset MAKEFLAGS ;;
esac
# Of the objects of the build, whatever flags make would write down here.
static_make() # TARGET DIR ENVIRONMENT...
{
	target=$1
	b=$2
	shift 2
	mkdir -p "$b/static/lib"
	ln -s "$B/obj" "$B/libcx.a" "$b"
	cp "$md4c" "$b/static/lib/libmd4c.a"
	touch "$b/headers"
	run env "$@" make -s -C "$SRC" B="$b" XZ='xz -0' -o "$b/headers" \
		-o "$b/libcx.a" -o "$b/static/lib/libmd4c.a" -o "$b/flags" "$target"
	status 0 "make $target"
	err_empty 'the linker has nothing to say of names, users or modules'
}
static()
{
	static_make static "$@"
	tarball=$(cat "$T/out")
}
static_tree() { static_make static-tree "$1"; }
