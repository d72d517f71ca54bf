#!/bin/sh
# static.t: what make static makes, as a package for npm and in an empty root.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$0")/../tap.sh"
command -v npm >/dev/null || command -v busybox >/dev/null ||
	skip_all 'neither npm nor busybox here'
. "$SRC/tests/static.sh"
static_tree "$T/one"
mask=$(umask)
mkdir "$T/root" && cp -R "$T"/one/static/root/cortex-* "$T/root/cortex"

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

done_testing
