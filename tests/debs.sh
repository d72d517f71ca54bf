#!/bin/sh
# debs.sh: installs, uses, upgrades and purges the Debian packages that lie here,
# and says what went wrong.  For a machine that may be lost: `bare.sh --debs`.
set -u
bad=0
log=$(mktemp)
# Whatever is done is done without a network, once what it needs is installed.
ok() # TEXT COMMAND
{
	if unshare -n sh -c "$2" >"$log" 2>&1; then
		echo "ok - $1"
	else
		echo "not ok - $1"
		bad=1
		tail -n 20 "$log" | sed 's/^/#   /'
	fi
}
as_user() # TEXT COMMAND
{
	ok "$1" "exec setpriv --reuid=1000 --regid=1000 --clear-groups \
		env -i PATH=/usr/bin:/bin HOME=$home sh -c '$2'"
}
setup() # TEXT COMMAND...
{
	setup_text=$1
	shift
	if "$@" >"$log" 2>&1; then
		echo "ok - $setup_text"
	else
		echo "not ok - $setup_text"
		tail -n 20 "$log" | sed 's/^/#   /'
		exit 1
	fi
}
apt() # TEXT WORD...
{
	apt_text=$1
	shift
	setup "$apt_text" apt-get -qq -y --no-install-recommends "$@"
}
uses() # WHEN
{
	as_user "$1: cx search" 'cx -C ~/v search fern | grep plants.md'
	as_user "$1: an MCP session" 'cx -C ~/v mcp </tmp/calls >~/said &&
		jq -se ".[0].result.serverInfo.name and
			(.[1].result.tools | map(.name) | index(\"search_memories\"))
			and (.[2].result.content[0].text | contains(\"plants\"))" ~/said'
	as_user "$1: cx doctor knows the programs" \
		'cx -C ~/v doctor >~/said; [ $? -le 1 ] && cat ~/said'
}

export DEBIAN_FRONTEND=noninteractive
home=/home/someone
mkdir -p "$home"
chown 1000:1000 "$home"
cat >/tmp/calls <<'END'
{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"x","version":"1"}}}
{"jsonrpc":"2.0","method":"notifications/initialized"}
{"jsonrpc":"2.0","id":2,"method":"tools/list"}
{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"search_memories","arguments":{"query":"fern"}}}
END

apt 'apt-get update' update
# As an older version; the newer one is what was made.
for p in cortex cortex-page; do
	rm -rf old
	dpkg-deb -R ${p}_*.deb old
	sed -i 's/0\.1\.0[^ )]*/0~older/' old/DEBIAN/control
	dpkg-deb -b old "older-$p.deb" >"$log"
done
apt 'what the packages need is installed' install ./older-cortex.deb
as_user 'cx init' 'mkdir ~/v && cd ~/v &&
	printf "# Water the plants\n\nThe fern twice a week.\n" >plants.md &&
	cx init && cx new "Deploy freeze" </dev/null'
as_user 'cx agent install --print' \
	'cx -C ~/v agent install claude-code --print | grep cx-mcp'
ok 'as root, too' 'HOME=/root cx init /root/v && HOME=/root cx -C /root/v check'
uses installed
as_user 'no page without cortex-page' '! cx -C ~/v site -o -'

apt 'cortex-page, with busybox' install ./older-cortex-page.deb busybox
as_user 'cx site' 'cx -C ~/v site -o - | grep "</html>"'
ok 'cx serve' "busybox ifconfig lo up && cd $home/v &&
	{ setpriv --reuid=1000 --regid=1000 --clear-groups env HOME=$home \
	cx serve --server busybox >/tmp/served 2>&1 & } && i=0 &&
	until url=\$(grep -o 'http://[^ ]*' /tmp/served); do
		i=\$((i + 1)); [ \$i -lt 100 ] && sleep .3 || exit 1
	done; busybox wget -qO- \"\$url\" | grep '<html'; rc=\$?
	kill \$!; wait \$!; exit \$rc"

apt 'an upgrade' install ./cortex_*.deb ./cortex-page_*.deb
ok '... is of both' "! dpkg-query -W cortex cortex-page | grep older"
uses upgraded
apt 'the page is removed' purge cortex-page
uses 'without the page'
apt 'purge' purge cortex
ok 'no file is left' '! find / -xdev \( -path /src -o -path /tmp -o -path /home \
	-o -path /root -o -path /var/cache/apt \) -prune -o \
	\( -name "cx" -o -name "cx-*" -o -name "*cortex*" \) -print | grep .'
ok 'notes stay' "cat $home/v/plants.md"
exit $bad
