#!/bin/sh
# trouble.t: what an agent reads when something is wrong with the vault
. "$(dirname "$0")/../tap.sh"
need python3
PYTHONDONTWRITEBYTECODE=1 python3 "$SRC/tests/mcp/trouble.py"
