#!/bin/sh
# text.t: cx-mcp reads long notes to their end, edits texts, and fills replies
# with what notes say; see text.py
. "$(dirname "$0")/../tap.sh"
need python3
PYTHONDONTWRITEBYTECODE=1 python3 "$SRC/tests/mcp/text.py"
