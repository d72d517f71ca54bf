#!/bin/sh
# protocol.t: cx-mcp speaks JSON-RPC and MCP; see protocol.py
. "$(dirname "$0")/../tap.sh"
need python3
PYTHONDONTWRITEBYTECODE=1 python3 "$SRC/tests/mcp/protocol.py"
