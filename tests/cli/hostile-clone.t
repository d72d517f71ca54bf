#!/bin/sh
# hostile-clone.t: every command in a clone that means harm writes nothing
# outside of it, runs nothing that came along, and ends.
# shellcheck disable=SC1091,SC2016,SC2094,SC2154
. "$(dirname "$0")/../tap.sh"
need git python3 jq timeout

W=$(pwd -P)
CANARY=$W/canary
export CANARY
CORTEX_NOW=2026-04-15T12:00:00
EDITOR=true # vi would write in the home directory
VISUAL=true
export CORTEX_NOW EDITOR VISUAL

# --- the surroundings, which stay as they are ---

mkdir -p "$HOME/docs" victim
echo '# mine' >"$HOME/.bashrc"
echo '# mine' >"$HOME/.profile"
echo secret >"$HOME/docs/a.md"
echo keep >victim/keep
git config --global user.name t
git config --global user.email t@example.org
surroundings()
{
	find "$HOME" "$W/victim" -printf '%p %y %m %s %l\n' | grep -v '/\.local' | sort
	find "$HOME" "$W/victim" -type f -not -path '*/.local/*' -exec cksum {} + | sort
	ls -A "$W"
}

# --- the repository ---

put evil <<'E'
#!/bin/sh
echo "$0 $*" >>"$CANARY"
exit 1
E
chmod +x evil
git init -q origin
cd origin || exit 99
mkdir -p atoms _moc/collectors.d inbox .cortex/access projects/al hooks
for n in one two; do
	printf -- '---\nid: %s\nname: "$(touch %s) `touch %s`"\ntype: decision\nproject: al\n---\n%s\n' \
		$n "$CANARY" "$CANARY" "text of the queue, [[one]] #tag" >atoms/$n.md
done
printf '<!-- AUTO:mine -->\n<!-- /AUTO:mine -->\n<!-- AUTO:vault_count -->\n<!-- /AUTO:vault_count -->\n' >_moc/a.md
for n in mine vault_count hubs '$(touch x)' -n; do
	cp ../evil "_moc/collectors.d/$n"
done
for n in cx-scan cx-config cx jq git cx-trust sort awk sed; do
	cp ../evil "$n"
done
for n in post-checkout post-index-change pre-commit; do
	cp ../evil hooks/$n
done
printf 'tasks:\n- title: "$(touch %s)"\n  status: done\n' "$CANARY" >TASKS.yaml
cp TASKS.yaml projects/al
printf '{"id":"../../x","name":"$(touch %s)"}\n' "$CANARY" >.cortex/project.json
# A journal that would write outside of the notes.
mkdir -p .cortex/undo
printf '{"change":"x","notes":1}\n{"path":"../x.md","before":"%064d","after":"","from":0,"to":0,"text":"x"}\n' \
	0 >.cortex/undo/1.ndjson
cat >cortex.toml <<E
[vault]
skip_files = ["\$(touch $CANARY)"]
[tags]
"\$(touch $CANARY)" = ["x'; touch $CANARY; '"]
[context]
tokenizer = "$W/evil"
[capture]
command = "$W/evil"
[moc]
command = "$W/evil"
[scopes]
evil = 'name~"\$(touch $CANARY)"'
E
printf '*.md filter=evil diff=evil merge=evil\n' >.gitattributes
# A bare repository, all plain files.
git init -q --bare bare
git -C bare config core.fsmonitor "$W/evil"
git -C bare config core.bare false
git -C bare config core.worktree .
cp -R atoms cortex.toml bare/
cp ../evil bare/hooks/post-index-change
# 1,000 names.
python3 - <<'E'
import os, random
r = random.Random(7)
odd = ["\x01", "\x1b[31m", "\n", "\t", '"', "'", "`id`", "$(touch x)", "-n",
    "--help", ";", "|", "&", "*", "?", "[", "]", "\\", " ", "\u202e", "\u200b",
    "\u009b", "#", "%s%n", "a" * 80, "\u00e9", "e\u0301", "=", "~", "{", "}"]
os.makedirs("names", exist_ok=True)
n = 0
while n < 1000:
    name = "".join(r.choice(odd) for _ in range(r.randint(1, 5)))
    name = name.replace("/", "_").encode()[:240].decode("utf-8", "ignore")
    name += "%d.md" % n
    if len(name.encode()) > 255:
        continue
    with open(os.path.join("names", name), "w") as f:
        f.write("---\nname: x%d\ntype: decision\n---\nqueue %d [[%s]]\n" % (
            n, n, name.replace("\n", " ")))
    n += 1
E
printf 'queue\n' >"names/$(printf '%0252d' 7).md"
cd "$W" || exit 99
cx -C origin rebuild >/dev/null 2>&1
rm -rf origin/.cortex/lock
(cd origin && git add -Af && git commit -qm x) || exit 99
git clone -q origin clone || exit 99
# What an archive could bring besides.
git -C clone config core.fsmonitor "$W/evil"
git -C clone config core.hooksPath hooks
git -C clone config filter.evil.clean "$W/evil"
git -C clone config filter.evil.smudge "$W/evil"
git -C clone config diff.evil.textconv "$W/evil"
git -C clone config diff.external "$W/evil"
# Links and FIFOs where programs read and write; git keeps no empty directory.
for d in atoms inbox .cortex/access projects/al; do
	mkdir -p "clone/$d"
	ln -s "$W/victim" "clone/$d/link"
	mkfifo "clone/$d/fifo.md" "clone/$d/fifo"
done
[ "$(id -u)" -ne 0 ] || mknod clone/atoms/device.md c 1 3 2>/dev/null || :
cp -Rp clone linked
cp -Rp clone whole
rm -f "$CANARY"
surroundings >"$T/before"

# --- every command that cx help lists ---

arguments() # COMMAND: a line for each way to call it; no row, no pass
{
	case $1 in
	archive | restore | pin | unpin | touch) printf 'atoms/one.md\n-- -n\n' ;;
	capture) printf '%s\n' '--type context --session s' ;;
	check) printf '.\n--staged\n--since HEAD\n--fix --diff\n' ;;
	context | links | summary | toc | normalize | rebuild | maintain) printf '.\n' ;;
	layer) printf '%s\n' . "$T/records" "-o .cortex/layers $T/records" ;;
	life) printf '%s\n' . index ;;
	import) printf 'markdown .\nmem0 atoms/link\nzk atoms\n' ;;
	shard) printf '%s\n' "--into 2 $T/shards-$$" ;;
	gather) printf '%s\n' "--into $T/gathered ." ;;
	export) printf '%s\n' sqlite 'postgres --state state' 'opensearch --since atoms/link/x' ;;
	init) printf '.\n--layout dense --project al\n' ;;
	moc) printf '.\n--check\n--diff\n--dry-run\n' ;;
	recall) printf 'queue\n--scope evil queue\n--scope projects queue\n' ;;
	review) printf '%s\n' --list ;;
	search) printf 'queue\n--json queue\n' ;;
	supersede) printf 'one two\n' ;;
	merge) printf '%s\n' 'atoms/one.md atoms/one.md atoms/link' ;;
	sync) printf '%s\n' '--dry-run' '-- ' ;;
	tasks) printf '.\narchive\n' ;;
	watch) printf '%s\n' '--poll --every 1 --quiet 0.1' ;;
	access) printf 'report\nfold\n' ;;
	config) printf '.\n--origin\n--scope evil\n--run -- true\n' ;;
	file) printf '%s\n' --help 'new atoms/link/x' 'rm atoms/link/keep' 'mkdir atoms/link/d' ;;
	edit) printf 'atoms/one.md status=open\n' ;;
	gate) printf '%s\n' "$T/records" "-i index $T/records" '-C . --rejects .cortex/no index' ;;
	pack) printf '%s\n' "-C . $T/records" '-C . --format json --shown .cortex/shown index' ;;
	score) printf '%s\n' '-i index -C . --snippets queue' "-f $T/records -f index --access .cortex/access queue" ;;
	select) printf '%s\n' "name~touch $T/records" 'id=one index' 'id=one index/manifest.json' ;;
	remote) printf '%s\n' '--vaults atoms/one.md -- queue' ;;
	show) printf '%s\n' "-C . --content $T/records" "--table $T/records index" '-C . --brief index' ;;
	index) printf '%s\n' '--cat index' "--search -o .cortex/ix $T/records" '--behind index -C .' ;;
	mcp) printf '.\n' ;;
	page) printf '%s\n' "$T/records" index ;;
	site) printf '%s\n' . '-o -' ;;
	list | tags | log | timeline | doctor | graph | chart) printf '.\n' ;;
	backlinks | open) printf '%s\n' one atoms/one.md ;;
	complete) printf '%s\n' types projects tags notes ;;
	pick) printf '%s\n' queue ;;
	serve) printf '%s\n' '--port 47407' ;;
	agent) printf '%s\n' status '--print install claude-code' 'install cursor --project' 'remove cursor --project' ;;
	daily | keywords | enrich) printf -- '-n\n' ;;
	migrate) printf -- '.\n-n\n--write\n' ;;
	resolve) printf -- 'one\n-- -n x7\natoms/link/keep\nprojects\n' ;;
	undo | redo) printf -- '-n\n--diff\n.\n' ;;
	move) printf 'atoms/two.md atoms/three.md\n' ;;
	new) printf '%s\n' '-n' ;;
	project | scan) printf '.\n' ;;
	trust) printf '%s\n' -n --check --list '--run -- _moc/collectors.d/mine' ;;
	*) return 1 ;;
	esac
}
# harmless TEXT: the surroundings are as they were, and nothing ran
harmless()
{
	surroundings >"$T/after"
	same "$T/before" "$T/after" "$1: nothing outside is written"
	is "$(cat "$CANARY" 2>/dev/null)" "" "$1: nothing that came along runs"
	rm -f "$CANARY"
}
# The drawing of 1,000 notes takes longer than all else here together.
mkdir "$T/quick"
printf '#!/bin/sh\ncat >/dev/null\necho "<svg></svg>"\n' >"$T/quick/sfdp"
chmod +x "$T/quick/sfdp"
# with_cx SECONDS ARGUMENT...: as one has it whose PATH begins with the working
# directory, in which programs of the clone lie
with_cx()
{
	limit=$1
	shift
	PATH=.::names:$T/quick:$PATH timeout --preserve-status -k 20 "$limit" "$BIN/cx" "$@"
}
# ended TEXT: the last status is that of something that ended by itself
ended()
{
	case $limit,$rc in
	*,[0-5] | *,141 | 3,143) result 0 "$1: ends ($rc)" ;;
	*)
		result 1 "$1: ends, not with $rc"
		show_run
		;;
	esac
}

limit=200
cd clone || exit 99
cx-scan . >"$T/records" 2>/dev/null
cx help | sed -n '/^commands:/,$s/^  \([a-z]*\) .*/\1/p' >"$T/commands"
ok 'cx help lists commands' test "$(wc -l <"$T/commands")" -gt 30
while read -r c; do
	arguments "$c" >"$T/ways" || {
		result 1 "cx $c: has a row in the table of arguments"
		continue
	}
	limit=200
	case $c in
	watch | serve) limit=3 ;; # they end when they are told to
	esac
	while read -r way; do
		[ "$way" != . ] || way=
		last="cx $c $way"
		# shellcheck disable=SC2086 # words
		echo '{}' | with_cx "$limit" $c $way >"$T/out" 2>"$T/err"
		rc=$?
		ended "cx $c $way"
	done <"$T/ways"
	harmless "cx $c"
done <"$T/commands"

# --- the hooks and the timer of the examples ---

payload='{"session_id":"s1","cwd":"'$PWD'","tool_name":"Read","tool_input":{"file_path":"'$PWD'/atoms/one.md"}}'
for h in "$SRC"/examples/agents/claude-code/hooks/[!l]* \
	"$SRC"/examples/hooks/post-merge "$SRC"/examples/git/pre-commit; do
	last=$h
	printf '%s\n' "$payload" | timeout 200 sh "$h" >"$T/out" 2>"$T/err"
	rc=$?
	ended "${h##*/}"
	harmless "${h##*/}"
done
last='the timer'
timeout 200 cx -C "$PWD" moc >"$T/out" 2>"$T/err"
rc=$?
ended 'the timer'
harmless 'the timer'

# --- every tool of MCP ---

begin='{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}
{"jsonrpc":"2.0","method":"notifications/initialized"}'
printf '%s\n{"jsonrpc":"2.0","id":2,"method":"tools/list"}\n' "$begin" |
	timeout 200 cx-mcp 2>/dev/null |
	jq -r 'select(.id == 2).result.tools[].name' >"$T/tools"
ok 'tools/list lists tools' test "$(wc -l <"$T/tools")" -ge 10
while read -r tool; do
	case $tool in
	recall | search_memories) a='{"query":"queue"}' ;;
	get_memories | list_projects | memory_status) a='{}' ;;
	*_memory) a='{"memory_id":"one","old_id":"one","content":"The queue of the deploy server is limited to 200 entries since 2026.","reason":"It was full twice in a week","type":"decision"}' ;;
	*) a='{"text":"The queue was full","content":"The queue was full"}' ;;
	esac
	last="MCP $tool"
	: >"$T/out"
	# The end of its input is the end of what it is doing.
	{
		printf '%s\n{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"%s","arguments":%s}}\n' \
			"$begin" "$tool" "$a"
		n=0
		while [ $n -lt 400 ] && ! grep -q '"id":2' "$T/out"; do
			sleep 0.05
			n=$((n + 1))
		done
	} | timeout 200 cx-mcp >"$T/out" 2>"$T/err"
	rc=$?
	ended "MCP $tool"
	out_has '"id":2' "MCP $tool: answers"
	harmless "MCP $tool"
done <"$T/tools"

# --- links and FIFOs in the place of whole directories and of our files ---

cd "$W" || exit 99
# all DIR TEXT: what writes, in a vault that is set up so
all()
{
	cd "$1" || exit 99
	for c in rebuild 'rebuild --full' moc toc 'tasks archive' maintain \
		'maintain --report' normalize capture context 'recall queue' \
		'init --layout dense --project al' 'archive atoms/one.md' \
		'project --create' 'check --staged' summary site; do
		last="cx $c"
		# shellcheck disable=SC2086 # words
		echo text | timeout 200 cx $c >"$T/out" 2>"$T/err"
		rc=$?
		ended "$2: cx $c"
	done
	for h in session-start after-read stop; do
		last=$h
		printf '%s\n' "$payload" | timeout 200 sh \
			"$SRC/examples/agents/claude-code/hooks/$h" >"$T/out" 2>"$T/err"
		rc=$?
		ended "$2: $h"
	done
	cd "$W" || exit 99
	harmless "$2"
}
payload=$(printf '%s\n' "$payload" | sed "s|$W/clone|$W/linked|g")
mkdir -p linked/index linked/layers linked/projects/al/_meta linked/scans linked/site
for f in index/.changed index/.said index/.paths index/.again index/meta.json \
	layers/.made layers/hot.json inbox/x .cortex/lock .cortex/move.plan \
	projects/al/tasks-archive.md projects/al/_meta/access-log.jsonl \
	tasks-archive.md scans/2026-04-15.md MEMORY.md site/index.html; do
	ln -sf "$HOME/.bashrc" "linked/$f"
done
all linked 'links to files'
for f in index/.changed index/.said layers/.made tasks-archive.md site/index.html; do
	rm -f "linked/$f"
	mkfifo "linked/$f"
done
all linked 'FIFOs'
payload=$(printf '%s\n' "$payload" | sed "s|$W/linked|$W/whole|g")
mkdir "$W/victim/al"
mkdir "$W/victim/s-photos"
mkdir "$W/victim/experiments"
echo keep >"$W/victim/s-photos/f"
surroundings >"$T/before"
for d in index layers inbox .cortex projects _moc scans site; do
	rm -rf "whole/$d"
	ln -s "$W/victim" "whole/$d"
done
all whole 'directories that are links'
done_testing
