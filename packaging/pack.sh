#!/bin/sh
# pack.sh ROOT NAME TARBALL: the directory NAME of ROOT as a tarball, and its
# digest beside it as TARBALL.sha256.  The same files are the same bytes, whoever
# packs them and when.  XZ is the command that compresses.
set -eu
epoch=$(sh packaging/epoch.sh)
tar --sort=name --format=ustar --owner=0 --group=0 --numeric-owner \
	--mtime="@$epoch" --mode=u+rwX,go+rX,go-w -C "$1" -cf "$3.tar" "$2"
# shellcheck disable=SC2086 # a command with arguments
$XZ -c "$3.tar" >"$3.tmp"
rm "$3.tar"
mv "$3.tmp" "$3"
sum=$(sha256sum <"$3")
echo "${sum%% *}  ${3##*/}" >"$3.sha256"
echo "$3"
