#!/bin/sh
# frameworks.t: the AI SDK and LangChain drive cx-mcp; see frameworks.mjs
. "$(dirname "$0")/../tap.sh"
. "$SRC/tests/mcp/clients.sh"

mkdir -p v/.cortex here/.cortex
echo '{"id":"sdk","name":"sdk"}' >here/.cortex/project.json
# Packages are looked for beside the script.
cp "$SRC/tests/mcp/frameworks.mjs" "$SRC/tests/mcp/check.mjs" "$NPM" || exit 99
node "$NPM/frameworks.mjs" "$PWD/v" "$PWD/here"
