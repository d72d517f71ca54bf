#!/bin/sh
# where-body.t: a filter on any member of a record, its text included, is
# answered through the index, which does not keep texts, as on a stream of
# whole records.
# shellcheck disable=SC1091,SC2016,SC2046,SC2086,SC2154
. "$(dirname "$0")/../tap.sh"
need jq awk

CORTEX_NOW=2026-04-15
export CORTEX_NOW
mkdir -p vault/.cortex/access vault/notes
cat >vault/cortex.toml <<'END'
[scopes]
queued = "body~queue"
dry = "not body~queue"
END
note() # NAME: its text follows
{
	cat >"vault/notes/$1.md"
}
note plain <<'END'
---
name: Cache
project: p1
updated: 2026-04-14
tags: [cache]
---
The queue drains into the cache.
END
note other <<'END'
---
name: Cache too
project: p2
updated: 2026-04-01
---
A cache, but nothing that waits.
END
note both <<'END'
---
name: Cache with two bodies
updated: 2026-04-02
body: of the front matter, cache
score: 3
problems: many
---
cache "Queue" \ Größe	QUEUE
END
note theirs <<'END'
---
name: Only in front
updated: 2026-04-02
body: queue
---
cache
END
note bare <<'END'
A cache and its queue, without front matter.
END
printf -- '---\nname: cache of nothing\nupdated: 2026-04-03\n---\n' |
	note empty
: | note void-cache
printf -- '---\r\nname: cache\r\nupdated: 2026-04-04\r\n---\r\nqueue\r\n' |
	note crlf
printf -- '\357\273\277---\nname: cache\nupdated: 2026-04-04\n---\nqueue' |
	note bom
printf -- '---\nname: cache\nupdated: 2026-04-05\n---\nqueue \377 \001 end' |
	note invalid
{
	printf -- '---\nname: cache\nupdated: 2026-04-06\n---\nqueue\n'
	awk 'BEGIN {for (i = 0; i < 90000; i++)
		print "a line of fifty bytes, give or take a few letters"}'
} | note huge
printf '{"ts":"2026-04-01T10:00:00Z","path":"notes/plain.md","source":"read"}\n' \
	>vault/.cortex/access/here-2026-04.ndjson
touch -d 2026-04-01 vault/notes/*
cx -C vault rebuild 2>/dev/null
cx-scan --body vault >all 2>/dev/null
[ -s all ] || exit 99
jq_of -r all 'select(.path == "notes/huge.md") | has("body")' false \
	'a file above 4 MiB has no text in its record'

# Every member that any record has, and names that none has.  All answers go
# through one jq, as that takes longer than a search.
{
	for m in $(jq -r 'keys[], "extra.\(keys[])", (.extra | keys[])' all |
		sort -u) nothing extra.nothing body.x extra.body.x; do
		echo "not $m"
		echo "$m~e"
	done
	cat <<'END'
body~queue
not body~queue
body~QUEUE
body~größe
body~'"queue" \'
body="queue"
body='cache
'
body=""
body>M
body<M
body>=3
body~�
body~"nobody has this"
not body~"nobody has this"
body~queue and project=p1
project=p1 and body~queue
project=p2 or body~queue
not (body~queue or project=p2)
path=notes/plain.md and body~queue
updated>=-3d and body~queue
extra.body~queue
"body"~queue
END
} >filters
while read -r w; do
	case $w in
	# the shell's read takes one line
	"body='cache"*) w=$(printf "body='cache\n'") ;;
	"'") continue ;;
	esac
	set -- '--rank context'
	case $w in
	*[Bb]ody*) set -- "$@" 'cache' '--rank recall "queue drains"' \
		'--access vault/.cortex/access' '--access /dev/null cache' ;;
	esac
	for how; do
		eval "set -- $how"
		printf '%s ' $w "($how)" >>cases
		echo >>cases
		echo '"case"' | tee -a wants >>gots
		cx-score -f all --top 0 --where "$w" "$@" 2>/dev/null >>wants
		cx-score -C vault -i vault/index --top 0 --where "$w" "$@" \
			2>err >>gots
	done
done <filters
# each PREFIX: the answers to the cases, in PREFIX1, PREFIX2 ...
each()
{
	awk -v prefix="$1" '/^"case"$/ { close(f); f = prefix (++n) } { print >f }'
}
jq -c 'if type == "object" then del(.body) else . end' wants | each want
jq -c . gots | each got
n=0
while read -r w; do
	n=$((n + 1))
	same got$n want$n "$w"
done <cases
ok 'some of them find something' [ "$(wc -l <wants)" -gt $((n * 2)) ]
got=$(cx-score -C vault -i vault/index --where 'body~queue' --top 0 cache |
	jq -r .path | LC_ALL=C sort | tr '\n' ' ')
is "$got" "notes/bom.md notes/both.md notes/crlf.md notes/invalid.md \
notes/plain.md " 'a text is read to be filtered'

### the commands

for c in 'search cache' 'recall cache' 'recall'; do
	set -- $c
	cmd=$1
	shift
	[ "$cmd" = search ] || set -- --scope queued "$@"
	[ "$cmd" != search ] || set -- --where body~queue "$@"
	run cx -C vault $cmd --copies --json "$@"
	status 0
	is "$(jq -r .path "$T/out" | grep -c 'plain\|both\|crlf\|bom\|invalid')" \
		5 "cx $c: those whose text has the word"
	is "$(jq -r .path "$T/out" | grep -c 'other\|empty\|theirs\|huge')" 0 \
		"cx $c: no others"
done
run cx -C vault recall --json --scope dry cache
is "$(jq -r .path "$T/out" | grep -c 'plain\|both\|crlf\|bom\|invalid')" 0 \
	'a scope that excludes a word of the text'
ok '... has the others' grep -q 'notes/other.md' "$T/out"

### --why-not

for n in other plain; do
	cx-score -f all --where body~queue --why-not notes/$n.md cache |
		jq -c 'del(.body)' >want
	cx-score -C vault -i vault/index --where body~queue \
		--why-not notes/$n.md cache >got
	same got want "--why-not: $n"
done

### where the text cannot be read

mkdir elsewhere
run sh -c 'cd elsewhere && exec cx-score -i ../vault/index --fresh=no \
	--where body~queue cache'
status 2
out_is ''
err_has 'no vault'
# Nobody knows whether it has the word: no result, neither way.
mv vault/notes/plain.md kept
ln -s /etc/hostname vault/notes/plain.md
for w in body~queue 'not body~queue'; do
	for how in cache '--rank recall cache' '--rank context' \
		'--access /dev/null'; do
		run cx-score -C vault -i vault/index --fresh=no --top 0 \
			--where "$w" $how
		status 3
		err_has 'notes/plain.md: '
		is "$(grep -c notes/plain "$T/out")" 0 \
			"unreadable: $w ($how)"
	done
done
rm vault/notes/plain.md
run cx-score -C vault -i vault/index --where 'not body~queue' --top 0 cache
status 0
is "$(grep -c notes/plain "$T/out")" 0 'a note that has gone is not a result'
mv kept vault/notes/plain.md
# Nor is one read that another test leaves out.
mkdir vault/notes/gone && mv vault/notes/other.md vault/notes/gone
run cx-score -C vault -i vault/index --fresh=no --top 0 \
	--where 'project=p1 and body~queue' cache
status 0
jq_of -r "$T/out" .path notes/plain.md 'only texts that matter are read'

# cx-select has only the records, without texts.
for e in 'body~queue' 'not body~queue' 'type=none or body'; do
	run cx-select "$e" vault/index
	status 2 "cx-select '$e' of an index"
	err_has 'have no body; use cx-scan --body'
done
run cx-select 'path~notes' vault/index
status 0 'any other test'

done_testing
