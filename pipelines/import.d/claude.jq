# claude: Claude.ai: conversations.json or the zip; projects.json, memories.json
# reads: json conversations.json memories.json projects.json
#
# The export of the web application (support.claude.com, "Export your Claude
# data").  The schema is not documented; this is what the parsers of
# socketteer/Claude-Conversation-Exporter and Sinity/polylogue
# (docs/providers/claude-ai.md) read: an array of {uuid, name, created_at,
# updated_at, chat_messages: [{sender, text, content, attachments, files}]},
# and for memories [{conversations_memory, project_memories, account_uuid}], for
# projects [{uuid, name, description, prompt_template, is_starter_project,
# created_at, updated_at, docs: [{uuid, filename, content, created_at}]}].
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
	elif (.docs | type) == "array" then
		# The one that Claude.ai brings is nobody's.
		select(.is_starter_project != true) | .name as $project
		| ({id: .uuid, name, default: "project", created: .created_at,
			updated: .updated_at,
			extra: {url: "https://claude.ai/project/\(.uuid)"},
			body: ([.description, .prompt_template | strings | trim
				| select(. != "")] | join("\n\n"))},
		(.docs[] | objects | {id: .uuid, name: .filename,
			default: "reference", created: .created_at,
			extra: {claude_project: $project},
			body: (.content | strings)}))
		| select(.body != "")
	else error("not a conversation, a project or a memory") end;
