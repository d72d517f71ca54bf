#!/bin/sh
# epoch.sh: the time that packed files have, in seconds: SOURCE_DATE_EPOCH, the
# commit's, or in an unpacked tarball its files'.
[ -z "${SOURCE_DATE_EPOCH:-}" ] || {
	echo "$SOURCE_DATE_EPOCH"
	exit 0
}
if [ -e .git ]; then
	git log -1 --format=%ct
else
	stat -c %Y CHANGELOG.md
fi
