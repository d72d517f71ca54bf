#!/bin/sh
# search.t: the arguments that search_memories and recall share with cx
# search; see search.py
. "$(dirname "$0")/../tap.sh"
need python3
PYTHONDONTWRITEBYTECODE=1 python3 "$SRC/tests/mcp/search.py"
