#!/bin/sh
# where-index.t: a filter answers the same through the index, where lists and
# columns say what cannot match, as on a stream, where each record is looked
# at.
# shellcheck disable=SC1091,SC2016,SC2086,SC2154
. "$(dirname "$0")/../tap.sh"
need jq awk

CORTEX_NOW=2026-04-15
export CORTEX_NOW

# What an index prints: without the text.
no_body() { sed 's/,"body":"[^"]*"//'; }

# all: each has a project of its own; some: some have it in extra
awk 'BEGIN {
	srand(3)
	split("p1 P1 ops%team größe", p, " ")
	split("active open archived corrected:x1 valid:x2", s, " ")
	for (i = 0; i < 600; i++) {
		project = p[int(rand() * 4) + 1]
		sub(/%/, " ", project)
		status = s[int(rand() * 5) + 1]
		printf "{\"path\":\"%s/n%03d.md\",\"name\":\"deploy %d\",", \
			substr("abc", int(rand() * 3) + 1, 1), i, i
		printf "\"type\":\"%s\",", rand() < .5 ? "rule" : "2024"
		printf "\"project\":\"%s\",", project
		printf "\"status\":\"%s\",\"created\":null,", \
			rand() < .1 ? " open" : status
		if (rand() < .1)
			printf "\"updated\":\"soon\","
		else
			printf "\"updated\":\"2026-0%d-%02d%s\",", \
				rand() * 4 + 1, rand() * 28 + 1, \
				rand() < .3 ? "T20:00:00-05:00" : ""
		printf "\"tags\":[],\"description\":\"a \\\"b\\\"\","
		printf "\"links_out\":[],\"extra\":{\"mood\":\"%s\"},", \
			rand() < .5 ? "good" : "bad"
		printf "\"body\":\"freeze %d\"}\n", rand() * 9
	}
}' | jq -c . | LC_ALL=C sort >all
jq -c 'if (.name | ltrimstr("deploy ") | tonumber) % 5 == 0
	then .extra.project = .project | del(.project) else . end |
	if (.name | ltrimstr("deploy ") | tonumber) % 7 == 0
	then .extra.status = .status | del(.status) else . end' all >some
cat >filters <<'END'
project=p1
project="p1"
project='ops team'
project=größe
project=nobody
project=""
status=open
status=" open"
status=active
status=corrected:x1
status=corrected
path>="b/" and path<"b0"
path>=2024
updated>=-14d
updated=2026-03
updated<2026-02-10T12:00:00
updated=soon
updated!=2026-03-01 and project=P1
project=p1 and status=open
project=p1 or status=open
not project=p1
not (project=p1 and status=open)
(project=p1 or project=P1) and status=archived and path<c
project=p1 and (updated>=-14d or type=rule) and not status=open
project=p1 and project=P1
type=2024
type=2024.0
extra.project=p1
mood=good and project=p1
description~'"B"' and status=valid:x2
not (status=open or type=rule) and project=p1
(project=p1 or type=rule) and status=open
type=rule or (project=p1 and status=open)
type=rule or project=p1 and status=open
not (project=p1) and path>b
project=p1 and not (type=rule and status=open)
not (status~arch or status~corr or expires<today) and project=P1
expires<today
mood!=good
nothing!=x
not nothing
extra.mood=good
extra.nothing!=1
extra.project!=p1
extra
extra.mood and created=null
created!=1
project
END
path=$(sed -n 300p all | jq -r .path)
for op in = '<' '<=' '>' '>='; do
	echo "path$op$path"
done >>filters
for set in all some; do
	rm -rf index
	cx-index --search -o index <$set 2>"$T/err"
	while read -r w; do
		# Only these differ between the two.
		case $set:$w in
		all:* | *project* | *status*) ;;
		*) continue ;;
		esac
		for how in '--access /dev/null' '--access /dev/null freeze' \
			'--rank cortex deploy' '--rank recall freeze'; do
			words=
			case $how in
			*' deploy' | *' freeze')
				words=${how##* }
				how=${how% *}
				;;
			esac
			# A few of those that a filter leaves, and all.
			case $how$words in
			*/null) limits='0 5' ;;
			*/nullfreeze) limits=5 ;;
			*) limits=0 ;;
			esac
			for n in $limits; do
				cx-score -i index $how --top $n --where "$w" \
					${words:+"$words"} >got
				cx-score -f $set $how --top $n --where "$w" \
					${words:+"$words"} |
					no_body >want
				same got want "$set: $w ($how $words, --top $n)"
			done
		done
	done <filters
done
is "$(cx-score -i index --access /dev/null --top 0 --where 'project=p1' |
	wc -l | tr -d ' ')" "$(jq -r 'select((.project // .extra.project) ==
	"p1") | .path' some | wc -l | tr -d ' ')" \
	'a project that only extra has'

### an index with a delta

# edits SEED: most atoms stay, some change, come and go
edits()
{
	awk -v seed="$1" 'BEGIN {
		srand(seed)
		split("p1 P1 ops", p, " ")
		split("active open archived corrected:x1", s, " ")
		for (i = 0; i < (seed == 1 ? 150 : 25); i++) {
			f = sprintf("v/%s/n%03d.md", substr("abc",
				int(rand() * 3) + 1, 1), rand() * 200)
			if (seed > 1 && rand() < .3) {
				print f >"drop"
				continue
			}
			time = rand() < .3 ? "T20:00:00-05:00" : ""
			printf "---\nname: deploy %d\nproject: %s\n", i,
				p[int(rand() * 3) + 1] >f
			printf "status: %s\nupdated: 2026-0%d-1%d%s\n---\n",
				s[int(rand() * 4) + 1], rand() * 3 + 2,
				rand() * 9, time >f
			printf "freeze %s\n", rand() < .5 ? "now" : "" >f
			close(f)
		}
	}'
}
mkdir -p v/a v/b v/c v/.cortex/access
printf '[index]\ndelta_from = 4\n' >v/cortex.toml
CORTEX_VAULT=$PWD/v
export CORTEX_VAULT
edits 1
cx rebuild
for seed in 2 3; do
	: >drop
	edits $seed
	xargs rm -f <drop
	cx rebuild
	ok "$seed: there is a delta" [ -e v/index/generations/current/delta.dead ]
	awk -v seed=$seed 'BEGIN {
		srand(seed)
		for (i = 0; i < 400; i++)
			printf "{\"ts\":\"2026-04-%02dT10:%02d:00Z\",\"path\":" \
				"\"%s/n%03d.md\",\"source\":\"read\"}\n", \
				rand() * 14 + 1, rand() * 60, substr("abc", \
				int(rand() * 3) + 1, 1), rand() * 200
	}' >v/.cortex/access/here-2026-04.ndjson
	cx-scan --body v >all
	for w in path project=p1 status=open 'path>=b and path<b/n100.md' \
		'updated>=-14d' 'project=p1 and status=open'; do
		for words in '' freeze; do
			for n in 0 1 7; do
				cx-score -i v/index --access v/.cortex/access \
					--top $n --where "$w" \
					${words:+"$words"} >got
				cx-score -f all --access v/.cortex/access \
					--top $n --where "$w" \
					${words:+"$words"} |
					no_body >want
				same got want "$seed: $w ('$words', --top $n)"
			done
		done
	done
done

done_testing
