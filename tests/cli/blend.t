#!/bin/sh
# blend.t: cx-score --access: relevance, recency and activation.
# shellcheck disable=SC1091,SC2016,SC2154
. "$(dirname "$0")/../tap.sh"
. "$SRC/tests/records.sh"
need jq awk

CORTEX_NOW=2026-04-15
export CORTEX_NOW

### by hand

{
	rec 'Deploy' '[]' p '' a.md 2026-04-15
	rec 'Deploy' '[]' p '' b.md 2026-03-16
	rec 'Other' '[]' p '' c.md 2026-04-15
	rec 'Undated' '[]' p '' d.md soon
} | jq -c '. + {body: "text"}' >records
cx-index --search -o index <records
# 3 accesses 30 days ago: 1.5 / 2.5; 1 now: .5
cat >fold <<'END'
{"path":"b.md","count":3,"first":"2026-03-01T00:00:00Z","last":"2026-03-16T00:00:00Z","refs":3}
{"path":"d.md","count":1,"first":"2026-04-15T00:00:00Z","last":"2026-04-15T00:00:00Z","refs":1}
{"path":"gone.md","count":1,"first":"2026-04-15T00:00:00Z","last":"2026-04-15T00:00:00Z","refs":1}
END
run cx-score -i index --access fold
status 0
jq_is '[.path,.score,.last_access]' '["b.md",0.56,"2026-03-16T00:00:00Z"]
["a.md",0.4,null]
["c.md",0.4,null]
["d.md",0.3,"2026-04-15T00:00:00Z"]' 'no query: .4 R + .6 A; ties by path'
cp "$T/out" want
run cx-score --access fold <records
jq_is 'del(.body)' "$(cat want)" 'the same of a stream'
for n in 1 2 3; do
	run cx-score -i index --access fold --top "$n"
	is "$(cat "$T/out")" "$(head -n "$n" want)" "the best $n are its head"
done
run cx-score -i index --access - <fold
same "$T/out" want 'a fold on standard input'
run cx-score -i index --access fold deploy
jq_is '[.path,.score]' '["b.md",0.87]
["a.md",0.8]' 'a query: .7 F + .1 R + .2 A; others do not enter'
run cx-score -i index --access fold --explain deploy
jq_is '.why|[.rank,.relevance.value,.recency.value,.activation.value]' \
	'["recall",1,0.5,0.6]
["recall",1,1,0]' '--explain'
run cx-score --access fold deploy <records
jq_is '[.path,.score]' '["b.md",0.87]
["a.md",0.8]' 'a query of a stream'
run cx-score -i index --access /dev/null deploy
jq_is '[.path,.score]' '["a.md",0.8]
["b.md",0.75]' 'an empty fold'
printf '[rank]\nw_text=0.5\nw_recency=0\nw_activation=0.5\nactivation_half_life=15.0\n' \
	>cortex.toml
cx-config >config
run cx-score -c config -i index --access fold deploy
# 3 accesses after two half-lives: .75 / 1.75
jq_is '[.path,.score]' '["b.md",0.714286]
["a.md",0.5]' '[rank] has weights and half-lives'

### equal scores: updated descending, path

{
	rec 'Twin' '[]' p '' b.md 2000-01-01
	rec 'Twin' '[]' p '' a.md 2000-01-01
	rec 'Twin' '[]' p '' c.md 2000-01-01T10:00:00
	rec 'Twin' '[]' p '' e.md 1999-12-31
	rec 'Twin' '[]' p '' d.md 2000-01-01T10:00:00
	rec 'Twin' '[]' p '' f.md never
} | jq -c '. + {body: "text"}' >records
cx-index --search -o index <records
for q in '' twin; do
	run cx-score -i index --access /dev/null ${q:+"$q"}
	paths_are 'c.md d.md a.md b.md e.md f.md' \
		"ties: updated, then path (query '$q')"
	run cx-score -i index --access /dev/null --top 3 ${q:+"$q"}
	paths_are 'c.md d.md a.md' '... and cut'
	run cx-score --access /dev/null --top 3 ${q:+"$q"} <records
	paths_are 'c.md d.md a.md' '... of a stream'
done

### --explain and --why-not without a query: as of a stream

{
	rec 'New' '[]' p '' new.md 2026-04-15
	rec 'Old' '[]' q '' old.md 2019-01-01
	rec 'Undated' '[]' p '' never.md never
	rec 'Read' '[]' q '' read.md 2019-01-01
} | jq -c '. + {body: "text"}' | LC_ALL=C sort >records
cx-index --search -o index <records 2>/dev/null
echo '{"path":"read.md","count":9,"first":"2026-04-14T00:00:00Z","last":"2026-04-14T00:00:00Z","refs":9}' >one
mkdir days
printf '{"ts":"2026-04-14T00:00:00Z","path":"%s.md","source":"read"}\n' \
	read new >days/here-2026-04.ndjson
for access in /dev/null one days; do
	for how in --explain '--explain --top 1' '--why-not new.md' \
		'--why-not old.md' '--why-not read.md' '--why-not never.md' \
		'--where project=p --why-not old.md' \
		'--where project=p --why-not read.md' \
		'--where project=p --why-not never.md' \
		'--where project=q --why-not new.md' \
		'--where project=none --why-not new.md' \
		'--why-not old.md new' '--why-not read.md new' \
		'--where project=q --why-not new.md new'; do
		# shellcheck disable=SC2086
		cx-score -f records --access $access $how >want
		# shellcheck disable=SC2086
		cx-score -i index --access $access $how >got
		jq_same got . want 'del(.body)' \
			"$how, $access: a stream gives the same"
		jq_of -r got '.last_access // "" | select(startswith("1970"))' \
			'' '... no date is made up'
	done
done
cx-score -i index --access /dev/null --explain >got
jq_of -rs got '[.[] | select(.score == 0) | .why.rank | tostring] | unique[]' \
	recall \
	'a score of 0 is explained, too'

### properties, on random vaults

random() # SEED: records and fold
{
	awk -v seed="$1" 'BEGIN {
		srand(seed)
		split("deploy freeze cache queue index shard risk", w, " ")
		for (i = 0; i < 400; i++) {
			t = ""
			for (k = rand() * 12; k > 0; k--)
				t = t w[int(rand() * 7) + 1] " "
			printf "{\"path\":\"%s%03d.md\",\"name\":\"n%d\",", \
				rand() < .2 ? "\\u00e9" : "x", i, i
			printf "\"type\":\"insight\",\"project\":\"p%d\",", i % 3
			printf "\"status\":\"%s\",", \
				rand() < .2 ? "archived" : "active"
			printf "\"created\":null,\"updated\":"
			if (rand() < .1)
				printf "null"
			else
				printf "\"2026-%02d-%02d%s\"", rand() * 3 + 2, \
					rand() * 27 + 1, rand() < .3 ? \
					"T20:00:00-0" int(rand() * 9) ":00" : ""
			printf ",\"tags\":[],\"description\":\"\","
			printf "\"links_out\":[\"x%03d\"],", rand() * 400
			printf "\"body\":\"%s\"}\n", t
			if (rand() < .3)
				printf "{\"path\":\"x%03d.md\",\"count\":1," \
					"\"refs\":%d,\"first\":null,\"last\":" \
					"\"2026-0%d-11T01:02:03Z\"}\n", i, \
					rand() * 9, rand() * 4 + 1 >"fold"
		}
	}' >records
	jq -c . records | LC_ALL=C sort >r && mv r records
}
for seed in 1 2 3; do
	rm -rf index fold
	random $seed
	cx-index --search -o index <records 2>/dev/null
	for q in '' deploy 'risk freeze'; do
		cx-score -i index --access fold --top 0 ${q:+"$q"} >all
		for n in 1 7 50; do
			cx-score -i index --access fold --top $n ${q:+"$q"} >top
			head -n $n all >want
			same top want "$seed '$q': --top $n is the head of all"
		done
		cx-score -f records --access fold --top 0 ${q:+"$q"} >top
		jq_same top 'del(.body)' all . "$seed '$q': a stream gives the same"
		cx-score -i index --access fold --top 5 --where 'project=p1' \
			--explain ${q:+"$q"} >top
		jq_of -rs top 'map(.project) | unique[]' p1 "... --where"
		cx-score -i index --access fold --top 0 --where 'project=p1' \
			--explain ${q:+"$q"} >top
		[ -z "$q" ] || jq_of -s top 'map(.why.relevance.value) | max' 1 \
			'F is over the best of the candidates'
	done
	cx-score -i index --rank recall --top 0 risk >want
	jq -r '[.path, .score] | @tsv' want >plain
	cut -f 1 plain | sort >want
	cx-score -i index --access fold --top 0 risk >got
	jq -r '[.path, .score] | @tsv' got >scores
	cut -f 1 scores | sort >top
	same top want "$seed: nothing without a lexical score enters"
	is "$(awk '
		FILENAME == "plain" {f[$1] = $2; if (!best) best = $2; next}
		{d = $2 - .7 * f[$1] / best; if (d < -2e-6 || d > .300002) n++}
		END {print n + 0}' plain scores)" 0 \
		"$seed: recency and activation add 0 to 0.3 of the best match"
done

### a query that all atoms answer, few of which were accessed

i=0
while [ $i -lt 40 ]; do
	i=$((i + 1))
	printf '{"path":"n%02d.md","name":"x","updated":"2026-04-%02d","body":"%s' \
		$i $((1 + i % 14)) 'deploy'
	awk -v n=$((i * 7 % 40)) 'BEGIN {while (n--) printf " wharf"; print "\"}"}'
done | cx-index --search -o every
echo '{"path":"n30.md","count":9,"first":"2026-04-14T00:00:00Z","last":"2026-04-14T00:00:00Z","refs":9}' >fold
cx-score -i every --access fold --top 0 deploy >want
is "$(wc -l <want | tr -d ' ')" 40 'all atoms answer'
cx-score -i every --access fold --top 5 deploy >got
head -n 5 want >top
same got top 'their accesses are their own'

### logs instead of their fold

mkdir -p logs/.cortex/access
events() # SEED: logs, what of them is odd, too
{
	awk -v seed="$1" 'BEGIN {
		srand(seed)
		split("recall search context read save", by, " ")
		for (i = 0; i < 3000; i++) {
			p = sprintf("%s%03d.md", rand() < .1 ? "\\u00e9" : "x",
				rand() * 300)
			if (rand() < .05)
				p = "gone/\303\251 (1).md"
			printf "{\"ts\":\"2026-04-%02dT%02d:%02d:00Z\",", \
				rand() * 15 + 1, rand() * 24, rand() * 60
			printf "\"path\":\"%s\",\"source\":\"%s\"", p, \
				by[int(rand() * 5) + 1]
			if (rand() < .5)
				printf ",\"session\":\"s%d\"", rand() * 3
			if (rand() < .1)
				printf ",\"query\":\"a \\\"b\\\" c\""
			if (rand() < .1)
				printf ", \"x\" : [1]"
			print "}"
			if (rand() < .02)
				printf "{\"path\":\"x%03d.md\",\"count\":%d," \
					"\"first\":null,\"last\":" \
					"\"2026-03-01\"}\n", rand() * 300, \
					rand() * 9
		}
	}' | split -l 1000 --additional-suffix=.ndjson - logs/.cortex/access/a
}
for seed in 4 5; do
	rm -rf index logs/.cortex/access/*
	random $seed
	events $seed
	cx-index --search -o index <records 2>/dev/null
	cx-access fold -C logs >folded
	for q in '' deploy 'risk freeze'; do
		for n in 0 1 7 50; do
			cx-score -i index --access folded --top $n ${q:+"$q"} >want
			cx-score -i index --access logs/.cortex/access --top $n \
				${q:+"$q"} >top
			same top want "$seed '$q': logs give what their fold gives"
		done
		cx-score -i index --access folded --where 'project=p1' \
			--explain ${q:+"$q"} >want
		cx-score -i index --access logs/.cortex/access --explain \
			--where 'project=p1' ${q:+"$q"} >top
		same top want '... with a filter'
	done
	cx-score --access folded <records >want
	cx-score --access logs/.cortex/access <records >top
	same top want "$seed: of a stream"
	printf '{"query":"risk"}\n{"query":"deploy"}\n' >queries
	cx-score -i index --access folded --queries queries >want
	cx-score -i index --access logs/.cortex/access --queries queries >top
	same top want "$seed: many queries"
done
run cx-score -i index --access "$PWD/logs/.cortex/access" deploy
status 0 'an absolute directory'
echo torn >>logs/.cortex/access/aaa.ndjson
for q in '' deploy zzyzx; do
	run cx-score -i index --access logs/.cortex/access ${q:+"$q"}
	status 3 "a bad line (query '$q')"
	is "$(grep -c 'aaa.ndjson:[0-9]*: not an access event' "$T/err")" 1 \
		'... is told once'
done
rm -r logs/.cortex/access
mkdir logs/.cortex/access
echo '{"file":"EXP-1.md","tool":"Read","ts":"2026-04-01"}' \
	>logs/.cortex/access/h.ndjson
run cx-score -i index --access logs/.cortex/access deploy
status 3 'the line of a hook is of no project'
err_has 'h.ndjson:1'
mkfifo logs/.cortex/access/p.ndjson
run cx-score -i index --access logs/.cortex/access deploy
status 4 'a FIFO is not a log'
ln -s "$PWD/logs/.cortex" link
run cx-score -i index --access link/access deploy
status 4 'a directory behind a symbolic link'
run cx-score -i index --access logs/none deploy
status 4 'no such directory'

### not so

run cx-score --access fold --rank cortex deploy <records
status 2 'not with another ranking'
run cx-score --access - deploy <records
status 2 'standard input is not read twice'
err_has 'twice'
echo '{"ts":"2026-04-15T00:00:00Z","path":"a.md","source":"read"}' >log
run cx-score -i index --access log deploy
status 4 'a log is not a fold'
err_has 'cx-access fold'
out_empty

done_testing
