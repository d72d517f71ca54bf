#!/bin/sh
# vaults.t: a server of several vaults; see vaults.py
. "$(dirname "$0")/../tap.sh"
need python3 awk
for v in whole s0 s1 s2 s3 s4; do
	mkdir -p p/$v/atoms p/$v/rules p/$v/.cortex/access
	printf '[rank]\nlanguage = "english"\n[index]\ndelta_from = 3\n' \
		>p/$v/cortex.toml
done
awk -v seed=3 -v n=200 -v k=5 -v q=40 -v out=p \
	-f "$SRC/tests/tools/vaults.awk"
mv p/queries .
mkdir -p "$HOME/.config/cortex" "$HOME/there" fake
# One is on another machine, and one on a machine that hangs.
printf '%s\n' '#!/bin/sh' 'while [ "$1" != -- ]; do shift; done' \
	'[ "$2" != hang ] || { echo asked >>"$HOME/asked"; exec sleep 60; }' \
	'exec env -i HOME="$HOME/there" PATH="$PATH" sh -c "$3"' >fake/ssh
chmod +x fake/ssh
PATH=$PWD/fake:$PATH
XDG_RUNTIME_DIR=$PWD/run
export XDG_RUNTIME_DIR
mkdir -m 700 run
{
	echo '[vaults]'
	for v in s0 s1 s2 s3 s4; do
		echo "$v = \"$PWD/p/$v\""
	done
	echo "f4 = \"ssh://host$PWD/p/s4\""
	echo "hung = \"ssh://hang$PWD/p/s4\""
} >"$HOME/.config/cortex/cortex.toml"
for v in whole s0 s1 s2 s3 s4; do
	CORTEX_NOW=2026-04-15T12:00:00 cx -C p/$v rebuild
done
# Deltas in two of them.
for f in p/s1/atoms/*.md p/s2/rules/*.md; do
	echo 'deploy risk, edited' >>"$f"
	cp "$f" "p/whole/${f#p/s?/}"
	[ "${f#*5}" = "$f" ] || break
done
PYTHONDONTWRITEBYTECODE=1 python3 "$SRC/tests/mcp/vaults.py"
