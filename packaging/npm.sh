#!/bin/sh
# npm.sh ROOT ARCH DIR: the static programs of ROOT, a prefix, as a package for
# npm, in DIR.
set -eu
die()
{
	echo "npm.sh: $1" >&2
	exit 1
}

[ "$2" = x86_64 ] || die "the package is for x86_64 only, not for $2"
command -v npm >/dev/null || die 'npm is needed'
version=$(sh packaging/version.sh -)
dir=$3/npm
rm -rf "$dir" "$3"/cortex-memory-*.tgz
umask 022
mkdir -p "$dir/share"
# npm takes no links along, so that the completions would be broken.
cp -R "$1/bin" "$1/libexec" "$dir"
for d in cortex doc man; do
	cp -R "$1/share/$d" "$dir/share"
done
cp LICENSE packaging/npm/README.md "$dir"
sed "s/\"0\.0\.0\"/\"$version\"/" packaging/npm/package.json \
	>"$dir/package.json"
name=$(cd "$dir" && npm pack --silent --offline --pack-destination ..)
echo "$3/$name"
