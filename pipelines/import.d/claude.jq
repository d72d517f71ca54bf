# claude: Claude.ai: conversations.json, or the zip with it; memories.json
# reads: json conversations.json memories.json
#
# The export of the web application (support.claude.com, "Export your Claude
# data").  The schema is not documented; this is what the parsers of
# socketteer/Claude-Conversation-Exporter and Sinity/polylogue
# (docs/providers/claude-ai.md) read: an array of {uuid, name, created_at,
# updated_at, chat_messages: [{sender, text, content, attachments, files}]},
# and for memories [{conversations_memory, project_memories, account_uuid}].
include "import";

def block:
	if .type == "text" then .text // ""
	# An artifact is text that was written for the reader.
	elif .type == "tool_use" and (.input.content | type) == "string" then
		.input as $in | "\($in.title // $in.path // .name // "")\n\n"
		+ ($in.content | fence($in.language | strings
			| select(test("^[a-z0-9+#-]+$")) // ""))
	else "" end;

def message:
	([.content[]? | block | select(. != "")] | join("\n\n")) as $blocks
	| [(if $blocks != "" then $blocks else .text // "" end),
		(.attachments[]? | "Attachment \(.file_name // ""):"
			+ if (.extracted_content // "") != "" then
				"\n\n" + (.extracted_content | fence("")) else "" end),
		(.files[]? | "File \(.file_name // "")")]
	| map(trim | select(. != "")) | join("\n\n");

def note:
	if .chat_messages then
		[.chat_messages[] | {role: (if .sender == "human" then "User"
			else "Assistant" end), text: message} | select(.text != "")]
		as $messages
		| if $messages == [] then empty
		else
			{id: .uuid, name: (if (.name // "") != "" then .name
				else $messages[0].text[:80] end), default: "thread",
				created: .created_at, updated: .updated_at,
				extra: {url: "https://claude.ai/chat/\(.uuid)",
					model: .model, claude_project: .project.name},
				description: ([.summary | strings | oneline
					| select(. != "") | .[:150]] | .[0]),
				body: ($messages | map("## \(.role)\n\n\(.text)\n")
					| join("\n"))}
		end
	elif .conversations_memory != null or .project_memories != null then
		.account_uuid as $account
		| ((.conversations_memory | strings | select(. != "")
			| {id: "claude-memory-\($account)", name: "Memory of Claude",
				default: "user", body: .}),
		(.project_memories | objects | to_entries[]
			| {id: "claude-memory-\(.key)",
				name: "Memory of Claude, project \(.key)",
				default: "project", body: .value}))
	else error("neither a conversation nor a memory") end;
