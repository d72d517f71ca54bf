#!/bin/sh
# arguments.t: what clients send in the place of what a tool takes; see
# arguments.py
. "$(dirname "$0")/../tap.sh"
need python3
PYTHONDONTWRITEBYTECODE=1 python3 "$SRC/tests/mcp/arguments.py"
