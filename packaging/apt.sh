#!/bin/sh
# apt.sh DIR ARG...: apt-get with the sources of this machine, for packages and
# for source packages, in lists of its own in DIR.  Nothing is installed.
set -eu
command -v apt-get >/dev/null || {
	echo 'apt.sh: no apt-get here' >&2
	exit 1
}
dir=$(cd "$1" && pwd)
shift
mkdir -p "$dir/parts" "$dir/lists/partial"
: >"$dir/list"
for f in /etc/apt/sources.list /etc/apt/sources.list.d/*; do
	[ -f "$f" ] || continue
	case $f in
	*.list) sed -n 'p; s/^deb[[:space:]]/deb-src /p' "$f" >>"$dir/list" ;;
	*.sources) sed 's/^Types:.*/Types: deb deb-src/' "$f" \
		>"$dir/parts/${f##*/}" ;;
	esac
done
exec apt-get -qq -o "Dir::Etc::SourceList=$dir/list" \
	-o "Dir::Etc::SourceParts=$dir/parts" -o "Dir::State::Lists=$dir/lists" \
	-o Dir::Cache::pkgcache= -o Dir::Cache::srcpkgcache= \
	-o APT::Sandbox::User=root "$@" >&2
