# agent.jq: the entry of cx-mcp and the hooks in a client's own JSON, or in the
# JSON that cx-config(1) makes of its TOML.

# $args: ["--vault", DIR], [] where the vault is found from where the client
# starts, null where none is known.
def entry($client; $command; $args):
	($args // []) as $args
	| if $client == "opencode" then
		{type: "local", command: ([$command] + $args), enabled: true}
	elif $client | IN("claude-code", "cursor", "vscode") then
		{type: "stdio", command: $command, args: $args}
	else {command: $command, args: $args} end;

# The program of an entry and its arguments; opencode has both in one list.
def program: .command | if type == "array" then .[0] else . end;
def arguments: if .command | type == "array" then .command[1:] else .args end
	| if type == "array" then . else [] end;
def environment: .env // .environment // {} | if type == "object" then .
	else {} end;
def ours: (objects | program | strings | test("(^|/)cx-mcp$")) // false;

# The vault of an entry; null: it names none.
def vault:
	arguments as $a
	| first(($a | index("--vault") | numbers | $a[. + 1]),
		($a[] | strings | select(startswith("--vault="))[8:]),
		environment.CORTEX_VAULT, null | strings | select(. != ""))
	// null;
def set_vault($args):
	(arguments as $a | ($a | index("--vault")) as $i
	| if $i then $a[:$i] + $a[$i + 2:] else $a end
	| $args + map(select(tostring | startswith("--vault=") | not))) as $new
	| if .command | type == "array" then .command = .command[:1] + $new
	else .args = $new end;

# What is there: none, ours, foreign, or bad where there is no room for one.
def state($key):
	.[$key] as $all
	| if $all == null then "none"
	elif $all | type != "object" then "bad"
	elif $all | has("cortex") | not then "none"
	elif $all.cortex | ours then "ours"
	else "foreign" end;

# What a person added to an entry, such as env, stays.
def install($key; $client; $command; $args):
	if state($key) == "none" then
		.[$key] = (.[$key] // {}) + {cortex: entry($client; $command; $args)}
	else .[$key].cortex |= (
		if .command | type == "array" then .command[0] = $command
		else .command = $command end
		| if $args == null or vault == $args[1] then .
		else set_vault($args) end)
	end;

def remove($key):
	if state($key) == "ours" then del(.[$key].cortex) else . end;
def put_back($key; $entry):
	.[$key] = (.[$key] // {}) + {cortex: $entry};

# How it is started, a word each.  Of an entry that may be somebody else's only
# what it tells our own program.
def start($all): [(environment | to_entries[]
		| select(.key | test("^[A-Za-z_][A-Za-z0-9_]*$"))
		| select($all or .key == "CORTEX_VAULT")
		| "\(.key)=\(.value)"),
	program,
	(if .args != null and (.args | type) != "array" then error("args")
	else arguments[] end)]
	| map(if type | IN("array", "object") then error("word")
		else tostring end);

# A file as lines: whose it is and what is there; then, after a tab each, the
# program, the vault, whether it is off, the directory, and the words that start
# it.  Nothing in them has control characters.
def seen($client; $scope; $key; $root; $home):
	"\($client).\($scope) " as $head
	| (try fromjson catch "bad") as $all
	| (if $all == null then "none" elif $all | type != "object" then "bad"
		else $all | state($key) end) as $state
	| if $state != "ours" then $head + $state else
		($all[$key].cortex | walk(if type == "string" then
			gsub("[$]{workspaceFolder}"; $root)
			# As several clients write it.
			| gsub("[$]{(HOME|userHome|env:HOME)}|{env:HOME}"; $home)
			else . end)
		| [program, vault // "",
			(if .enabled == false or .disabled == true then "yes"
			else "" end), (.cwd | strings // ""),
			# What no client can start does not answer.
			(try start($scope == "user") catch ["false"])[]]
		| map(tostring))
		| if any(.[]; test("[[:cntrl:]]")) then $head + "odd"
		else $head + "ours", "\t" + .[] end end;

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

def our_hooks: .hooks // {} | .[][].hooks[] | select(our_hook);
def hooks_state:
	if hooks_bad then "bad"
	elif any(our_hooks; true) then "ours"
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
# The groups that have ours, as install_hooks takes them.
def groups_of_ours:
	.hooks // {} | map_values(map(select(any(.hooks[]; our_hook))))
	| with_entries(select(.value != []));

# As seen, of the settings that have the hooks: old ones name no vault.
def seen_hooks($name):
	(try fromjson catch null)
	| "\($name) \(if type != "object" or hooks_state != "ours"
		then "none" elif all(our_hooks; .command | startswith("CORTEX_VAULT="))
		then "ours" else "old" end)";

# The hooks of examples/agents/claude-code/settings.json, from where they are
# installed; $vault is a word for sh, and with $path this is first in PATH where
# cx is not in it.
def word: if test("^[A-Za-z0-9_./:@%+-]+$") then . else @sh end;
def hooks_from($dir; $path; $vault):
	.hooks | (.[][].hooks[].command) |= (
		"CORTEX_VAULT=\($vault) "
		+ (if $path == "" then "" else "PATH=" + ($path | word) + ":$PATH " end)
		+ ($dir + "/" + sub("^.*/"; "") | word));

# What cx agent has to know of a file, one a line: what is there, the vault that
# its entry names, and whether installing would change nothing.
def look_entry($key; $client; $command; $args):
	state($key) as $state | $state,
	(if $state == "ours" then .[$key].cortex | vault else null end // ""),
	(if $state | IN("none", "ours") then
		install($key; $client; $command; $args) == . else false end);
def look_hooks($new):
	hooks_state as $state | $state, "",
	(if $state == "bad" then false else install_hooks($new) == . end);

# TOML has the strings of JSON.
def list: "[\(map(@json) | join(", "))]";
def same_toml($key; $other):
	def bare: if .[$key] == {} then del(.[$key]) else . end;
	bare == ($other | bare);
