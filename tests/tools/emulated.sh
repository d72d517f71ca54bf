#!/bin/sh
# emulated.sh NAME [TEST...]: tests, those of lib/ and of the filters if none is
# named, with what packaging/cross.sh or musl.sh has made in build/NAME for another
# processor, under qemu-user.  The kernel is told of it in a user namespace only
# (Linux 6.7), unless it knows already (package qemu-user-binfmt).
set -eu
die()
{
	echo "emulated.sh: $1" >&2
	exit 1
}

cd "$(dirname "$0")/../.."
[ $# -gt 0 ] || {
	echo 'usage: emulated.sh NAME [TEST...], such as arm64 or musl-aarch64' >&2
	exit 2
}
dir=$PWD/build/$1
BIN=$(echo "$dir"/static/root/cortex-*-linux-*/bin)
{ [ -x "$BIN/cx-scan" ] && [ -d "$dir/unit" ]; } ||
	die "nothing to test in $dir; there packaging/cross.sh or musl.sh makes units \
and static"
cpu=${BIN##*-linux-}
cpu=${cpu%/bin}
# What tests/unit loads.
QEMU_LD_PREFIX=$dir/root
export BIN QEMU_LD_PREFIX

"$BIN/cx-scan" --version >/dev/null 2>&1 || {
	[ -z "${CX_EMULATED:-}" ] || die "$BIN/cx-scan does not run"
	rule=/usr/lib/binfmt.d/qemu-$cpu.conf
	[ -f "$rule" ] || die 'apt-get install qemu-user-binfmt'
	# shellcheck disable=SC2016 # for the shell inside
	CX_EMULATED=yes exec unshare -Urm sh -c '
		at=/proc/sys/fs/binfmt_misc
		mount -t binfmt_misc binfmt_misc $at && cat "$1" >$at/register ||
			exit
		shift
		exec unshare -U --map-user=1000 --map-group=1000 "$@"' sh "$rule" sh "$0" "$@"
}
name=$1
shift
[ $# -gt 0 ] || {
	# valgrind, which counts for this one, is not for another processor.
	for t in tests/unit/test-*.c; do
		[ "$t" = tests/unit/test-md-linear.c ] || set -- "$@" "$t"
	done
	for t in config config-toml expr forms gate gate-index gate-memories \
		incremental index index-publish json-conformance layer life \
		links links-files links-names merge moc moc-diff moc-modes \
		naughty-strings normalize operands pack recall recall-passages \
		recall-query relation scan-dates scan-frontmatter scan-git \
		scan-input scan-markdown scan-names scan-paths scan-record \
		scan-same scan-walk score score-context score-stream \
		search-index search-log secrets show show-forms where-body \
		where-index words; do
		set -- "$@" "tests/cli/$t.t"
	done
}
rm -rf "$dir/tap"
exec prove -j"${JOBS:-2}" --merge --failures --comments \
	--exec "sh tests/run.sh build/$name" "$@"
