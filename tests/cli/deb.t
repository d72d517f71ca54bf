#!/bin/sh
# deb.t: make deb, with the programs of the build.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$0")/../tap.sh"
need git
[ -z "${CX_ASAN:-}" ] || skip_all 'the sanitizers are libraries'
[ -z "${CX_MUSL:-}" ] || skip_all 'programs of Debian have its C library'

### what it needs is what building needs

# shellcheck disable=SC2016 # the format is sed's
is "$(sed -n '/^Build-Depends:/,/^[^ ]/s/^ \([a-z0-9.-]*\).*/\1/p' \
	"$SRC/packaging/debian/control" | sed 's/^pkgconf$/pkg-config/' |
	grep -v debhelper | sort)" \
	"$(sed -n "/^build='/,/'\$/p" "$SRC/tests/deps.sh" | sed "s/build=//" |
	tr -s " '" '\n' | grep -vxE 'make|gcc|g[+][+]|jq|' | sort)" \
	'Build-Depends are what make deps installs'
while read -r f; do
	f=${f#usr/}
	case $f in
	libexec/cortex/*) f=pipelines/${f#libexec/cortex/} ;;
	share/cortex/*) f=share/${f#share/cortex/} ;;
	share/man/*) f=man/${f##*/} ;;
	share/*) f=completions ;;
	esac
	set -- "$SRC/$f"*
	ok "cortex-page: $f is there" [ -e "$1" ]
done <"$SRC/packaging/debian/cortex-page.files"

### the packages

if ! command -v dh >/dev/null; then
	skip 17 'the packages' 'no debhelper here'
	done_testing
fi
git -C "$SRC" rev-parse -q --verify HEAD >"$T/head" 2>&1 || {
	skip 17 'the packages' 'not a checkout, so that there is no commit to pack'
	done_testing
}
unset MAKEFLAGS MAKELEVEL MFLAGS MAKEOVERRIDES
mkdir "$T/built" && ln -s "$BIN" "$T/built/bin"
deb() # DIR ENVIRONMENT...
{
	dir=$1
	shift
	run env "$@" CORTEX_MAKE="B=$T/built -o all" \
		DPKG_DEB_COMPRESSOR_TYPE=gzip DPKG_DEB_COMPRESSOR_LEVEL=1 \
		make -s -C "$SRC" B="$dir" JOBS=1 deb
	status 0 'make deb'
	err_empty
}
mkdir "$T/one" && : >"$T/one/cortex_0_all.deb"
deb "$T/one" TZ=UTC
mask=$(umask)
umask 077
deb "$T/two" TZ=Asia/Tokyo LC_ALL=C.UTF-8
umask "$mask"
for f in "$T/one"/*.deb; do
	same "$f" "$T/two/${f##*/}" "${f##*/}: the same bytes again"
done
is "$(find "$T/one" -maxdepth 1 -name '*.deb' | wc -l | tr -d ' ')" 2 \
	'those of an earlier version are gone'
version=$(cx --version)
version=${version##* }
page=$(echo "$T/one"/cortex-page_*.deb)
cortex=$(echo "$T/one"/cortex_*.deb)
if grep -q "^## $version, not released" "$SRC/CHANGELOG.md"; then
	ok 'what is not released yet comes before what will be' \
		dpkg --compare-versions "$(dpkg-deb -f "$cortex" Version)" lt \
		"$version"
else
	is "$(dpkg-deb -f "$cortex" Version | sed 's/-[^-]*$//')" "$version" \
		'the version'
fi

run make -s -C "$SRC" -o all B="$T/built" DESTDIR="$T/d" PREFIX=/usr install
status 0
for f in "$cortex" "$page"; do
	dpkg-deb -c "$f"
done | awk '!/^d/ { print $1, $6 }' | sort >"$T/in"
grep -Ev '/usr/share/(doc|lintian)/' "$T/in" |
	sed 's|\(/man/.*\)\.gz$|\1|; s|^l[^ ]* \(.*/man/\)|-rw-r--r-- \1|' |
	sort >"$T/packed"
(cd "$T/d" && find . ! -type d -printf '%M %p\n') | sort >"$T/installed"
same "$T/packed" "$T/installed" \
	'what make install installs is in one of the two, once, with its mode'
ok 'the changelog, too' \
	grep -q ' ./usr/share/doc/cortex/changelog.gz$' "$T/in"

# As they lie there, without having been installed.
mkdir "$T/root"
dpkg-deb -x "$cortex" "$T/root"
PATH=$T/root/usr/bin:/usr/bin:/bin
run cx init v
status 0 'cx init'
run cx -C v site -o -
status 2 'without cortex-page there is no page'
if has_terminal && command -v man >/dev/null; then
	run terminal 'PAGER=cat cx help search' </dev/null
	out_has 'CX-SEARCH(1)' 'cx help prints a packed manual'
else
	skip 1 'cx help' 'no terminal can be made here'
fi
dpkg-deb -x "$page" "$T/root"
run cx -C v site -o -
status 0 '... and with it there is'
out_has '</html>'

### what Debian wants of packages

if ! command -v lintian >/dev/null; then
	skip 2 'what lintian says' 'no lintian here'
	done_testing
fi
run env PATH="$PATH:/usr/sbin:/sbin" lintian --allow-root \
	--fail-on error,warning "$T/one/deb"/*.changes
status 0 'lintian'
out_empty 'it has nothing to say'

done_testing
