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

# capture TYPE: what was said since the last time, as an event.  How many
# lines of the transcript that were is noted outside of the vault, as it is
# a matter of this machine.
capture()
{
	transcript=$(field .transcript_path) || exit 1
	[ -n "$transcript" ] && [ -r "$transcript" ] || exit 0
	case $session in
	'' | *[!A-Za-z0-9_-]*) die "no file can be named '$session'" ;;
	esac
	state=${XDG_STATE_HOME:-$HOME/.local/state}/cortex
	mkdir -p "$state" || exit 1
	seen=0
	[ ! -f "$state/$session" ] || read -r seen <"$state/$session"
	case $seen in
	'' | *[!0-9]*) seen=0 ;;
	esac
	# Lines that have ended; the last one may just be written.
	now=$(wc -l <"$transcript") || exit 1
	[ "$now" -gt "$seen" ] || exit 0
	text=$(tail -n "+$((seen + 1))" "$transcript" |
		head -n "$((now - seen))" | jq -rR '
		fromjson? | objects
		| select(.type == "user" or .type == "assistant")
		| select(.isMeta != true) | .type as $who
		| .message.content
		| if type == "array" then
			map(objects | select(.type == "text").text)
			| join("\n")
		else strings end
		| select(test("\\S")) | "**\($who)**: \(.)\n"') ||
		die "$transcript is not understood"
	if [ -n "$text" ]; then
		name=$(project) || exit 1
		printf '%s\n' "$text" | cx capture --type "$1" \
			--session "$session" --project "$name" >/dev/null ||
			exit 1
	fi
	echo "$((now))" >"$state/$session.new" &&
		mv "$state/$session.new" "$state/$session" || exit 1
}
