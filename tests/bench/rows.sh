# rows.sh: every line of the table, and so every command that is measured.
# bench sources this; edit command lines here and nowhere else.
#
#	row 'WORK' 'GOALS' 'PROBE' 'OURS'
#
# PROBE and OURS are commands for sh; "a | b && c" is run stage by stage once
# before it is timed, and each stage must end well.  PROBE may be '-' or
# ms:N, a constant (reference N: what the reference implementation took at
# 100,000 atoms, measured once).  GOALS, separated by commas:
#
#	x N    ours takes at most N times the probe
#	/ N    ours is at least N times faster than the probe
#	ms N   ours takes at most N milliseconds
#	+ N    ours takes at most N milliseconds more than the probe
#	-      no goal, only shown
#
# In the commands: V the vault of N atoms, S the vault of 470, W a scratch
# directory, R records of V without body, D the index of V, DS that of S, DB
# the FTS5 database of V, Q queries a line, QJ the same as NDJSON; RARE, MIDDLE,
# COMMON words.  None of the paths has blanks.  A command without shell syntax
# is executed without a shell, so that only the program is timed.
# goal SIZE GOALS... prints the goals where N is the size they are stated for.
# shellcheck shell=sh disable=SC2154

INDEX="cx-scan --body $V | cx-index --search -o $W/d"
PLAIN="cx-scan $V | cx-index -o $W/d"
LAYERS="--layers $W/l" # of cx-index, as cx rebuild has it
FRESH="rm -rf $W/d $W/l"

section "vault: $N atoms"
floor 'stat every file' "probe stat $V"
floor 'read every file' "probe read $V"
floor 'read, parse front matter (libyaml)' "probe yaml $V"

floor 'start a process' true
floor 'sh with three stages' 'true | true | true'

section 'scan, index, layers'
row 'cx-scan | read' 'x 1.5' "probe read $V" "cx-scan $V"
row 'cx-scan --body | read' - "probe read $V" "cx-scan --body $V"
row 'scan, index, layers | reference' "$(goal 100000 '/ 15')" \
	"$(reference 17100)" "$FRESH && $PLAIN $LAYERS"
row 'scan, index | reference' - "$(reference 14700)" "$FRESH && $PLAIN"
row 'layers from records | reference' - "$(reference 2400)" \
	"rm -rf $W/l && cx-layer -o $W/l $R"
row 'scan, index, layers, search set | FTS5' "$(goal 100000 '/ 3')" \
	"$(versus "fts5 build $W/build.db $V")" \
	"$FRESH && $INDEX $LAYERS"
row 'cx rebuild, from nothing | FTS5' "$(goal 100000 '/ 3')" \
	"$(versus "fts5 build $W/build.db $V")" \
	"rm -rf $V/index $V/layers && cx -C $V rebuild"
row 'cx rebuild, no change | find' "$(goal 100000 'x 1.5')" \
	"find $V -printf '%s %T@\n'" "cx -C $V rebuild"
changed_row "$(goal 100000 '+ 100' 1000000 '+ 500')"

section 'queries, whole process'
row 'cx-score -i, 470 atoms' 'ms 3' - "cx-score -i $DS --top 10 deploy"
row 'cx-score -i recall, 470 atoms' 'ms 3' - \
	"cx-score -i $DS --rank recall --top 10 deploy"
row 'cx search, 470 atoms' 'ms 8' - "cx -C $S search deploy"
row 'cx recall, 470 atoms' 'ms 10' - "cx -C $S recall deploy"
row "cx-score -i, cortex: $COMMON" "$(goal 100000 'ms 5')" - \
	"cx-score -i $D --top 10 $COMMON"
row "cx-score -i, rare word: $RARE | FTS5" "$(goal 100000 'ms 5,/ 1')" \
	"$(versus "fts5 query $DB $RARE")" \
	"cx-score -i $D --rank recall --top 10 $RARE"
row "cx-score -i, word in 1 %: $MIDDLE | FTS5" "$(goal 100000 'ms 5,/ 1')" \
	"$(versus "fts5 query $DB $MIDDLE")" \
	"cx-score -i $D --rank recall --top 10 $MIDDLE"
row "cx-score -i, word in 38 %: $COMMON | FTS5" \
	"$(goal 100000 'ms 5,/ 10')" "$(versus "fts5 query $DB $COMMON")" \
	"cx-score -i $D --rank recall --top 10 $COMMON"
row 'cx-score -i, common | reference query' - "$(reference 950)" \
	"cx-score -i $D --top 10 $COMMON"
mix_rows
row 'cx recall' "$(goal 100000 'ms 20')" - "cx -C $V recall $COMMON"
row 'cx-score on stdin | jq -c .' '/ 20' "jq -c . <$R" \
	"cx-score --top 10 $COMMON <$R"

section 'the rest'
row 'cx check | cx-scan' "$(goal 100000 'x 3')" "cx-scan $V" \
	"cx -C $V check"
row 'cx-links --report' "$(goal 100000 'ms 300')" - "cx-links --report $R"
row 'cx-moc, 1,000 files of 100 KB | cat' 'x 3' "cat $W/moc/*.md" \
	"cx-moc $W/moc/*.md <$W/sections"
row 'cx toc, nine projects of 100' 'ms 1000' - "cx -C $W/context toc"
row 'cx-mcp initialize' 'ms 20' - "cx-mcp --vault $V <$W/mcp-init"
# The server is started once; what is timed is the call.
mcp_row 'cx-mcp, a call | cx-score' '+ 10' \
	"cx-score -i $V/index -C $V --rank recall --current --snippets \
	--top 11 $COMMON" "$W/mcp-search"
for tool in search recall read get projects status; do
	mcp_row "cx-mcp, $tool" "$(goal 10000 'ms 40')" - "$W/mcp-$tool"
done

section 'memory'
memory_row 'cx-scan | 32 MB + names + largest atom' \
	"$SCAN_LIMIT" "cx-scan $V"
manifest_row 'cx-index | 2 x manifest.json' "cx-index -o $W/d $R"
query_memory_rows
