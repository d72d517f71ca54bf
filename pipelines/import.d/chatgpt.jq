# chatgpt: ChatGPT: conversations.json, or the zip with it; memories.json
# reads: json conversations*.json memories.json
#
# The export of the web application (help.openai.com, "How do I export my
# ChatGPT history and data?").  OpenAI documents no schema; this is what the
# parsers of mitkury/chatgpt-export-parser (docs/chatgpt-data-export-format.md)
# and pionxzh/chatgpt-exporter (src/api.ts) read: an array of conversations,
# each with a tree of messages, mapping, whose leaf on display is
# current_node.  Memories are {"memories": [{id, content, ...}]}, as the
# application itself gets them.  What a message rests on is in metadata:
# content_references, of which alt is the link that stands for matched_text.
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
		| fence($l | language)
	elif $type == "execution_output" then (.text // "") | fence("")
	elif $type == "tether_quote" then
		"\(.title // .domain // ""): \(.url // "")\n\n"
		+ (.text // "" | "> " + gsub("\n"; "\n> "))
	else "" end;

# A document of the canvas is written as an object of JSON; a change of all of
# it has the pattern ".*".
def canvas:
	(.content | .text // (.parts // [] | map(strings) | join("")))
	| (try fromjson catch null) as $doc
	| ($doc | objects | (.content // (.updates[]?
		| select(.pattern == ".*") | .replacement)) | strings) as $text
	| "\($doc.name // "Canvas")\n\n" + (if ($doc.type // "document")
		== "document" then $text else $text
			| fence($doc.type | strings | ltrimstr("code/") | language) end);

# U+E200 cite U+E202 turn0search0 U+E201: what the page draws as a link, and
# before that marks such as 【4†source】, with their places.
def cited($references):
	reduce ($references[]? | objects | select((.matched_text // "") != "")
			| select(.alt // .url // .items)) as $r (.;
		($r.alt // ([$r.items[]? | objects, $r | select(.url | type == "string")
			| "[\(.title // .url | tostring | oneline
				| gsub("[][]"; ""))](\(.url))"] | unique | join(" "))) as $link
		| if $link != "" then split($r.matched_text)
			| join(if $r.matched_text | startswith(" ") then " " + $link
				else $link end) else . end)
	| gsub(" ?\ue200[^\ue201]*\ue201"; "");

# What people saw: no system prompts, no reasoning, no hidden messages, and of
# the tools what programs printed and pictures; of what was said to tools,
# programs and documents.
def seen:
	select(.metadata.is_visually_hidden_from_conversation != true)
	| .author.role as $role | (.content.content_type // "") as $type
	| (.recipient // "all") as $to
	| select($role == "user"
		or $role == "assistant" and ($to == "all" or $to == "python"
			or ($to | test("^canmore\\.(create|update)_textdoc$")))
		or $role == "tool" and ($type == "execution_output"
			or $type == "multimodal_text"))
	| .metadata as $meta
	| (if $role == "assistant" and ($to | startswith("canmore.")) then
		[canvas] | .[0] // ""
		else .content | content end) as $text
	| ([$text | cited($meta.content_references) | trim | select(. != "")]
		+ [$meta.attachments[]? | objects | "File \(.name // .id // "")"]
		| join("\n\n")) as $text
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
