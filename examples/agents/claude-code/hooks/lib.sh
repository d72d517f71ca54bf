# shellcheck shell=sh
# lib.sh: what the hooks have in common.  A hook gets a JSON object on its
# standard input.  Status 0 is fine, anything but 2 an error that the user is
# shown and that stops nothing; 2 would stop the agent, so we never end so.
payload=$(cat) || exit 1

die()
{
	printf 'cortex: %s: %s\n' "${0##*/}" "$1" >&2
	exit 1
}

# field FILTER: what jq prints of the payload
field()
{
	printf '%s\n' "$payload" | jq -r "$1 // empty"
}

session=$(field .session_id) || die 'the payload is not JSON'
cwd=$(field .cwd) || exit 1
cd "${cwd:-.}" || exit 1
CORTEX_SESSION=$session
export CORTEX_SESSION

# Without a vault there is nothing to do, and nothing is wrong.
vault=$(cx-config --vault 2>/dev/null) || exit 0

# The project of this directory, else the one that is meant by none.
project()
{
	found=$(cx-project -C "$vault")
	case $? in
	0) printf '%s\n' "$found" | jq -r .name ;;
	1) cx config --get projects.default ;;
	*) return 1 ;;
	esac
}

# capture TYPE: what was said in the session, as its one event, which is
# replaced as the session grows.
capture()
{
	transcript=$(field .transcript_path) || exit 1
	[ -n "$transcript" ] && [ -r "$transcript" ] || exit 0
	[ -n "$session" ] || die 'the payload has no session'
	# Lines that have ended; the last one may just be written.  Of a very
	# long session the end.
	text=$(tail -c 8000000 "$transcript" | jq -rR '
		fromjson? | objects
		| select(.type == "user" or .type == "assistant")
		| select(.isMeta != true) | .type as $who
		| .message.content
		| if type == "array" then
			map(objects | select(.type == "text").text)
			| join("\n")
		else strings end
		| select(test("\\S")) | "**\($who)**: \(.)\n"' |
		tail -c 2000000) || die "$transcript is not understood"
	[ -n "$text" ] || exit 0
	name=$(project) || exit 1
	printf '%s\n' "$text" | cx capture --type "$1" --replace \
		--session "$session" --project "$name" >/dev/null || exit 1
}
