#!/bin/sh
# hostile.t: cx-mcp and clients that mean harm, or die; see hostile.py
. "$(dirname "$0")/../tap.sh"
need python3
PYTHONDONTWRITEBYTECODE=1 python3 "$SRC/tests/mcp/hostile.py"
