# fixtures.sh: vaults of a special shape, for single rows of the table.
# shellcheck shell=sh

# moc_files DIR SECTIONS: 1,000 files of 100 KB with one AUTO region each, and
# the section that already stands in all of them
moc_files()
{
	mkdir -p "$1" &&
	printf '{"section":"bench","text":"- one\\n- two"}\n' >"$2" &&
	awk -v dir="$1" 'BEGIN {
		line = "Text that a person wrote and nobody may change."
		while (length(text) < 100000)
			text = text line " " ++n "\n"
		region = "<!-- AUTO:bench -->\n- one\n- two\n"
		region = region "<!-- /AUTO:bench -->"
		for (i = 1; i <= 1000; i++) {
			f = sprintf("%s/%04d.md", dir, i)
			printf "---\nname: MOC %d\n---\n\n%s\n\n%s", i, region,
			    text >f
			if (close(f))
				exit 1
		}
	}'
}

# dense DIR: nine projects of 100 atoms in the dense-context layout
dense()
{
	for p in 1 2 3 4 5 6 7 8 9; do
		for k in experiments knowledge patterns; do
			mkdir -p "$1/projects/project$p/$k" || return
		done
	done
	awk -v dir="$1" 'function atom(p, kind, id, more,	f) {
		f = sprintf("%s/projects/project%d/%s/%s.md", dir, p, kind, id)
		printf "---\nid: %s\ndate: 2026-%02d-%02d\n" \
		    "project: project%d\n" \
		    "summary: \"What %s showed about the cache\"\n" \
		    "tags: [cache, tag%d]\nstatus: %s\n%s---\n\n" \
		    "# %s\n\nText.\n",
		    id, 1 + p % 4, 1 + n % 28, p, id, n % 7,
		    n % 9 ? "active" : "superseded", more, id >f
		if (close(f))
			exit 1
	}
	BEGIN {
		for (p = 1; p <= 9; p++)
			for (n = 1; n <= 34; n++) {
				id = sprintf("%03d", n)
				atom(p, "experiments", "EXP-" id, "")
				if (n == 34)
					continue
				atom(p, "knowledge", "K-" id,
				    "evidence: [EXP-" id "]\n")
				atom(p, "patterns", "PAT-" id,
				    "source-experiments: [EXP-" id "]\n")
			}
	}'
}

# mcp_session FILE [TOOL ARGUMENTS]: what an agent writes: a hello, and a call
mcp_session()
{
	hello='{"jsonrpc":"2.0","id":1,"method":"initialize","params":'
	hello=$hello'{"protocolVersion":"2025-06-18","capabilities":{},'
	hello=$hello'"clientInfo":{"name":"bench","version":"1"}}}'
	printf '%s\n' "$hello" >"$1" || return
	[ $# -gt 1 ] || return 0
	{
		echo '{"jsonrpc":"2.0","method":"notifications/initialized"}'
		printf '{"jsonrpc":"2.0","id":2,"method":"tools/call",'
		printf '"params":{"name":"%s","arguments":%s}}\n' "$2" "$3"
	} >>"$1"
}

# The id of a note in the middle of the vault.
middle_id()
{
	awk -F '"id":"' -v n="$((N / 2))" 'NR >= n && NF > 1 {
		sub(/".*/, "", $2); print $2; exit }' "$R"
}

mcp_sessions()
{
	mcp_session "$W/mcp-init" &&
	mcp_session "$W/mcp-search" search_memories \
		"{\"query\":\"$COMMON\",\"project\":\"*\"}" &&
	mcp_session "$W/mcp-recall" recall \
		"{\"query\":\"$COMMON\",\"project\":\"*\"}" &&
	mcp_session "$W/mcp-read" read_memories \
		"{\"ids\":[\"$(middle_id)\"]}" &&
	mcp_session "$W/mcp-get" get_memories '{}' &&
	mcp_session "$W/mcp-projects" list_projects '{}' &&
	mcp_session "$W/mcp-status" memory_status '{}'
}
