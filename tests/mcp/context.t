#!/bin/sh
# context.t: get_memories, recall and capture of cx-mcp; see context.py
. "$(dirname "$0")/../tap.sh"
need python3
PYTHONDONTWRITEBYTECODE=1 python3 "$SRC/tests/mcp/context.py"
