#!/bin/sh
# packages.t: make static, and install.sh with what it makes.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$0")/../tap.sh"
. "$SRC/tests/static.sh"
need readelf

### the tarball

static "$T/one" TZ=UTC
version=$(cx --version)
is "${tarball##*/}" \
	"cortex-${version##* }-linux-$(uname -m).tar.xz" \
	'... says what it made'
one=$tarball
mask=$(umask)
umask 077
static "$T/two" TZ=Asia/Tokyo LC_ALL=C.UTF-8
umask "$mask"
same "$one" "$tarball" 'the same bytes again'
same "$one.sha256" "$tarball.sha256" '... and the same digest'
mkdir "$T/root" && tar -xJf "$one" -C "$T/root"
mv "$T/root"/cortex-* "$T/root/cortex"
for f in "$T/root/cortex/bin"/cx-*; do
	readelf -lSd "$f" >"$T/elf" 2>&1
	is "$(grep -cE 'INTERP|NEEDED|[.]symtab' "$T/elf")" 0 \
		"${f##*/} needs no library, and is stripped"
done
is "$(find "$T/root/cortex" ! -type l -perm /022)" '' 'only its owner may write'
ok 'licenses are there' grep -q 'Redistribution' \
	"$T/root/cortex/share/doc/cortex/THIRD-PARTY"
echo 'Do what you like.' >license
run env RUNTIME="musl $PWD/license" sh -c 'cd "$1" && sh packaging/licenses.sh "$2"' \
	sh "$SRC" "$T/doc"
status 0 'with another C library'
is "$(sed -n '/^=== musl ===/,/^===.*yaml/p' "$T/doc/THIRD-PARTY")" '=== musl ===

Do what you like.

=== libyaml ===' '... its license is there'
not_ok '... and not that of glibc' grep -q glibc "$T/doc/THIRD-PARTY"

### install.sh

p="$T/a prefix"
installer=$SRC/packaging/install.sh
install() { run sh "$installer" --prefix "$p" "$@"; }
install
status 2 'no tarball'
install --nonsense
status 2 'an unknown option'
install --sha256 12 "$one"
status 2 'no digest'
install --remove
status 1 'nothing to remove'
err_has 'has installed nothing there'
install "$T/none.tar.xz"
status 1
err_has 'none.tar.xz: no such file'
cp "$one" x.tar.xz
install x.tar.xz
status 1
err_has 'x.tar.xz.sha256: no such file; give the digest with --sha256'
install --sha256 "$(echo x | sha256sum | cut -c 1-64)" x.tar.xz
status 1
err_has 'is damaged or not the file that was meant'
install http://example.org/x.tar.xz
status 1 'http without a digest'
err_has 'can be changed on its way'
ok 'nothing was written yet' [ ! -e "$p" ]

mkdir -p "$p/bin"
echo mine >"$p/bin/cx"
echo mine >"$p/bin/other"
install "$one"
status 1 'a file that is there already'
err_has 'bin/cx is there, and install.sh has not installed it'
is "$(cat "$p/bin/cx")" mine '... stays'
rm "$p/bin/cx"
install "$one"
status 0
ok 'it runs from there' "$p/bin/cx" --version
out_has 'to remove it: sh ' 'the way out is printed'
find "$p" -type f -exec sha256sum {} + | sort >"$T/before"
# What an earlier version had goes, and what is not ours stays.
echo old >"$p/bin/cx-old"
echo mine >"$p/bin/cx-mine"
echo bin/cx-old >>"$p/share/cortex/installed"
install --sha256 "$(cut -d ' ' -f 1 "$one.sha256")" "$one"
status 0 'an upgrade'
ok '... without what the new version lacks' [ ! -e "$p/bin/cx-old" ]
rm "$p/bin/cx-mine"
find "$p" -type f -exec sha256sum {} + | sort >"$T/after"
same "$T/after" "$T/before" '... is what a first installation is'
run sh "$p/share/cortex/install.sh" --prefix "$p" --remove
status 0
is "$(cd "$p" && find . | sort | tr '\n' ' ')" '. ./bin ./bin/other ' \
	'--remove leaves what it has not brought'

# HOME, and an address: whichever of curl and wget is there.
for get in curl wget; do
	mkdir "$T/$get"
	cat >"$T/$get/$get" <<-'END'
		#!/bin/sh
		while [ $# -gt 1 ]; do
			case $1 in
			-o | -O) to=$2 ;;
			esac
			shift
		done
		cp "$ONE${1#https://example.org/x}" "$to"
	END
	chmod +x "$T/$get/$get"
	for c in sh cp mv rm mkdir rmdir mktemp cat sed grep sort comm cut tr tar xz \
		sha256sum find ls uname readlink; do
		ln -s "$(command -v "$c")" "$T/$get/$c"
	done
	run env PATH="$T/$get" ONE="$one" sh "$installer" https://example.org/x
	status 0 "from an address, with $get"
	out_has 'jq is not there yet' 'what is missing is said'
	ok 'it is in ~/.local' "$HOME/.local/bin/cx" --version
	run sh "$installer" --remove
	status 0 'and out again'
	is "$(find "$HOME/.local" ! -type d)" '' '... all of it'
	run env PATH="$T/$get" ONE="$one" sh "$installer" https://example.org/x/no
	status 1 'an address with nothing'
	err_has 'cannot download https://example.org/x/no'
done

done_testing
