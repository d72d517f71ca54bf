#!/bin/sh
# manifest-damage.t: a manifest.json that is empty or cut short is damage, not
# a small memory, for everything that reads the records of an index.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$0")/../tap.sh"
need jq python3

CORTEX_NOW=2026-04-15
export CORTEX_NOW
cp -r "$SRC/examples/vault" v
cd v || exit 99
rm -rf index layers
cx rebuild || exit 99
M=$(readlink -f index/manifest.json)
cp "$M" "$T/whole"

# readers STATUS TEXT
readers()
{
	for c in 'cx summary' 'cx links' 'cx links --orphans' \
		'cx-index --cat index' 'cx-show --paths index' \
		'cx-select type=rule index' 'cx-layer index' \
		'cx-score -f index -- queue' 'cx search queue' 'cx recall queue'; do
		# shellcheck disable=SC2086 # words
		run $c
		status "$1" "$2: $c: status $1"
		[ "$1" -ne 4 ] || {
			out_empty "$2: $c: no answer"
			err_has 'the index is damaged: run cx rebuild'
		}
	done
}
readers 0 'a whole index'
bytes=$(wc -c <"$T/whole")
lines=$(wc -l <"$T/whole")
rm -f "$M"
: >"$M"
readers 4 'an empty manifest'
printf '[\n]\n' >"$M"
readers 4 'one of no records'
head -n $((lines / 2)) "$T/whole" >"$M"
readers 4 'one that is cut at a line end'
{ head -n $((lines / 2)) "$T/whole" | sed '$s/,$//' && echo ']'; } >"$M"
readers 4 'one that is cut and closed'
head -c $((bytes - 1)) "$T/whole" >"$M"
readers 4 'one without its last byte'
rm -f "$M"
cp "$T/whole" "$M"
meta=$(readlink -f index/meta.json)
cp "$meta" "$T/meta"
rm -f "$meta"
: >"$meta"
readers 4 'an empty meta.json'
sed 's/"manifest.json":{"bytes":/&1/' "$T/meta" >"$meta"
readers 4 'a meta.json that was edited'
rm -f "$meta"
cp "$T/meta" "$meta"
readers 0 'put back'

# flips FILE: what was answered where one byte of the file is another
flips()
{
	python3 - "$1" <<'E'
import random, subprocess, sys
path, r = sys.argv[1], random.Random(12)
whole = open(path, "rb").read()
ways = [["cx-index", "--cat", "index"], ["cx-select", "type=rule", "index"]]
for n in range(50):
    at, bit = r.randrange(len(whole)), 1 << r.randrange(8)
    with open(path, "r+b") as f:
        f.seek(at)
        f.write(bytes([whole[at] ^ bit]))
        f.seek(0)
        p = subprocess.run(ways[n % 2], capture_output=True)
        f.write(whole)
    if p.returncode != 4 or p.stdout or b"index is damaged" not in p.stderr:
        print(n, at, bit, p.returncode, p.stderr)
E
}
chmod u+w "$M"
is "$(flips "$M")" '' 'another byte in manifest.json is damage'
readers 0 'put back again'
printf '[index]\ndelta_from = 1\n' >>cortex.toml
cx rebuild --full || exit 99
echo more >>"$(cx-index --cat index | jq -r .path | tail -n 1)"
cx rebuild || exit 99
for f in manifest.json dead atoms; do
	f=$(readlink -f "index/generations/current/delta.$f")
	ok "a delta has ${f##*/}" test -s "$f"
	chmod u+w "$f"
	is "$(flips "$f")" '' "another byte in ${f##*/} is damage"
done
run cx-index --cat index
status 0
run cx-select 'body~queue' index/manifest.json
status 2
done_testing
