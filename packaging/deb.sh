#!/bin/sh
# deb.sh TARBALL DIR: Debian packages, made in DIR/deb of what `make dist` has
# packed, and put into DIR.
set -eu
die()
{
	echo "deb.sh: $1" >&2
	exit 1
}

command -v dh >/dev/null || die \
	'debhelper is needed; apt-get install --no-install-recommends debhelper'
dir=$(cd "$2" && pwd)
rm -rf "$dir/deb"
umask 022
mkdir "$dir/deb"
tar -xzf "$1" -C "$dir/deb"
cd "$dir/deb"/cortex-*
epoch=$(sh packaging/epoch.sh)
version=$(SOURCE_DATE_EPOCH=$epoch sh packaging/version.sh '~')
cp -R packaging/debian debian
cat >debian/changelog <<-END
	cortex ($version-0upstream1) unstable; urgency=medium

	  * See /usr/share/doc/cortex/changelog.gz.

	 -- $(sed -n 's/^Maintainer: //p' debian/control)  $(LC_ALL=C date -u \
		-d "@$epoch" '+%a, %d %b %Y %H:%M:%S +0000')
END
SOURCE_DATE_EPOCH=$epoch dpkg-buildpackage -b -us -uc >"$dir/deb/log" 2>&1 || {
	tail -n 20 "$dir/deb/log" >&2
	die "no package was made; $dir/deb/log has all of it"
}
rm -f "$dir"/cortex_*.deb "$dir"/cortex-page_*.deb
for f in "$dir/deb"/*.deb; do
	cp "$f" "$dir"
	echo "$dir/${f##*/}"
done
