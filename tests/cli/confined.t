#!/bin/sh
# confined.t: a vault that somebody else has made leads nobody outside: links
# to files and directories, and FIFOs, in every place that pipelines and
# example hooks write to.  Nothing outside changes, nothing hangs.
# shellcheck disable=SC1091,SC2016,SC2154
. "$(dirname "$0")/../tap.sh"
. "$SRC/tests/records.sh"
need jq git

CORTEX_NOW=2026-04-15T12:00:00
export CORTEX_NOW
W=$PWD
mkdir out
# What is outside: files and directories of all names that are looked for.
outside()
{
	rm -rf "$W/out"
	mkdir -p "$W/out/s-photos" "$W/out/staged-photos" \
		"$W/out/generations/staged-photos" \
		"$W/out/experiments" "$W/out/al/experiments" "$W/out/_meta"
	echo mine >"$W/out/file"
	echo mine >"$W/out/s-photos/f"
	echo mine >"$W/out/staged-photos/f"
	echo mine >"$W/out/generations/staged-photos/f"
	printf '<!-- AUTO:vault_count -->\n<!-- /AUTO:vault_count -->\n' \
		>"$W/out/map.md"
	printf 'tasks:\n- title: One\n  status: done\n' >"$W/out/TASKS.yaml"
	cp "$W/out/TASKS.yaml" "$W/out/al/TASKS.yaml"
	(cd "$W/out" && find . -exec ls -dln --time-style=full-iso {} + &&
		find . -type f -exec cksum {} +) | sort >"$W/before"
}
untouched() # TEXT
{
	(cd "$W/out" && find . -exec ls -dln --time-style=full-iso {} + &&
		find . -type f -exec cksum {} +) | sort >"$W/after"
	same "$W/after" "$W/before" "nothing outside changes: $1"
}
mkdir -p made/atoms && cd made || exit 99
printf '[index]\ndelta_from = 1\n' >cortex.toml
for i in 1 2 3 4 5 6 7 8 9; do
	atom "atoms/a$i.md" "Note $i" insight active 2026-04-01 x
done
cx rebuild || exit 99
cd ..
# A vault with an index, a delta of which is due.
fresh()
{
	rm -rf "$W/v"
	cp -Rp "$W/made" "$W/v" && cd "$W/v" || exit 99
	echo more >>atoms/a1.md
	outside
}
try() # COMMAND...: in time, whatever it finds
{
	run timeout 200 "$@"
	ok "in time: $*" [ "$rc" -ne 124 ]
}
# Afterwards the lock is free: nobody waits while holding it.
lock_is_free()
{
	ok 'the lock is free' timeout 200 cx-file lock .cortex/lock -- true
}

### files that rebuild makes, or made

for name in .said .again .changed .paths .stat layers/.made; do
	case $name in
	*/*) place=$name ;;
	*) place=index/$name ;;
	esac
	for kind in file new dir fifo; do
		fresh
		rm -rf "$place"
		case $kind in
		file) ln -s ../../out/file "$place" ;;
		new) ln -s ../../out/new "$place" ;;
		dir) ln -s ../../out "$place" ;;
		fifo) mkfifo "$place" ;;
		esac
		try cx rebuild
		untouched "$place, $kind"
		case $rc in
		0) ;;
		*)
			status 4
			ok 'and says why' grep -q "$place" "$T/err"
			;;
		esac
		try cx rebuild --full
		untouched "$place, $kind, full"
		lock_is_free
	done
done

### directories

for place in index layers .cortex index/generations layers/generations; do
	for kind in out nowhere inside fifo; do
		fresh
		rm -rf "$place"
		up=../
		named=$place
		case $place in
		*/*)
			up=../../
			named="${place%/*}.*${place#*/}"
			;;
		esac
		case $kind in
		out | nowhere) ln -s "$up$kind" "$place" ;;
		inside) mkdir atoms/d && ln -s "${up#../}atoms/d" "$place" ;;
		fifo) mkfifo "$place" ;;
		esac
		for c in 'cx rebuild' 'cx rebuild --full'; do
			# shellcheck disable=SC2086
			try $c
			status 4 "4: $place, $kind: $c"
			ok 'it is named' grep -q "$named" "$T/err"
		done
		# It answers from the index that is there.
		try cx search note
		case $place in
		index*)
			status 4 "$place, $kind: cx search"
			ok 'that none can be made' grep -Eq 'be (made|rebuilt): ' "$T/err"
			;;
		*)
			status 0 "$place, $kind: cx search"
			ok 'from the index' [ -s "$T/out" ]
			;;
		esac
		untouched "$place, $kind"
		not_ok 'nor is anything made there' [ -e ../nowhere ]
		[ $kind != inside ] || is "$(ls -A atoms/d)" '' 'nor inside'
	done
done

# What somebody keeps elsewhere stays.
fresh
rm -rf layers
ln -s ../out layers
echo more >>atoms/a2.md
cx rebuild 2>/dev/null
untouched 'layers of a person'

# A killed run's stages go with the next commit, and nothing else does.
fresh
id=$(printf '%064d' 7 | cut -c "1-$(readlink layers/generations/current |
	sed 's/^g-//' | tr -d '\n' | wc -c)")
mkdir "layers/generations/staged-$id" layers/generations/staged-photos
run cx rebuild
status 0
err_empty
not_ok 'a stage that was left' [ -e "layers/generations/staged-$id" ]
ok 'not what only looks like one' [ -d layers/generations/staged-photos ]

### the programs by themselves

for d in index layers; do
	fresh
	rm -rf $d
	ln -s ../out $d
	cx-scan . >../records
	case $d in
	index) set -- cx-index ;;
	*) set -- cx-layer ;;
	esac
	for how in "-o $d" "--stage $d" "-o ./$d" "-o $W/v/$d" "-o $d/deeper"; do
		# shellcheck disable=SC2086
		run "$@" $how ../records
		status 4
		err_has 'symlinks are not followed'
	done
	cd ..
	run "$@" -o "v/$d" records
	status 4 "$* -o v/$d, from outside"
	untouched "$1"
	# By hand, outside of a vault, people have links.
	mkdir plain && ln -s plain link
	run "$@" -o link records
	status 0
	rm -rf plain link
done
fresh
rm -rf index
ln -s ../out index
run cx-scan --stat index/.stat .
status 4
err_has 'symlinks are not followed'
untouched 'cx-scan --stat'

### moc, toc, tasks, maintain

maps()
{
	mkdir -p _moc
	printf '<!-- AUTO:vault_count -->\n<!-- /AUTO:vault_count -->\n' \
		>_moc/map.md
}
fresh
ln -s ../out _moc
for c in 'cx moc' 'cx moc --check' 'cx moc --diff'; do
	# shellcheck disable=SC2086
	try $c
	status 4
	err_has '_moc: symlinks are not followed'
done
for c in 'cx moc _moc/map.md' "cx moc $W/v/_moc/map.md"; do
	# shellcheck disable=SC2086
	try $c
	status 3
	err_has 'symlinks are not followed'
done
cd .. || exit 99
try cx -C v moc v/_moc/map.md
status 3
cd v || exit 99
untouched 'cx moc'
rm _moc
maps
run cx moc
status 0
ok 'it works without links' grep -q notes _moc/map.md

dense()
{
	fresh
	mkdir -p projects/al/experiments
	printf 'tasks:\n- title: One\n  status: done\n' >projects/al/TASKS.yaml
	atom projects/al/experiments/EXP-001.md One experiment active 2026-04-01
}
for at in projects projects/al projects/al/experiments context; do
	for c in 'cx toc' 'cx tasks' 'cx tasks archive' 'cx maintain --report'; do
		dense
		[ $at = context ] && mkdir -p ../out/projects/al/experiments
		rm -rf $at
		up=$(printf %s "$at" | sed 's,[^/]*/,../,g; s,[^/.]*$,../out,')
		ln -s "$up" $at
		outside
		# shellcheck disable=SC2086
		try $c
		untouched "$at: $c"
		case $at:$c in
		projects:* | context:*)
			status 4
			err_has "$at: symlinks are not followed"
			;;
		esac
	done
done
for f in projects/al/TASKS.yaml projects/al/tasks-archive.md; do
	for kind in link fifo; do
		dense
		rm -f $f
		case $kind in
		link) ln -s ../../../out/file $f ;;
		fifo) mkfifo $f ;;
		esac
		try cx tasks archive
		ok "told: $f, $kind" [ "$rc" -ne 0 ]
		untouched "$f, $kind"
	done
done
for kind in link fifo; do
	dense
	case $kind in
	link) ln -s ../../../../out/file projects/al/experiments/index.md ;;
	fifo) mkfifo projects/al/experiments/index.md ;;
	esac
	try cx toc
	status 4
	untouched "index.md, $kind"
	lock_is_free
done
dense
ln -s ../out scans
try cx maintain --report
status 4
untouched scans

### capture, normalize, init

for d in inbox inbox/pending inbox/failed inbox/processed; do
	fresh
	echo 'The queue stalls because two workers share a lock.' |
		cx capture >/dev/null
	rm -rf $d
	case $d in
	*/*) ln -s ../../out $d ;;
	*) ln -s ../out $d ;;
	esac
	case $d in
	inbox | inbox/pending)
		try cx capture word
		status 4
		;;
	esac
	mkdir -p ../out/pending
	outside
	try cx normalize
	untouched "$d: normalize"
done
for kind in link fifo; do
	fresh
	mkdir -p inbox/pending
	case $kind in
	link) ln -s ../../out/file inbox/.lock ;;
	fifo) mkfifo inbox/.lock ;;
	esac
	try cx normalize
	status 4
	untouched "inbox/.lock, $kind"
done
fresh
rm -rf .cortex
mkdir .cortex
ln -s ../../out/new .cortex/lock
for c in 'cx rebuild' 'cx toc' 'cx tasks archive'; do
	# shellcheck disable=SC2086
	try $c
	status 4
	err_has .cortex/lock
done
untouched .cortex/lock
rm .cortex/lock
mkfifo .cortex/lock
try cx rebuild
status 4
err_has 'not a regular file'
rm -rf "$W/n" && mkdir "$W/n" && cd "$W/n" || exit 99
ln -s ../out atoms
try cx init
status 4
untouched 'cx init'

### MCP, and the example hooks

fresh
rm -rf index
ln -s ../out index
printf '%s\n' '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}' \
	'{"jsonrpc":"2.0","method":"notifications/initialized"}' \
	'{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"save_memory","arguments":{"type":"decision","project":"p","reason":"Nobody could say later why it was so","content":"Sessions live in Redis 7 because the database took 40 ms a page."}}}' \
	>../rpc
run timeout 200 cx-mcp --vault . <../rpc
ok 'MCP in time' [ "$rc" -ne 124 ]
untouched 'save_memory'
H=$SRC/examples/agents/claude-code/hooks
payload() { jq -nc --arg cwd "$PWD" "{session_id: \"s\", cwd: \$cwd} $1"; }
payload >../in
run timeout 200 "$H/session-start" <../in
ok 'session-start: refused' [ "$rc" -ne 0 ]
untouched session-start
git init -q . && git add -Af >/dev/null 2>&1
for h in post-merge post-checkout; do
	run timeout 200 sh "$SRC/examples/hooks/$h"
	status 0
	err_has 'symlinks are not followed'
	untouched $h
done
for kind in file meta fifo; do
	dense
	case $kind in
	file)
		mkdir projects/al/_meta
		ln -s ../../../../out/file projects/al/_meta/access-log.jsonl
		;;
	meta) ln -s ../../../out/_meta projects/al/_meta ;;
	fifo)
		mkdir projects/al/_meta
		mkfifo projects/al/_meta/access-log.jsonl
		;;
	esac
	payload '+ {tool_name: "Read", tool_input:
		{file_path: "projects/al/experiments/EXP-001.md"}}' >../in
	run timeout 200 "$H/after-read" <../in
	ok "after-read, $kind: told" [ "$rc" -eq 1 ]
	ok 'by name' grep -q 'projects/al/_meta' "$T/err"
	untouched "after-read, $kind"
done
dense
mkdir projects/al/_meta
run timeout 200 "$H/after-read" <../in
status 0
jq_of -r projects/al/_meta/access-log.jsonl .file EXP-001.md \
	'it works without links'
done_testing
