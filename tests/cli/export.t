#!/bin/sh
# export.t: what cx export prints loads into the engines it is for, whose own
# full-text query finds the notes that have a word; changes follow.
# CX_NOTES=100000 for more notes.
# shellcheck disable=SC1091,SC2016,SC2154
. "$(dirname "$0")/../tap.sh"
need jq awk

CORTEX_NOW=2026-04-15T12:00:00
export CORTEX_NOW

### the notes: many of few words, and some that want to end a statement early

mkdir -p v/.cortex v/atoms
awk -v n="${CX_NOTES:-1000}" 'BEGIN {
	srand(7)
	for (i = 0; i < n; i++) {
		file = sprintf("v/atoms/n%06d.md", i)
		printf "---\nname: Note %d %s\ntags: [t%d]\n" \
			"updated: 2026-0%d-01\n---\n", i, word(), i % 7,
			i % 4 + 1 >file
		for (k = 0; k < 30; k++)
			printf "%s%s", word(), k % 9 ? " " : "/" >file
		print "" >file
		close(file)
	}
	for (i = 0; i < 50; i++)
		print word() >"asked"
}
function word()
{
	return sprintf("w%c%c", 97 + rand() * rand() * 26, 97 + rand() * 26)
}'
put "v/it's \"a\" \\ \$path.md" <<'E'
---
name: O'Brien'); DROP TABLE cortex_notes; --
description: "tab	and \\. and \\n and ''"
extra_thing: [1.50, {a: "b'"}]
---
.quit
\.
\q
'); .shell touch pwned
%s $1 $$ \\ \x41 \u0041 \N {"index":{}} wqz
E
printf -- '---\nname: Nul\ntype: \\N\n---\nwqz a\0b \\u0000 \\\\\0 end\r\n\f\033\n' \
	>v/nul.md
printf 'wqz \377\376 latin \351t\351\n' >v/invalid.md
printf '' >v/empty.md
awk 'BEGIN { for (i = 0; i < 120000; i++) printf "u%d ", i }' >v/long.md
echo wqz >>asked
sort -u asked >words
cp -Rp v v.was
# The records, and "WORD PATH" for each note that has a word asked for.
want() # NAME
{
	cx -C v scan --body 2>/dev/null | jq -cS . | sort >"$1.records"
	jq -r '[.path, .name, .description, .body, .tags[]] | join(" \t ")
		| split("\n") | join(" ") | split("\u0000") | join(" ")' \
		"$1.records" | awk '
		FILENAME == "words" { asked[$1]; next }
		{
			path = $0
			sub(/ \t .*/, "", path)
			n = split(tolower(substr($0, length(path) + 1)), word,
				/[^a-z0-9]+/)
			split("", seen)
			for (i = 1; i <= n; i++)
				if (word[i] in asked && !seen[word[i]]++)
					print word[i] "\t" path
		}' words - | sort >"$1.found"
}
# One note more, one other, two gone.
later()
{
	rm v/atoms/n000001.md v/nul.md
	printf 'wqz new\n' >v/new.md
	printf -- '---\nname: Other\n---\nwqz it changed\n' >v/atoms/n000002.md
}
before() { rm -rf v && cp -Rp v.was v; }
want all
ok 'many notes have the words' [ "$(wc -l <all.found)" -gt 1000 ]
later
want later
before
# An engine's records are in `got`, and in `got.found` what it finds.
loaded() # NAME TEXT
{
	jq -cS . got | sort >got.records
	same got.records "$1.records" "$2: the records"
	sort got.found >got.sorted
	same got.sorted "$1.found" "$2: words find the same notes"
}

### sqlite

sqlite_has() # NAME TEXT
{
	sqlite3 notes.db 'SELECT record FROM cortex_notes' >got
	while read -r word; do
		echo "SELECT '$word' || char(9) || path FROM cortex_notes
			WHERE note IN (SELECT rowid FROM cortex_words('$word'));"
	done <words | sqlite3 notes.db >got.found
	loaded "$@"
}
if command -v sqlite3 >/dev/null; then
	run sh -c 'cx -C v export sqlite --state state | sqlite3 notes.db'
	status 0 'sqlite: loads'
	out_empty
	sqlite_has all sqlite
	is "$(sqlite3 notes.db "SELECT name, type, tags,
		hex(substr(body, 5, 4)) FROM cortex_notes WHERE path = 'nul.md'")" \
		'Nul|\N|[]|61EFBFBD6220' 'sqlite: columns, NUL as U+FFFD'
	later
	cx -C v export sqlite --since state --state next >sql
	run sqlite3 notes.db <sql
	status 0 'sqlite: what changed loads'
	is "$(grep -c '^INSERT INTO cortex_in' sql)" 4 'sqlite: and is only that'
	sqlite_has later 'sqlite, changed'
	ok 'sqlite: the words are those of the notes' sqlite3 notes.db \
		"INSERT INTO cortex_words(cortex_words, rank)
		VALUES ('integrity-check', 1)"
	run sqlite3 notes.db <sql
	status 0 'sqlite: the same once more'
	sqlite_has later 'sqlite, twice'
	cx -C v export sqlite | head -n 100 >cut
	sqlite3 notes.db <cut
	sqlite_has later 'sqlite: half an export is nothing'
	run sqlite3 none.db <sql
	not_ok 'sqlite: changes of what is not there' [ "$rc" -eq 0 ]
	err_has 'no such table'
	cx -C v export sqlite >sql
	run sqlite3 notes.db <sql
	status 0 'sqlite: all notes, in place of those that are there'
	sqlite_has later 'sqlite, all again'
	ok 'nothing was run' [ ! -e pwned ]
	before
else
	skip 1 sqlite 'no sqlite3 here'
fi

### postgres: a server of our own, as a user without privileges

for d in /usr/lib/postgresql/*/bin; do
	PATH=$PATH:$d
done
if ! command -v pg_ctl >/dev/null || ! command -v psql >/dev/null; then
	skip 1 postgres 'no postgresql here'
else
	mkdir pg && chmod 711 "$T" "$T/w"
	as=
	[ "$(id -u)" -ne 0 ] || {
		chown nobody pg
		as='setpriv --reuid=nobody --regid=nogroup --clear-groups'
	}
	# shellcheck disable=SC2086 # words
	pg() { (cd pg && exec $as env HOME="$PWD" TMPDIR="$PWD" "$@"); }
	pg initdb -D data -U cortex -A trust -E UTF8 --locale=C >pg.log 2>&1
	pg pg_ctl -D data -w -l log -o "-k '$PWD/pg' -c listen_addresses='' \
		-c fsync=off" start >>pg.log 2>&1 || cat pg.log pg/log
	trap 'pg pg_ctl -D data -m immediate stop >/dev/null 2>&1; tap_end' EXIT
	sql() { psql -X -q -h "$PWD/pg" -U cortex -At postgres "$@"; }
	postgres_has() # NAME TEXT
	{
		sql -c 'SELECT record FROM cortex_notes' >got
		while read -r word; do
			echo "SELECT '$word' || chr(9) || path FROM cortex_notes
				WHERE words @@ to_tsquery('simple', '$word');"
		done <words | sql >got.found
		loaded "$@"
	}
	cx -C v export postgres --state state >sql
	run sql -f sql
	status 0 'postgres: loads'
	out_empty
	postgres_has all postgres
	is "$(sql -c "SELECT name, type, tags FROM cortex_notes
		WHERE path = 'nul.md'")" 'Nul|\N|{}' 'postgres: columns'
	later
	cx -C v export postgres --since state >sql
	run sql -f sql
	status 0 'postgres: what changed loads'
	is "$(grep -c '^{' sql)" 4 'postgres: and is only that'
	postgres_has later 'postgres, changed'
	cx -C v export postgres | head -n 100 >cut
	run sql -f cut
	postgres_has later 'postgres: half an export is nothing'
	before
fi

### parquet, by duckdb of the npm registry

# In a shell of its own, as clients.sh ends the test where it has none.
CLIENTS="export"
export CLIENTS
duckdb=$SRC/build/npm-$CLIENTS
(. "$SRC/tests/mcp/clients.sh" && : >installed) >clients 2>&1
sed 's/^/# /' clients
if [ ! -e installed ]; then
	skip 1 parquet 'no duckdb here'
else
	cp "$SRC/tests/export/duckdb.mjs" "$duckdb"
	duck() { node "$duckdb/duckdb.mjs" "$1"; }
	parquet_has() # NAME TEXT
	{
		echo "SELECT record FROM 'notes.parquet'" >q
		duck q | jq -r '.[0]' >got
		while read -r word; do
			echo "SELECT '$word', path FROM 'notes.parquet'
				WHERE list_contains(regexp_split_to_array(lower(
				concat_ws(' ', name, description, body,
				array_to_string(tags, ' '))), '[^a-z0-9]+'), '$word');"
		done <words >q
		duck q | jq -r 'join("\t")' >got.found
		loaded "$@"
	}
	cx export parquet --mapping >sql
	cx -C v export parquet --state state >ndjson
	run duck sql <ndjson
	status 0 'parquet: is written'
	parquet_has all parquet
	later
	cx export parquet --mapping --since state >sql
	cx -C v export parquet --since state >ndjson
	is "$(wc -l <ndjson)" 4 'parquet: what changed, and only that'
	run duck sql <ndjson
	status 0 'parquet: changed'
	parquet_has later 'parquet, changed'
	before
fi

### opensearch: no engine here, so what _bulk does, by jq

bulk() # FILE [WAS]
{
	jq -cn --slurpfile was "${2:-/dev/null}" '
		reduce inputs as $l ({docs: ($was | map({(.path): .}) | add // {})};
		if .id then .docs[.id] = $l | .id = null
		elif $l.index then .id = $l.index._id
		elif $l.delete then del(.docs[$l.delete._id])
		else error("neither") end) | .docs[]' "$1"
}
cx -C v export opensearch --state state >out
bulk out >got && jq -cS . got | sort >got.records
same got.records all.records 'opensearch: the records'
later
cx -C v export opensearch --since state >out
is "$(wc -l <out)" 6 'opensearch: what changed, and only that'
is "$(tail -n 2 out | jq -r .delete._id | paste -sd, -)" \
	atoms/n000001.md,nul.md \
	'opensearch: what is gone is last, so that an even number of lines is whole'
bulk out got | jq -cS . | sort >got.records
same got.records later.records 'opensearch: the records, changed'
run cx export opensearch --mapping
status 0 'opensearch: the mapping'
jq_is '.mappings | [.dynamic, .properties.body.type, .properties.path.type]' \
	'[false,"text","keyword"]' 'opensearch: it says what a text is'
deep=$(printf '%0250d/%0250d' 1 2)
mkdir -p "v/$deep" && echo deep >"v/$deep/deep_deep.md"
run cx -C v export opensearch
status 3 'opensearch: a path above the 512 bytes of an _id'
err_has 'longer than the 512 bytes'
not_ok 'it is left out' grep -q deep_deep "$T/out"
before

### the state

run cx -C v export sqlite --since nosuch
status 4 'no state'
err_has 'nosuch'
echo 'not a state' >bad
run cx -C v export sqlite --since bad
status 4 'a state of something else'
err_has 'export all notes, without --since'
cx -C v export sqlite --state state >out
run cx -C v export sqlite --since state --state state
status 0 'nothing has changed'
not_ok 'and nothing is inserted' grep -q '^INSERT INTO cortex_in' "$T/out"
is "$(tail -n 1 "$T/out")" 'COMMIT;' 'it is whole'
cp state was
echo x >>v/empty.md
run sh -c 'cx -C v export sqlite --since state --state state >/dev/full'
status 4 'a full disk'
same state was 'keeps the state'
cx -C v rebuild
run cx -C v export opensearch \
	--since v/index/generations/current/stat
status 0 'the state of an index, too'
out_empty
run cx export oracle
status 2
err_has "must be sqlite, postgres, opensearch or parquet, not 'oracle'"
run cx export
status 2
run cx -C v export sqlite --mapping
status 2
err_has '--mapping is for opensearch and parquet'

done_testing
