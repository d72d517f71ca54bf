#!/bin/sh
# projects.t: what each tool of cx-mcp sees from where; see projects.py
. "$(dirname "$0")/../tap.sh"
need python3
need git
PYTHONDONTWRITEBYTECODE=1 python3 "$SRC/tests/mcp/projects.py"
