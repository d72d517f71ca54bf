#!/bin/sh
# search-log.t: what cx search and cx recall print is logged behind their answer,
# and no answer depends on the log: cx-score --log.
# shellcheck disable=SC1091,SC2016,SC2154
. "$(dirname "$0")/../tap.sh"
need jq

CORTEX_NOW=2026-04-15T12:00:00
CORTEX_HOST=here
CORTEX_VAULT=$T/w
export CORTEX_NOW CORTEX_HOST CORTEX_VAULT
LOG=.cortex/access/here-2026-04.ndjson
mkdir .cortex

### what is printed is logged

i=0
while [ $i -lt 120 ]; do
	put "n$i.md" <<END
---
name: Quokka $i
tags: [wombat]
updated: 2026-04-01
---
About the numbat.
END
	i=$((i + 1))
done
put deploy.md <<'E2'
---
name: Deploy freeze
updated: 2026-04-10
---
Nothing on Fridays.
E2
cx rebuild || exit 99

for c in search recall; do
	run cx $c zzyzx
	status 1
	not_ok "$c: no answer, no log" [ -e $LOG ]
	run cx $c --no-log deploy freeze
	status 0
	not_ok "$c --no-log" [ -e $LOG ]
	cp "$T/out" plain
	run env CORTEX_SESSION=s7 cx $c deploy freeze
	status 0
	err_empty
	same "$T/out" plain "$c: the answer is the same with a log"
	is "$(cat $LOG)" '{"ts":"2026-04-15T12:00:00Z","path":"deploy.md","source":"'$c'","session":"s7"}' \
		"$c: what was printed, and no query"
	rm -r .cortex/access
	run cx $c --json quokka
	status 0
	jq_of -r $LOG .path "$(jq -r .path "$T/out")" "$c --json, in order"
	rm -r .cortex/access
	run cx $c --json --no-log quokka
	status 0
	not_ok "$c --json --no-log" [ -e $LOG ]
	: >.cortex/access
	run cx $c deploy freeze
	status 0 "$c: a log that cannot be written is not a failure"
	same "$T/out" plain '... the answer is the same'
	err_has 'cannot open it'
	run cx $c --json deploy freeze
	status 0
	jq_of -r "$T/out" .path deploy.md '... and with --json'
	rm .cortex/access
done
run cx-score -i index --log search --log-top 2 --session 's 1' quokka
status 0
jq_of -r $LOG '[.path, .source, .session] | join(" ")' \
	"$(jq -r '.path + " search s 1"' "$T/out" | head -n 2)" \
	'cx-score --log-top: the first are logged, with the session'
rm -r .cortex/access
run cx-score -i index --log search quokka
jq_of -r $LOG .path "$(jq -r .path "$T/out")" 'cx-score --log: all are'
rm -r .cortex/access
if [ -w /dev/full ]; then
	run sh -c 'cx-score -i index --log search quokka >/dev/full'
	status 4 'what is found cannot be printed'
	not_ok '... and nothing is logged' [ -e $LOG ]
fi
for o in '--log read -i index --queries -' '--log search' '--log x -i index'
do
	# shellcheck disable=SC2086 # several words
	run cx-score $o quokka
	status 2 "cx-score $o"
done
run cx search --why-not n1.md deploy
status 0
not_ok 'search --why-not: of no use to anybody' [ -e $LOG ]
run cx search --json --top 0 quokka
is "$(wc -l <"$T/out" | tr -d ' ') $(wc -l <$LOG | tr -d ' ')" '120 100' \
	'search --top 0: the first 100 are logged'
rm -r .cortex/access
printf '[rank]\nlog_queries = true\n' >cortex.toml
cx rebuild || exit 99
run cx search --top=1 'deploy  freeze' friday
jq_of $LOG . '{"ts":"2026-04-15T12:00:00Z","path":"deploy.md","source":"search"}
{"ts":"2026-04-15T12:00:00Z","source":"search","query":"deploy  freeze friday","results":1,"best":'"$(
	cx search --json --no-log --top=1 'deploy  freeze' friday | jq .score)"'}' \
	'search, log_queries: words, number of results, best score and time'
run cx search zzyzx
status 1
run env CORTEX_SESSION=s7 CORTEX_NOW=2026-04-15T13:00:00 \
	cx recall --limit 3 quokka
run env CORTEX_NOW=2026-04-15T14:00:00 cx search --limit 2 quokka
is "$(jq -c 'select(.path == null) | [.source, .session, .query, .results]' \
	$LOG | tail -n 3)" '["search",null,"zzyzx",0]
["recall","s7","quokka",3]
["search",null,"quokka",2]' '... also of a search that found nothing'
run cx access report </dev/null
status 0
jq_is '[.events, .searches.count, .searches.without_result]' '[6,4,1]' \
	'cx access report reads the logs of the vault'
jq_is '.searches.queries | map([.query, .count, .results, .best != null])' \
	'[["quokka",2,2,true],["deploy  freeze friday",1,1,true],["zzyzx",1,0,false]]' \
	'... what was asked most, and how it went the last time'
here=$PWD
run sh -c 'cd / && cx -C "$1" access report --top 1 </dev/null' - "$here"
jq_is '.searches.queries | map(.query)' '["quokka"]' '... from elsewhere'
is "$(cx-access fold -C . | wc -l)" 4 'a search is not an access'
mv $LOG .cortex/access/here-2026-03.ndjson
grep query .cortex/access/here-2026-03.ndjson | sort >was
run cx access rotate --now 2026-05-15
status 0
grep query .cortex/access/here-2026-03.ndjson | sort >now
same now was 'cx access rotate keeps searches'
rm -r .cortex/access was now
printf '{"ts":"2026-04-15","source":"search","query":"a","results":-1}\n' |
	cx-access report - >"$T/out" 2>"$T/err"
err_has "(stdin):1: not an access event: 'results' is not a count"
: >cortex.toml
cx rebuild

### what was listed does not come first for another question

mkdir "$T/listed"
cat >"$T/listed/jobs.md" <<'E2'
---
name: Workers
updated: 2026-04-10
---
The queue holds jobs, which are taken over night.
E2
cat >"$T/listed/images.md" <<'E2'
---
name: Images
updated: 2026-04-10
---
The queue is built by docker, from layers, each one over night, and pushed
to hosts before sunrise. Nobody has to wait.
E2
: >"$T/listed/cortex.toml"
run cx -C "$T/listed" rebuild
cx -C "$T/listed" recall --json --no-log queue >"$T/json"
jq_of -r "$T/json" .path 'jobs.md
images.md' 'before'
for s in 1 2 3; do
	CORTEX_SESSION=$s cx -C "$T/listed" recall docker >/dev/null
done
is "$(wc -l <"$T/listed/$LOG" | tr -d ' ')" 3 'a note was listed three times'
cx -C "$T/listed" recall --json --no-log queue >"$T/json"
jq_of -r "$T/json" .path 'jobs.md
images.md' '... and is not first for another question'
for s in 1 2 3; do
	echo '{"path":"images.md"}' | cx-access log -C "$T/listed" \
		--source read --session $s
done
cx -C "$T/listed" recall --json --no-log queue >"$T/json"
jq_of -r "$T/json" .path 'images.md
jobs.md' 'one that was read so often is'

### many at once

i=0
while [ $i -lt 16 ]; do
	cx search --top 5 quokka >/dev/null 2>>"$T/errors" &
	cx recall --limit 5 quokka >/dev/null 2>>"$T/errors" &
	i=$((i + 1))
done
wait
is "$(cat "$T/errors")" '' '32 at once: no complaint'
is "$(wc -l <$LOG | tr -d ' ')" 160 'none is lost'
is "$(jq -c '[.ts, .source]' $LOG | sort | uniq -c | tr -s ' ')" \
	' 80 ["2026-04-15T12:00:00Z","recall"]
 80 ["2026-04-15T12:00:00Z","search"]' 'and all are whole'

### a stage that dies is no end of the answer

mkdir bin
for f in "$BIN"/*; do
	ln -s "$f" bin/
done
rm bin/cx bin/cx-score
cp "$BIN/cx" bin/cx
cat >bin/cx-score <<'E2'
#!/bin/sh
echo '{"path":"deploy.md","name":"Deploy freeze"}'
kill -9 $$
E2
chmod +x bin/cx-score
ln -s "$BIN/../libexec" libexec
run bin/cx search quokka
status 4 'cx-score is killed behind a line'
err_has 'killed by signal 9'

done_testing
