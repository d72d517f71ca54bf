#!/bin/sh
# inspector.t: the command line of the MCP inspector drives every tool.
. "$(dirname "$0")/../tap.sh"
. "$SRC/tests/mcp/clients.sh"

INSPECTOR=$NPM/node_modules/@modelcontextprotocol/inspector
INSPECTOR=$INSPECTOR/clients/cli/build/index.js
node "$INSPECTOR" --help >"$T/out" 2>&1 ||
	skip_all "the inspector does not run with node $(node --version)"

mkdir -p v/.cortex here/.cortex
echo '{"id":"shop","name":"shop"}' >here/.cortex/project.json
cd here || exit 99

inspect() # ARGUMENT...
{
	# The inspector gives a server next to nothing of its environment.
	run node "$INSPECTOR" "$@" -- env ASAN_OPTIONS="${ASAN_OPTIONS-}" \
		cx-mcp --vault "$T/w/v"
}
tool() # NAME KEY=VALUE...
{
	tool_name=$1
	shift
	set -- --method tools/call --tool-name "$tool_name" "$@"
	for tool_arg in "$@"; do
		shift
		case $tool_arg in
		*=*) set -- "$@" --tool-arg "$tool_arg" ;;
		*) set -- "$@" "$tool_arg" ;;
		esac
	done
	inspect "$@"
}
has() # FILTER EXPECTED
{
	is "$(jq -c "$1" "$T/out" 2>&1)" "$2" "$tool_name: $1"
}

inspect --method tools/list
status 0 'tools/list'
jq_is '.tools | length' 12 'all tools'
why='Nobody could say later why it was decided so'
tool save_memory type=decision reason="$why" importance=8 \
	content='The api server of Shop 7 runs on Debian 12 because the driver of the card reader needs glibc 2.36.'
status 0 save_memory
has '.structuredContent.project' '"shop"'
id=$(jq -r .structuredContent.id "$T/out")
tool search_memories query=driver limit=3
has '.structuredContent.memories | map(.id)' "[\"$id\"]"
tool read_memories "ids=[\"$id\"]"
has '.structuredContent.memories | map(.id)' "[\"$id\"]"
tool update_memory memory_id="$id" confidence=5 reviewed=true
has '.structuredContent.changed.confidence' 5
tool supersede_memory memory_id="$id" reason="$why" \
	content='The api server of Shop 7 runs on Debian 13 since May because the card reader has a new driver.'
has '.structuredContent.old_id' "\"$id\""
id=$(jq -r .structuredContent.new_id "$T/out")
tool get_memories budget=1000
has '.structuredContent.shown' 1
tool list_projects
has '.structuredContent.projects | map(.name)' '["shop"]'
tool recall query=driver
has '.structuredContent.memories | map(.id)' "[\"$id\"]"
tool capture type=manual content='to be sorted'
has '.structuredContent.event | type' '"string"'
tool memory_status
has '.structuredContent.index.fresh' true
tool delete_memory memory_id="$id"
has '.structuredContent.status' '"archived"'
tool delete_memory memory_id=nope
has '.structuredContent.error.code' '"MEMORY_NOT_FOUND"'
done_testing
