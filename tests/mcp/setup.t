#!/bin/sh
# setup.t: a server that was started outside of the vault; see setup.py
. "$(dirname "$0")/../tap.sh"
need python3
PYTHONDONTWRITEBYTECODE=1 python3 "$SRC/tests/mcp/setup.py"
