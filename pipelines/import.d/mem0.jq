# mem0: mem0: what get_all or an export printed, as JSON
# reads: json
#
# docs.mem0.ai: "Get memories" and the cookbook "Exporting memories": an array
# of memories, or {"results": [...]}: id, memory, user_id, agent_id, run_id,
# metadata, categories, created_at, updated_at.
include "import";

def note:
	(.memory // .data.memory // .text) as $text
	| if ($text | type) != "string" then error("it is not a memory")
	else
		{id: (.id | tostring), default: "insight", created: .created_at,
			updated: .updated_at, body: $text,
			tags: [(.categories // [])[]? | strings],
			extra: ({user: .user_id, agent: .agent_id, app: .app_id,
				session: .run_id}
				+ ((.metadata | objects | with_entries(.key |= "mem0_" + .))
					// {}))}
	end;
