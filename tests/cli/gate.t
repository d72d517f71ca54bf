#!/bin/sh
# gate.t: cx-gate lets good memories through and says what is wrong with bad
# ones.  The memories of both kinds are tests/gate/*.ndjson.
# shellcheck disable=SC1091,SC2016,SC2154
. "$(dirname "$0")/../tap.sh"
. "$SRC/tests/records.sh"

CORPUS=$SRC/tests/gate
CORTEX_NOW=2026-04-15T12:00:00
export CORTEX_NOW

# cand CONTENT [REASON [MORE]]: one candidate
cand()
{
	case $1${2-}${3-} in
	*\"* | *\\* | *[[:cntrl:]]*) ;;
	*)
		printf '{"content":"%s","reason":"%s","type":"decision"}\n' \
			"$1" "${2:-Nobody could say why it was so}"
		return
		;;
	esac
	jq -nc --arg c "$1" --arg r "${2:-Nobody could say why it was so}" \
		--argjson more "${3:-{\}}" \
		'{content: $c, reason: $r, type: "decision"} + $more'
}

# gate OPTION...: a candidate on stdin; rejects in rej
gate() { run cx-gate --rejects rej "$@"; }

# code_is CODE TEXT: that of the rejects
code_is() { jq_of -rs rej 'map(.error | tostring) | join(" ")' "$1" "$2"; }

OK='We decided to use Redis 7 for the session cache because latency matters.'
NOT='We decided not to use Redis 7 for the session cache because latency matters.'

### the corpora

gate <"$CORPUS/good.ndjson"
status 0 'good memories pass'
jq_of -r rej .why '' 'none of them is rejected'
is "$(wc -l <"$T/out" | tr -d ' ')" \
	"$(wc -l <"$CORPUS/good.ndjson" | tr -d ' ')" 'all come out'
jq -c 'del(.quality)' "$T/out" >got
jq -c 'if .confidence then .confidence /= 5 else . end' \
	"$CORPUS/good.ndjson" >want
same got want 'unchanged but for quality'
jq_is 'select(.quality < 3 or .quality > 5)' '' 'quality is 3 to 5'

gate <"$CORPUS/bad.ndjson"
status 1 'bad memories do not pass'
out_empty
is "$(wc -l <rej | tr -d ' ')" "$(wc -l <"$CORPUS/bad.ndjson" | tr -d ' ')" \
	'each is in the rejects'
jq_of rej 'select(.error != .want or .rule != .want_rule)' '' \
	'each for its own rule'
# "i will now proceed to" begins with another one, which ends first.
jq_of rej 'select(.phrase and .details.phrase != .phrase) | .phrase' \
	'"i will now proceed to"' 'the phrase is named'
jq_of rej 'select(.kind and .details.kinds != [.kind])' '' \
	'the kind of secret is named'
jq_of rej 'select(.rule == 4) | .details |
	select(.score >= 3 or (.missing | length) == 0)' '' \
	'what is missing is named'
jq_of rej 'select((.message | type) != "string" or
	(.details | type) != "object")' '' 'message and details are there'
jq_of -rs rej '[.[] | "\(.error) \(.retries)"] | unique[]' 'CONTENT_TOO_LONG 2
CONTENT_TOO_SHORT 3
INVALID_TYPE 2
QUALITY_GATE_FAILED 3
SENSITIVE_DATA_DETECTED 2' 'retries by code'
jq -r 'select(.want_rule == 3) | [.content, .reason, .name, .tags[]?] |
	.[] | strings | scan("[A-Za-z0-9_]{14,}|hunter2|4111 1111")' \
	"$CORPUS/bad.ndjson" | sort -u >secrets
ok 'there are secrets to look for' test -s secrets
not_ok 'no secret in the rejects' grep -qFf secrets rej
run cx-gate <"$CORPUS/bad.ndjson"
status 1
not_ok 'no secret on stderr' grep -qFf secrets "$T/err"
is "$(grep -c '^cx-gate: (stdin):[0-9]*: [A-Z_]*: ' "$T/err")" \
	"$(wc -l <"$CORPUS/bad.ndjson" | tr -d ' ')" \
	'without --rejects a line on stderr for each'

### streams

{ cand "$OK"; cand short; cand "$NOT"; } >in
gate in
status 1 'one reject: status 1'
is "$(wc -l <"$T/out" | tr -d ' ')" 2 'the others pass'
err_has 'without -i'
err_lines 1
run cx-gate --rejects 3 in 3>three
status 1
jq_of -r three .error CONTENT_TOO_SHORT 'a descriptor for the rejects'
run cx-gate --rejects 9 in
status 2
run cx-gate --rejects - in
status 2
run cx-gate --rejects no/such/dir/f in
status 4
run cx-gate --rejects /dev/full in
status 4 'rejects that cannot be written: status 4'
echo '{"content":7}' >f
run cx-gate f
status 4 'content that is not text is a broken stream'

### secrets and --redact

cand "$OK password=hunter2hunter2" >in; gate --redact <in
status 0
jq_is .content "\"$OK password=[REDACTED]\"" 'the secret is replaced'
cand "$OK" 'password=hunter2hunter2 is long' '{"tags":["a","password=hunter2hunter2"]}' >in
gate --redact <in
status 0
jq_is '[.reason,.tags]' \
	'["password=[REDACTED] is long",["a","password=[REDACTED]"]]'
cand 'password=hunter2hunter2hunter2hunter2hunter2hunter2hunter2' >in
gate --redact <in
code_is CONTENT_TOO_SHORT 'what is left is what counts'

### a secret in any member

T36=ghp_$(printf 'a1B2%.0s' 1 2 3 4 5 6 7 8 9)
for m in session project supersedes note type x; do
	cand "$OK" '' "{\"$m\":\"see $T36 there\"}" >in; gate <in
	status 1 "a secret in $m does not pass"
	not_ok "nor is it printed" grep -qF "$T36" rej "$T/err"
done
for more in "{\"meta\":{\"deep\":[1,{\"k\":\"$T36\"}]}}" "{\"$T36\":1}" \
	"{\"meta\":{\"a $T36\":{},\"b $T36\":2,\"c\":[]}}" \
	'{"list":["a",["password: hunter2x3y"]]}' '{"password":"hunter2x3y"}' \
	'{"n":4111111111111111}' '{"x":"\u0067hp_'"${T36#ghp_}"'"}'; do
	cand "$OK" '' "$more" >in; gate <in
	code_is SENSITIVE_DATA_DETECTED "refused: ${more%%"$T36"*}"
	not_ok "and hidden" grep -qE "$T36|hunter2x3y|4111" rej "$T/err"
	jq_ok rej '.details.members | length == 1' "still a record"
	gate --redact <in
	status 0 'or passes without it'
	not_ok "nothing of it is printed" \
		grep -qE "$T36|hunter2x3y|4111" "$T/out" "$T/err"
done
cand "$OK" '' "{\"$T36\":1,\"x\":1.5,\"[REDACTED]\":2,\"y\":{\"$T36\":[ ]}}" >in
gate --redact <in
jq_is 'del(.content, .reason, .type, .quality)' \
	'{"[REDACTED] 2":1,"x":1.5,"[REDACTED]":2,"y":{"[REDACTED] 3":[]}}' \
	'names stay apart'
printf '{"content":"%s","reason":"%s","type":"decision","deep":%s"%s"%s}\n' \
	"$OK" 'Nobody could say why it was so' \
	"$(printf '[%.0s' $(seq 200))" "$T36" \
	"$(printf ']%.0s' $(seq 200))" >in
gate <in
status 1 'however deep'
not_ok 'hidden there as well' grep -qF "$T36" rej

### duplicates in a stream

{ cand "$OK"; cand "$OK"; cand "we DECIDED to use redis 7, for the session cache; because latency matters"; } >in; gate <in
code_is 'DUPLICATE_DETECTED DUPLICATE_DETECTED' 'again, or in other case'
jq_of -rs rej '[.[] | .details | tojson] | .[:1][]' \
	'{"path":"(stdin):1","cosine":1}'
{ cand "$OK"; cand "$NOT"; } >in; gate <in
status 0 'a negation is not a duplicate'
{ cand "$OK" '' '{"project":"a"}'; cand "$OK" '' '{"project":"b"}'; } >in; gate <in
status 0 'another project is not a duplicate'
{ cand "$OK" '' '{"project":"default"}'; cand "$OK"; } >in; gate <in
code_is DUPLICATE_DETECTED 'without project it is the default one'

### duplicates in an index

vault v
for s in active archived superseded; do
	put "v/atoms/$s.md" <<END2
---
id: id_$s
project: ops
status: $s
---
The $s replica of Postgres 16 serves reports because the primary is busy at night.
END2
done
cx-scan --body v | cx-index -o v/index 2>"$T/err" || cat "$T/err"
replica() # WHICH MORE
{
	cand "The $1 replica of Postgres 16 serves reports because the primary is busy at night." \
		'' "{\"project\":\"ops\"$2}"
}
replica active '' >in; gate -C v -i v/index <in
status 1
err_empty 'no note with -i'
jq_of rej '[.error,.details.path,.details.cosine,.retries]' \
	'["DUPLICATE_DETECTED","atoms/active.md",1,0]' 'an atom that says the same'
replica active ',"project":"dev"' >in; gate -C v -i v/index <in
status 0 'not in another project'
for s in '"id_active"' '"atoms/active.md"' '"atoms/active"' '["x","id_active"]'; do
	replica active ",\"supersedes\":$s" >in; gate -C v -i v/index <in
	status 0 "supersedes $s is compared with the others only"
done
replica active ',"supersedes":"id_other"' >in; gate -C v -i v/index <in
status 1 'supersedes another one: still a duplicate'
rm v/atoms/active.md
replica archived '' >in; gate -C v -i v/index <in
status 0 'archived and superseded atoms are not duplicates'
err_has 'cx rebuild' 'an atom that has gone is told'
replica active '' | (cd v && cx-gate -i index >../o 2>../e)
is "$?" 0 'the vault is found'
replica active '' >in; gate -C v -i v/noindex <in
status 4

### the first rule that fails decides

printf '{"gate":{"per_day":0}}' >none
put v/atoms/general.md <<'END2'
---
project: ops
---
Things should be simple and clean and easy to understand for all of us as requested
END2
sed 's/ as requested//' v/atoms/general.md >v/atoms/vague.md
cx-scan --body v | cx-index -o v/index
rule() # RULE CONTENT REASON [MORE]
{
	cand "$2" "$3" "${4:-{\"project\":\"ops\"\}}" >in
	gate -c none -C v -i v/index <in
	jq_of rej .rule "$1" "rule $1 comes first: $2, $3"
}
G='Things should be simple and clean and easy to understand for all of us'
P='The archived replica of Postgres 16 serves reports because the primary is busy at night.'
rule 0 'as requested' short '{"type":"x"}'
rule 1 'as requested password=hunter2hunter2' short
rule 1 "$G as requested password=hunter2hunter2" short
rule 2 "$G as requested password=hunter2hunter2" 'as requested'
rule 3 "$G password=hunter2hunter2" 'as requested'
rule 4 "$G" 'as requested'
cp v/atoms/archived.md v/atoms/again.md
sed -i.bak 's/^status: .*/status: active/' v/atoms/again.md
rm v/atoms/again.md.bak
cx-scan --body v | cx-index -o v/index
rule 5 "$P" 'as requested'
rule 6 "$OK" 'as requested'
printf '{"gate":{"per_day":9}}' >none
rule 7 "$OK" 'as requested'
rm v/atoms/general.md v/atoms/vague.md v/atoms/again.md

### how many

for i in 1 2 3 4 5; do
	cand "Server $i keeps its Redis cache on disk $i$i$i$i because of power cuts in hall $i$i." \
		'' "{\"session\":\"s1\",\"project\":\"p$i\"}"
done >five
printf '{"gate":{"per_session":3,"per_day":4}}' >conf
gate -c conf five
jq_of rej '[.error,.details]' \
	'["RATE_LIMIT_EXCEEDED",{"per":"session","limit":3}]
["RATE_LIMIT_EXCEEDED",{"per":"session","limit":3}]' 'so many a session'
jq -c 'del(.session) | .project = "p"' five | sed 's/ disk/ &&/;s/Server 3/Box 3 too/' >day
printf '{"gate":{"per_day":4,"similarity":1}}' >conf2
gate -c conf2 day
jq_of rej '[.error,.details]' \
	'["RATE_LIMIT_EXCEEDED",{"per":"day","limit":4}]' 'so many a day'

event() # TS PATH SOURCE SESSION
{
	printf '{"ts":"%s","path":"%s","source":"%s","session":"%s"}\n' "$@"
}
mkdir -p v/.cortex/access
{
	event 2026-04-15T00:00:01Z atoms/freeze.md save s1
	event 2026-04-15T00:00:02Z atoms/freeze.md save s1
	event 2026-04-15T01:00:00Z atoms/cache.md save s2
	event 2026-04-14T23:59:59Z atoms/freeze.md save s2
	event 2026-04-15T02:00:00Z atoms/cache.md read s1
} >v/.cortex/access/box-2026-04.ndjson
event 2026-03-31T02:00:00Z atoms/old.md save s1 \
	>v/.cortex/access/my-box-2026-03.ndjson
event 2026-02-01T02:00:00Z atoms/older.md save s1 \
	>v/.cortex/access/box-2026-02.ndjson
limit() # SESSIONS DAY SESSION PROJECT
{
	printf '{"gate":{"per_session":%s,"per_day":%s}}' "$1" "$2" >conf3
	cand "$OK" '' "{\"session\":\"$3\",\"project\":\"$4\"}" >in
	gate -c conf3 -C v <in
}
limit 2 100 s1 x
code_is RATE_LIMIT_EXCEEDED 'saves of a session: once a path, two months'
limit 3 100 s1 x
status 0 'below the limit it passes'
limit 2 100 s3 x
status 0 'another session'
limit 100 2 s9 ops
code_is RATE_LIMIT_EXCEEDED 'saves of the day by the project of the atom'
limit 100 3 s9 ops
status 0 'yesterday and reads do not count'
limit 100 2 s9 dev
status 0 'another project'
CORTEX_NOW=2026-04-16 limit 100 1 s9 ops
status 0 'another day'
echo '{"source":"save"' >>v/.cortex/access/box-2026-04.ndjson
limit 3 100 s1 x
status 0
err_has 'box-2026-04.ndjson:6' 'a bad line is told and skipped'

### configuration

printf '{"gate":{"phrases":["in a nutshell"],"secrets":["acme_*8"],"terms":["overview","Team"]}}' >more
cand "In a nutshell: $OK" >in; gate -c more <in
jq_of -r rej .details.phrase 'in a nutshell' 'a phrase of one'"'"'s own'
cand "$OK acme_12345678" >in; gate -c more <in
code_is SENSITIVE_DATA_DETECTED 'a shape of one'"'"'s own'
printf '{"gate":{"secrets":["acme"]}}' >bad
cand "$OK" >in; gate -c bad <in
status 2
err_has 'acme_*24' 'a shape that is none is told'
G='The overview is sent to the team before the meeting with the board.'
cand "$G" 'said by Tom' >in; gate <in
jq_of rej .details.score 1 'plain words alone'
gate -c more <in
status 0 'terms of one'"'"'s own are no plain words'
printf '{"gate":{"specificity":1}}' >low
cand "$G" 'too short' >in; gate -c low <in
jq_of rej .details '{"member":"reason","characters":9,"least":10}'

done_testing
