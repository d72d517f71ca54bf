#!/bin/sh
# sdk.t: the official TypeScript SDK drives every tool of cx-mcp; see sdk.mjs
. "$(dirname "$0")/../tap.sh"
. "$SRC/tests/mcp/clients.sh"

mkdir -p v/.cortex here/.cortex
echo '{"id":"sdk","name":"sdk"}' >here/.cortex/project.json
# Packages are looked for beside the script.
cp "$SRC/tests/mcp/sdk.mjs" "$SRC/tests/mcp/check.mjs" "$NPM" || exit 99
node "$NPM/sdk.mjs" "$PWD/v" "$PWD/here"
