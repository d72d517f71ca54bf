#!/bin/sh
# manifest-damage.t: a manifest.json that is empty or cut short is damage, not
# a small memory, for everything that reads the records of an index.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$0")/../tap.sh"
need jq

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
done_testing
