# claude-code: Claude Code: its memory (MEMORY.md, or the directory); CLAUDE.md
# reads: memory
#
# code.claude.com/docs/en/memory: CLAUDE.md has instructions; auto memory is
# ~/.claude/projects/PROJECT/memory/: MEMORY.md, an index, and files by topic,
# whose front matter has name, description and type (or metadata.type): user,
# feedback, project or reference; and metadata.modified, originSessionId and
# node_type, which is always memory.  Rules for some files only have paths.
include "import";

def note:
	.path as $path
	| markdown
	| ([.extra.metadata | objects] | .[0]) as $meta
	| if $meta then
		.type = (.type // $meta.type)
		| .updated = ($meta.modified // .updated)
		| .extra = ((.extra | del(.metadata)) + ($meta
			| del(.type, .modified, .node_type)))
	else . end
	| .default = (if .extra.paths or ($path | test("CLAUDE[^/]*\\.md$"))
			then "rule"
		elif $path | test("(^|/)index-of-memory\\.md$") then "context"
		else "insight" end)
	| if .name == "index-of-memory" then
		.name = "MEMORY" else . end;
