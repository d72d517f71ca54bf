# claude-code: Claude Code: its memory (MEMORY.md, or the directory); CLAUDE.md
# reads: memory
#
# code.claude.com/docs/en/memory: CLAUDE.md has instructions; auto memory is
# ~/.claude/projects/PROJECT/memory/: MEMORY.md, an index, and files by topic,
# whose front matter has name, description and type (or metadata.type): user,
# feedback, project or reference.
include "import";

def note:
	.path as $path
	| markdown
	| .type = (.type // (.extra.metadata | if type == "object" then .type
		else null end))
	| .extra.metadata = (.extra.metadata | if type == "object" then
		del(.type) | if . == {} then null else . end else . end)
	| .default = (if $path | test("CLAUDE[^/]*\\.md$") then "rule"
		elif $path == "index-of-memory.md" then "context"
		else "insight" end)
	| if $path == "index-of-memory.md" and .name == "index-of-memory" then
		.name = "MEMORY" else . end;
