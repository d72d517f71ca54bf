#!/bin/sh
# install.t: what make install puts where, and that it works from there.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$0")/../tap.sh"
need readelf

unset MAKEFLAGS MAKELEVEL MFLAGS MAKEOVERRIDES
# What was built already is installed, from a directory of which make may write
# down other flags.
mkdir "$T/built" && ln -s "$BIN" "$T/built/bin"
install() # ARGUMENT...
{
	run make -s -C "$SRC" -o all B="$T/built" "$@" install
	status 0
}
symbols()
{
	readelf -S "$1" | grep -c '[.]symtab'
}

install PREFIX="$T/p" STRIP=
install DESTDIR="$T/d" PREFIX=/usr
for f in "$T/p/bin"/cx-*; do
	p=${f##*/}
	is "$(symbols "$T/d/usr/bin/$p")" 0 "$p: its symbols are taken off"
	is "$(symbols "$f")" 1 "$p: STRIP= keeps them"
	is "$(symbols "$BIN/$p")" 1 "$p: and those of the build stay"
done

### the table of tokens, which is in share/ once

mkdir v
printf '# Fern\n\nWater the fern twice a week.\n' >v/fern.md
touch v/cortex.toml
cx -C v rebuild
cx-scan v >records
cd v || exit 99
cx-pack --budget 1000 <../records >../built
ok 'there is something to count' grep -q 'tokens=[1-9]' ../built
ln -s "$T/d/usr/bin/cx-pack" "$T/link"
cp -R "$T/d/usr" "$T/moved"
for pack in "$T/p/bin/cx-pack" "$T/d/usr/bin/cx-pack" "$T/link" \
	"$T/moved/bin/cx-pack"; do
	run "$pack" --budget 1000 <../records
	status 0
	same "$T/out" ../built "${pack#"$T/"} counts as the build does"
done
cp "$T/moved/bin/cx-pack" "$T/moved/cx-pack"
run "$T/moved/bin/../cx-pack" --budget 1000 <../records
status 4 'beside no share/'

table=$T/moved/share/cortex/token-ranks
no_table() # MESSAGE, after the name
{
	run "$T/moved/bin/cx-pack" --budget 1000 <../records
	status 4
	err_is "cx-pack: $table$1"
	out_empty 'nothing is printed'
}
cp "$table" "$T/whole"
rm "$table"
no_table ": No such file or directory; tokens cannot be counted without it, \
install Cortex again"
run "$T/moved/bin/cx" search fern
status 0 'a search does not need it'
printf '%s\n' '{"jsonrpc":"2.0","id":1,"method":"initialize","params":
{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":
{"name":"x","version":"1"}}}' | tr -d '\n' >"$T/calls"
printf '\n%s\n%s\n' '{"jsonrpc":"2.0","method":"notifications/initialized"}' \
	'{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"search_memories","arguments":{"query":"fern"}}}' \
	>>"$T/calls"
run "$T/moved/bin/cx-mcp" -C . <"$T/calls"
file_has "$T/out" "token-ranks: No such file or directory" \
	'an agent is told why it gets no memories'
mkdir "$table"
no_table ' is damaged; install Cortex again'
rmdir "$table"
: >"$table"
no_table ' is damaged; install Cortex again'
head -c 1000000 "$T/whole" >"$table"
no_table ' is damaged; install Cortex again'
{ cat "$T/whole" && echo more; } >"$table"
no_table ' is damaged; install Cortex again'
sed '1s/^6472 /6472x /' "$T/whole" >"$table"
no_table ' is damaged; install Cortex again'
sed '1s/^6472 /18446744073709551615 /' "$T/whole" >"$table"
no_table ' is damaged; install Cortex again'
# Without an empty slot a search of one would not end.
{ head -n 1 "$T/whole" && tail -n +2 "$T/whole" | tr '\000-\377' 'a'; } >"$table"
run timeout 60 "$T/moved/bin/cx-pack" --budget 1000 <../records
status 0 'whatever the slots hold, it ends'
cp "$T/whole" "$table"
run "$T/moved/bin/cx-pack" --budget 1000 <../records
same "$T/out" ../built 'and with the table back it counts again'

run make -s -C "$SRC" -o all B="$T/built" DESTDIR="$T/d" PREFIX=/usr uninstall
status 0
is "$(find "$T/d" ! -type d)" '' 'make uninstall leaves no file'

### the tarball

version=$(cx --version)
version=${version##* }
ok 'CHANGELOG.md has this version' grep -q "^## $version" "$SRC/CHANGELOG.md"
ok '... and packaging/PKGBUILD' \
	grep -qx "pkgver=$version" "$SRC/packaging/PKGBUILD"
ok '... the formula' grep -q "/cortex-${version}[.]tar[.]gz\"" \
	"$SRC/packaging/cortex.rb"
ok '... and the expression of Nix' grep -qF "version = \"$version\";" \
	"$SRC/packaging/default.nix"
dist() # DIR ENVIRONMENT...
{
	dist_to=$1
	shift
	run env "$@" make -s -C "$SRC" B="$dist_to" dist
	status 0
}
if git -C "$SRC" rev-parse -q --verify HEAD >"$T/head" 2>&1; then
	dist "$T/one" TZ=UTC
	printf '[tar]\n\tumask = user\n[tar "tar.gz"]\n\tcommand = gzip -1\n' \
		>"$T/gitconfig"
	sleep 1
	mask=$(umask)
	umask 077
	dist "$T/two" TZ=Asia/Tokyo LC_ALL=C.UTF-8 \
		GIT_CONFIG_GLOBAL="$T/gitconfig"
	umask "$mask"
	same "$T/one/cortex-$version.tar.gz" "$T/two/cortex-$version.tar.gz" \
		'make dist makes the same bytes again'
	tar -tzf "$T/one/cortex-$version.tar.gz" >"$T/names"
	is "$(grep -vc "^cortex-$version/" "$T/names")" 0 'all of it in a directory'
	ok '... the table, too' \
		grep -qx "cortex-$version/share/token-ranks" "$T/names"
else
	skip 5 'make dist' 'not a checkout, so that there is no commit to pack'
fi

done_testing
