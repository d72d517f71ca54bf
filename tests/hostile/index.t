#!/bin/sh
# index.t: indexes by chance whose sizes, checksums and seals are right: who
# reads them ends by himself.  make fuzz has more.
# shellcheck disable=SC1091
. "$(dirname "$0")/../tap.sh"
need jq python3
python3 -c 'import ctypes; ctypes.CDLL("libxxhash.so.0")' 2>/dev/null ||
	skip_all 'no libxxhash.so.0 here'

CORTEX_NOW=2026-04-15T12:00:00
export CORTEX_NOW
python3 "$SRC/tests/tools/random-vault.py" 31 40 v || exit 99
cx-scan --body v >rec 2>scan.err
cx-index --search -o whole rec || exit 99
jq -c '{type: "decision", project, content: .body[0:1500],
	reason: "Nobody could say why it was so"}' rec |
	awk 'length > 200 && n++ < 3' >cand
python3 "$SRC/tests/tools/fuzz-index.py" "${SEED:-1}" 120 >report 2>&1
is "$(sed '$d' report | head -n 20)" '' 'each reader ends with a status of its own'
tail -n 1 report >last
ok 'and some can be read' grep -q '^120 indexes, [1-9]' last
note "$(cat last)"
done_testing
