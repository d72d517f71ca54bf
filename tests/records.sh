# records.sh: records and small vaults for the tests, after tap.sh.
# shellcheck shell=sh

# rec NAME [TAGS [PROJECT [DESCRIPTION [PATH [UPDATED [STATUS [TYPE]]]]]]]
# One atom record; cold, active and without a match unless said.  The strings
# go into the JSON as they are.
rec()
{
	printf '{"path":"%s","id":null,"name":"%s","type":"%s",' \
		"${5:-zz/zz.md}" "$1" "${8:-insight}"
	printf '"project":"%s","status":"%s","created":"2020-01-01",' \
		"${3:-unknown}" "${7:-active}"
	printf '"updated":"%s","tags":%s,"description":"%s",' \
		"${6:-2020-01-01}" "${2:-[]}" "${4:-}"
	printf '"lines":3,"size_bytes":40,"links_out":[]}\n'
}

# linked PATH [LINKS-JSON [BODY-JSON [NAME [ID-JSON [SOFT-JSON]]]]]
# A record that links, with a body.
linked()
{
	printf '{"path":"%s","id":%s,"name":"%s","type":"insight",' \
		"$1" "${5:-null}" "${4:-$1}"
	printf '"project":"unknown","status":"active",'
	printf '"created":"2020-01-01","updated":"2020-01-01","tags":[],'
	printf '"description":"","lines":3,"size_bytes":40,"links_out":%s' \
		"${2:-[]}"
	[ -z "${6:-}" ] || printf ',"links_soft":%s' "$6"
	[ -z "${3:-}" ] || printf ',"body":%s' "$3"
	printf '}\n'
}

# paths FILE: the paths of a stream, on one line
paths() { jq -r .path "$1" 2>&1 | tr '\n' ' ' | sed 's/ $//'; }
# paths_are EXPECTED TEXT: those of $T/out
paths_are()
{
	jq_of -rs "$T/out" 'map(.path | tostring) | join(" ")' "$1" "$2"
}

# atom FILE NAME TYPE STATUS UPDATED [TAGS [BODY]]
atom()
{
	atom_id=${1##*/}
	case $1 in
	*/*) [ -d "${1%/*}" ] || mkdir -p "${1%/*}" || exit 99 ;;
	esac
	printf '%s\n' --- "id: ${atom_id%.md}" "name: $2" "type: $3" \
		'project: ops' "status: $4" 'created: 2026-01-01' \
		"updated: $5" "tags: [${6:-}]" 'links: []' \
		"description: \"about $2\"" --- '' "# $2" '' \
		"${7:-Nothing more.}" >"$1" || exit 99
}

# vault DIR: seven atoms and a map of content, seen from 2026-04-15:
# two hot, one warm, the others cold; one archived, one superseded.
vault()
{
	mkdir -p "$1/.cortex"
	atom "$1/rules/test_first.md" 'Test before deploy' rule active \
		2026-04-14 'deploy, risk' 'See [[freeze]] and [[nowhere]].'
	atom "$1/atoms/freeze.md" 'Deploy freeze' decision active \
		2026-04-10 'deploy' 'After [[rules/test_first]].'
	atom "$1/atoms/cache.md" 'Cache stampede' insight active \
		2026-01-05 'cache' 'Alone.'
	atom "$1/atoms/old.md" 'Old deploy rule' rule archived \
		2026-04-15 'deploy' 'See [[freeze]].'
	atom "$1/atoms/older.md" 'Older deploy rule' rule superseded \
		2025-12-30 'deploy' 'See [[freeze]].'
	atom "$1/feedback/simple.md" 'Simplicity first' feedback active \
		2026-02-01 '' 'Alone too.'
	put "$1/_moc/ops.md" <<'END'
---
id: moc_ops
name: MOC Ops
type: reference
project: ops
status: active
created: 2026-01-01
updated: 2026-04-15
tags: [moc]
links: []
---
# Ops

By hand: [[freeze]].
END
}

# tree DIR: a copy of what is built, to put a broken stage into: DIR/bin
tree()
{
	mkdir -p "$1/bin" && cp "$BIN"/* "$1/bin/" &&
		for tree_f in "$BIN"/../*; do
			[ "${tree_f##*/}" = bin ] || ln -s "$tree_f" "$1/"
		done
}
