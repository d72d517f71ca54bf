#!/bin/sh
# version.sh SIGN: the version that packages have: the first one of CHANGELOG.md.
# One that is not released yet has behind SIGN the time of what is packed, and
# comes before it.
set -eu
version=$(sed -n 's/^## //p' CHANGELOG.md | head -n 1)
case $version in
*', not released'*)
	epoch=$(sh packaging/epoch.sh)
	version=${version%%,*}${1}git$(TZ=UTC0 date -d "@$epoch" +%Y%m%d%H%M%S)
	;;
esac
printf '%s\n' "${version%%[, ]*}"
