#!/bin/sh
# tools.t: the tools of cx-mcp, but for those that context.t has; see tools.py
. "$(dirname "$0")/../tap.sh"
need python3
PYTHONDONTWRITEBYTECODE=1 python3 "$SRC/tests/mcp/tools.py"
