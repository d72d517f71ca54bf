# chatgpt: ChatGPT: conversations.json, or the zip with it; memories.json
# reads: json conversations*.json memories.json
#
# The export of the web application (help.openai.com, "How do I export my
# ChatGPT history and data?").  OpenAI documents no schema; this is what the
# parsers of mitkury/chatgpt-export-parser (docs/chatgpt-data-export-format.md)
# and pionxzh/chatgpt-exporter (src/api.ts) read: an array of conversations,
# each with a tree of messages, mapping, whose leaf on display is
# current_node.  Memories are {"memories": [{id, content, ...}]}, as the
# application itself gets them.
include "import";

def content:
	.content_type as $type
	| if $type == "text" or $type == "multimodal_text" then
		[.parts[]? | if type == "string" then .
			elif .content_type == "audio_transcription" then .text
			elif (.content_type // "") | test("image") then "[image]"
			else "[\(.content_type // "attachment")]" end]
		| map(select(. != "")) | join("\n\n")
	elif $type == "code" then
		.language as $l | (.text // "")
		| fence($l | strings | select(test("^[a-z0-9+#-]+$") and
			. != "unknown") // "")
	elif $type == "execution_output" then (.text // "") | fence("")
	elif $type == "tether_quote" then
		"\(.title // .domain // ""): \(.url // "")\n\n"
		+ (.text // "" | "> " + gsub("\n"; "\n> "))
	else "" end;

# What people saw: no system prompts, no reasoning, no hidden messages, and of
# the tools what programs printed.
def seen:
	select(.metadata.is_visually_hidden_from_conversation != true)
	| .author.role as $role | (.content.content_type // "") as $type
	| select($role == "user" or $role == "assistant"
		or $role == "tool" and $type == "execution_output")
	# U+E200 cite U+E202 turn0search0 U+E201: what the page draws as a link.
	| (.content | content | gsub(" ?\ue200[^\ue201]*\ue201"; "") | trim)
		as $text
	| select($text != "")
	| {role: {user: "User", assistant: "Assistant", tool: "Tool"}[$role],
		$text};

def conversation:
	.mapping as $m
	| (.current_node // ([$m[] | select((.children // []) == [])]
		| max_by(.message.create_time // 0) | .id)) as $leaf
	# A parent may be its own ancestor.
	| [limit($m | length; $leaf | strings
		| recurse($m[.].parent // empty | strings))
		| $m[.].message // empty] | reverse | [.[] | seen]
	| select(length > 0);

def note:
	if .mapping then
		[conversation] as [$messages]
		| if $messages then
			{id: (.conversation_id // .id), name: (.title
				// $messages[0].text | tostring | .[:80]), default: "thread",
				created: .create_time, updated: .update_time,
				status: (if .is_archived == true then "archived" else null
					end),
				extra: {url: "https://chatgpt.com/c/\(.conversation_id
					// .id)", model: .default_model_slug},
				body: ($messages | map("## \(.role)\n\n\(.text)\n")
					| join("\n"))}
		else empty end
	elif (.content | type) == "string" then
		{id, default: "insight", created: (.created_at // .updated_at),
			updated: .updated_at, body: .content}
	else error("neither a conversation nor a memory") end;
