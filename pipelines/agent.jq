# agent.jq: the entry of cx-mcp and the hooks in a client's own JSON.

def entry($client; $command):
	if $client == "opencode" then
		{type: "local", command: [$command], enabled: true}
	elif $client | IN("claude-code", "cursor", "vscode") then
		{type: "stdio", command: $command, args: []}
	else {command: $command, args: []} end;

# The program of an entry; opencode has it and its arguments in one list.
def program: .command | if type == "array" then .[0] else . end;
def ours: (objects | program | strings | test("(^|/)cx-mcp$")) // false;

# What is there: none, ours, foreign, or bad where there is no room for one.
def state($key):
	.[$key] as $all
	| if $all == null then "none"
	elif $all | type != "object" then "bad"
	elif $all | has("cortex") | not then "none"
	elif $all.cortex | ours then "ours"
	else "foreign" end;

# How it is started: with its own arguments and environment, as words for sh.
def start: [(.env // .environment // {} | objects | to_entries[]
		| select(.key | test("^[A-Za-z_][A-Za-z0-9_]*$"))
		| "\(.key)=\(.value)"),
	(.command | if type == "array" then .[] else . end),
	(.args // [] | .[])] | @sh;

# A file as a branch of case: what is there, the program, how it is started.
def seen($name; $key):
	(try fromjson catch "bad") as $all
	| (if $all == null then "none" elif $all | type != "object" then "bad"
		else $all | state($key) end) as $state
	| "\($name)) state=\($state) " + if $state != "ours" then "" else
		# What no client can start does not answer.
		$all[$key].cortex | "program=\(program | @sh) words=\(
			(try start catch "false") | @sh)" end + " ;;";

# What a person added to an entry, such as env, stays.
def install($key; $client; $command):
	if state($key) == "none" then
		.[$key] = (.[$key] // {}) + {cortex: entry($client; $command)}
	elif .[$key].cortex.command | type == "array" then
		.[$key].cortex.command[0] = $command
	else .[$key].cortex.command = $command end;

def remove($key):
	if state($key) == "ours" then del(.[$key].cortex) else . end;

# Hooks are ours by the end of their command, wherever we were installed.
def our_hook:
	(objects | .command | strings | test(
	"(agents/claude-code/hooks|[.]claude/cortex)/(session-start|session-end|prompt|pre-compact|after-read)'?$"))
	// false;

def hooks_bad:
	.hooks != null and ((.hooks | type) != "object"
		or any(.hooks[]; type != "array"
			or any(.[]; type != "object"
				or (.hooks | type) != "array")));

def hooks_state:
	if hooks_bad then "bad"
	elif any(.hooks // {} | .[][].hooks[]; our_hook) then "ours"
	else "none" end;

# A group of hooks without ours; nothing if no other is in it.
def without_ours:
	if any(.hooks[]; our_hook) then
		.hooks |= map(select(our_hook | not))
		| select(.hooks != [])
	else . end;

# Of an event that has all of ours already, nothing changes.
def install_hooks($new):
	reduce ($new | to_entries[]) as $event (.;
		[.hooks[$event.key] // [] | .[].hooks[] | select(our_hook).command]
			as $there
		| if $there == [$event.value[].hooks[].command] then .
		else .hooks[$event.key] = [.hooks[$event.key] // [] | .[]
			| without_ours] + $event.value end);

def remove_hooks:
	if .hooks == null then . else
		reduce (.hooks | keys_unsorted[]) as $event (.;
			[.hooks[$event][] | without_ours] as $left
			| if $left == .hooks[$event] then .
			elif $left == [] then del(.hooks[$event])
			else .hooks[$event] = $left end)
		| if .hooks == {} then del(.hooks) else . end
	end;

# The hooks of examples/agents/claude-code/settings.json, from where they are
# installed; with $path first in PATH where cx is not in it.
def word: if test("^[A-Za-z0-9_./:@%+-]+$") then . else @sh end;
def hooks_from($dir; $path):
	.hooks | (.[][].hooks[].command) |= (
		(if $path == "" then "" else "PATH=" + ($path | word) + ":$PATH " end)
		+ ($dir + "/" + sub("^.*/"; "") | word));
