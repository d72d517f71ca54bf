#!/bin/sh
# packages.t: make static, and install.sh with what it makes.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$0")/../tap.sh"
need readelf xz
[ -z "${CX_ASAN:-}" ] || skip_all 'the sanitizers are libraries'
B=${BIN%/bin}
[ -d "$B/obj" ] || skip_all 'no objects of the build here'
md4c=$B/static/libmd4c.a
[ -f "$md4c" ] || {
	md4c=$T/libmd4c.a
	sh -c 'cd "$1" && sh packaging/md4c.sh "$2" -O2 -fPIE' sh "$SRC" "$md4c" \
		>"$T/said" 2>&1 || skip_all 'no archive of md4c here'
}

### the tarball

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

### the package for npm, of the same programs

session() # WORD
{
	printf '%s%s\n' '{"jsonrpc":"2.0","id":1,"method":"initialize","params":' \
		'{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"x","version":"1"}}}'
	echo '{"jsonrpc":"2.0","method":"notifications/initialized"}'
	echo '{"jsonrpc":"2.0","id":2,"method":"tools/list"}'
	printf '%s%s\n' '{"jsonrpc":"2.0","id":3,"method":"tools/call",' \
		"\"params\":{\"name\":\"search_memories\",\"arguments\":{\"query\":\"$1\"}}}"
}
if ! command -v npm >/dev/null; then
	skip 15 'the package for npm' 'no npm here'
elif [ "$(uname -m)" != x86_64 ]; then
	skip 15 'the package for npm' 'the package for npm is for x86-64'
else
	npm_config_audit=false npm_config_fund=false npm_config_offline=true
	npm_config_update_notifier=false
	export npm_config_audit npm_config_fund npm_config_offline \
		npm_config_update_notifier
	pack()
	{
		mkdir -p "$T/npm.$1" && : >"$T/npm.$1/cortex-memory-0.tgz"
		run sh -c 'cd "$1" && sh packaging/npm.sh "$2" x86_64 "$3"' sh \
			"$SRC" "$T"/one/static/root/cortex-* "$T/npm.$1"
		status 0 'npm.sh'
		tgz=$(cat "$T/out")
	}
	pack one
	umask 077
	pack two
	umask "$mask"
	same "$tgz" "$T/npm.one/${tgz##*/}" '... makes the same bytes again'
	not_ok 'that of an earlier version is gone' \
		[ -e "$T/npm.one/cortex-memory-0.tgz" ]
	tar -tzf "$tgz" | sed 's|^package/||' | sort >"$T/packed"
	(cd "$T/npm.two/npm" && find . -type f) | sed 's|^\./||' | sort |
		grep -vx 'share/cortex/examples/vault/.gitignore' >"$T/tree"
	same "$T/tree" "$T/packed" '... nothing is left out but a .gitignore'
	run sh -c 'cd "$1" && sh packaging/npm.sh / aarch64 "$2"' sh "$SRC" "$T"
	status 1 'not for other processors'
	mkdir "$T/app" && cd "$T/app" || exit 99
	echo 'Object.defineProperty(process, "arch", {value: "arm64"});' \
		>"$T/arm64.cjs"
	run env NODE_OPTIONS="--require $T/arm64.cjs" npm install "$tgz"
	status 1 'nor is it installed there'
	err_has 'Unsupported platform'
	# All that it has is what it brings: no jq, and none of our own programs.
	mkdir "$T/few"
	for c in sh node npm npx readlink uname; do
		ln -s "$(command -v "$c")" "$T/few"
	done
	printf '# Plants\n\nWater it.\n' | put notes/p.md
	touch notes/cortex.toml
	session water >calls
	run env PATH="$T/few" npm install "$tgz"
	status 0 'npm install'
	run env PATH="$T/few" npx cortex-memory --version
	out_is "$(cx --version)" 'npx cortex-memory is cx'
	run env PATH="$T/few" npx -y cortex-memory -C notes mcp <calls
	status 0 'npx -y cortex-memory mcp'
	jq_of -s "$T/out" 'length, (.[1].result.tools | length > 4),
		(.[2].result.content[0].text | contains("p.md"))' "3
true
true" '... is an MCP server'
	cd / && run env PATH="$T/few" npx -y "file:$tgz" -C "$T/app/notes" mcp \
		<"$T/app/calls"
	out_has p.md '... of the file, too, without installing it'
	cd "$T/w" || exit 99
fi

### an empty root, with a shell and jq

# Their libraries come with them; the programs have none to look for.
give() # COMMAND
{
	give_c=$(command -v "$1")
	cp "$give_c" "$T/root/bin/$1"
	ldd "$give_c" 2>/dev/null | grep -o '/[^ ]*' | while read -r l; do
		mkdir -p "$T/root${l%/*}"
		cp -L "$l" "$T/root$l"
	done
}
inside() # COMMAND
{
	run unshare -rm sh -c 'mount --bind /dev/null "$1/dev/null" &&
		exec env -i HOME=/home "$2" "$1" /bin/sh -c "$3"' sh "$T/root" \
		"$chroot" "PATH=/cortex/bin:/bin; export PATH; $1"
}
: "${chroot:=$(PATH=$PATH:/usr/sbin:/sbin; command -v chroot)}"
mkdir "$T/root/bin" "$T/root/dev" "$T/root/tmp" "$T/root/home"
: >"$T/root/dev/null"
if command -v busybox >/dev/null; then
	give busybox
	give jq
	for c in $(busybox --list); do
		[ -e "$T/root/bin/$c" ] || ln -s busybox "$T/root/bin/$c"
	done
	inside true
fi
if ! command -v busybox >/dev/null; then
	skip 8 'the programs in an empty root' 'no busybox here'
elif [ "$rc" -ne 0 ]; then
	skip 8 'the programs in an empty root' 'no user namespaces here'
else
	inside 'cx init /v && cd /v && printf "# Plants\n\nWater it.\n" >p.md &&
		cx new "Deploy freeze" </dev/null && cx rebuild'
	status 0 'cx init, new, rebuild'
	err_lacks 'not found' '... without what is not there'
	inside 'cd /v && cx search water'
	status 0 'cx search'
	out_has Plants '... finds it'
	session water >"$T/root/calls"
	inside 'cx -C /v mcp </calls'
	status 0 'an MCP session'
	out_has Plants '... finds it'
	# Its table of tokens is found without /proc.
	inside 'cd /v && cx scan | cx pack --budget 1000'
	status 0 'cx pack counts tokens'
	out_has Plants '... prints it'
fi

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
