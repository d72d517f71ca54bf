#!/bin/sh
# notes.t: prompts, and notes as resources; see notes.py
. "$(dirname "$0")/../tap.sh"
need python3
PYTHONDONTWRITEBYTECODE=1 python3 "$SRC/tests/mcp/notes.py"
