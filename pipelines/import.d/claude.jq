# claude: Claude.ai: conversations.json or the zip; projects, memories, designs
# reads: json conversations*.json memories.json memories/*.json projects.json projects/*.json design_chats/*.json
#
# The export of the web application (support.claude.com, "Export your Claude
# data").  The schema is not documented; this is what the parsers of
# socketteer/Claude-Conversation-Exporter and Sinity/polylogue
# (docs/providers/claude-ai.md) read: an array of {uuid, name, created_at,
# updated_at, chat_messages: [{uuid, parent_message_uuid, sender, text,
# content, attachments, files}]}, where content is blocks of text, tool_use,
# voice_note and others.  Memories are {conversations_memory,
# project_memories, memory_files: [{path, content, updated_at}],
# account_uuid}; projects {uuid, name, description, prompt_template,
# is_starter_project, created_at, updated_at, docs: [{uuid, filename, content,
# created_at}]}; design chats {uuid, title, project, messages: [{role,
# content: {content, contentBlocks, attachments}}]}.  The last three were
# arrays in one file, and are a file each since 2026.
include "import";

def block:
	if .type == "text" or .type == "voice_note" then .text // ""
	elif .type == "user_interjection" then
		.message | if type == "object" then .content else . end | strings
	# An artifact, and a file, is text that was written for the reader.
	elif .type == "tool_use" or .type == "tool_call" then
		(.input // .toolCall.input // {}) as $in
		| ($in.content // $in.file_text) as $text
		| if ($text | type) == "string" then
			"\($in.title // $in.path // .name // "")\n\n"
			+ ($text | fence($in.language | language))
		else "" end
	else "" end;

def message:
	([.content[]? | objects | block | select(. != "")] | join("\n\n"))
		as $blocks
	| [(if $blocks != "" then $blocks else .text // "" end),
		# What a text rests on is shown as links.
		([.content[]? | objects | .citations[]? | objects
			| select(.url | type == "string") | {url, title}]
			| unique_by(.url)[]
			| "- [\(.title // .url | tostring | oneline
				| gsub("[][]"; ""))](<\(.url | gsub("[<>\\s]"; ""))>)"),
		(.attachments[]? | objects | "Attachment \(.file_name // .name // ""):"
			+ ((.extracted_content // .content // "") | tostring
				| if . != "" then "\n\n" + fence("") else "" end)),
		(.files[]? | objects | "File \(.file_name // "")")]
	| map(trim | select(. != "")) | join("\n\n");

# Where a message was edited or an answer generated again, all are there, each
# after the same one; what was on display last is the branch with the last.
def on_display:
	. as $all
	| (map({key: (.uuid | strings), value: .}) | from_entries) as $by
	| ([limit($all | length; ($all[-1].uuid // empty) | strings
		| recurse($by[.].parent_message_uuid // empty | strings))]
		| map({key: ., value: 1}) | from_entries) as $on
	| ([$by[$on | keys_unsorted[]] | .parent_message_uuid // empty]
		| map({key: ., value: 1}) | from_entries) as $before
	| reduce .[] as $m ({gone: {}, out: []};
		if $on[$m.uuid // ""] | not then
			($m.parent_message_uuid // "") as $parent
			| if $before[$parent] or .gone[$parent] then
				.gone[$m.uuid // ""] = 1
			else .out += [$m] end
		else .out += [$m] end)
	| .out;

def conversation($name; $url):
	{id: .uuid, name: ($name | if . != "" then . else null end),
		default: "thread", created: .created_at, updated: .updated_at,
		extra: {url: $url, model: .model, claude_project: .project.name},
		description: ([.summary | strings | oneline
			| select(. != "") | .[:150]] | .[0])} as $note
	| .messages | map(select(.text != "")) | select(. != [])
	| $note + {name: ($note.name // .[0].text[:80]),
		body: (map("## \(.role)\n\n\(.text)\n") | join("\n"))};

def role: if . == "assistant" then "Assistant" else "User" end;

def note:
	if .chat_messages then
		.messages = [.chat_messages | on_display[]
			| {role: (.sender | role), text: message}]
		| conversation(.name // ""; "https://claude.ai/chat/\(.uuid)")
	elif (.messages | type) == "array" then
		.messages |= [.[] | objects | {role: (.role | role),
			text: (.content | objects | {attachments, content: .contentBlocks,
				text: .content} | message)}]
		| conversation([.project.name, .title | strings] | join(": "); null)
	elif .conversations_memory != null or .project_memories != null
			or .memory_files != null then
		.account_uuid as $account
		| ((.conversations_memory | strings | select(. != "")
			| {id: "claude-memory-\($account)", name: "Memory of Claude",
				default: "user", body: .}),
		(.project_memories | objects | to_entries[]
			| select(.value | strings | test("\\S"))
			| {id: "claude-memory-\(.key)",
				name: "Memory of Claude, project \(.key)",
				default: "project", body: .value}),
		(.memory_files | arrays | .[] | objects
			| {id: ("claude-memory-\($account)" + (.path | tostring
					| sub("\\.md$"; "") | gsub("\\.*/[./]*"; "."))),
				name: (.path | tostring | split("/")[-1] | sub("\\.md$"; "")),
				default: "insight", created: .updated_at,
				extra: {source_path: .path}, body: (.content | strings)}))
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
