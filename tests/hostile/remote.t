#!/bin/sh
# remote.t: who asks cx-remote --serve for notes gets a status, whatever he
# says.  What a machine that answers can say is tests/fuzz/fuzz-remote.c.
# make fuzz has more of both.
# shellcheck disable=SC1091
. "$(dirname "$0")/../tap.sh"
need python3
CORTEX_NOW=2026-04-15T12:00:00
PYTHONDONTWRITEBYTECODE=1
export CORTEX_NOW PYTHONDONTWRITEBYTECODE
python3 "$SRC/tests/tools/random-vault.py" 31 40 v || exit 99
mkdir -p v/.cortex
cx -C v rebuild 2>rebuild.err || exit 99
python3 "$SRC/tests/tools/fuzz-remote.py" "${SEED:-1}" 120 >report 2>&1
is "$(sed '$d' report | head -n 20)" '' 'each request ends with a status of its own'
tail -n 1 report >last
ok 'and some are answered' grep -q '^120 requests, [1-9]' last
note "$(cat last)"
done_testing
