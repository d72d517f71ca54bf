#!/bin/sh
# gate-index.t: with a search set cx-gate reads few atoms and answers as when
# it reads all of them.
# shellcheck disable=SC1091,SC2016,SC2154
. "$(dirname "$0")/../tap.sh"
. "$SRC/tests/records.sh"
need jq python3

CORTEX_NOW=2026-04-15T12:00:00
export CORTEX_NOW
TOOLS=$SRC/tests/tools

# conf SIMILARITY: nothing else rejects
conf()
{
	printf '{"projects":{"default":"unknown"},"gate":{"content_min":1,' \
		>conf
	printf '"specificity":1,"phrases":[],"per_day":1000000,' >>conf
	printf '"similarity":%s}}\n' "$1" >>conf
}

# answers INDEX FILE...: all that cx-gate says, in said.INDEX
answers()
{
	ix=$1
	shift
	for in; do
		cx-gate -c conf -C v -i "$ix" --rejects rej "$in" >passed \
			2>"$T/err"
		echo "status $?"
		cat passed rej "$T/err"
	done >"said.$ix"
}

# alike TEXT FILE...: both indexes give the same
alike()
{
	text=$1
	shift
	answers full "$@"
	answers plain "$@"
	same said.full said.plain "$text"
}

### the same answers, whatever the texts (tests/tools/near-vault.py)

for vault in '1 60' '2 60' '3 4' '4 400'; do
	seed=${vault% *}
	rm -rf v full plain
	python3 "$TOOLS/near-vault.py" "$seed" "${vault#* }" v || exit 99
	cx-scan --body v >rec 2>scan.err
	cx-index --search -o full rec || exit 99
	cx-index -o plain rec || exit 99
	python3 "$TOOLS/near-vault.py" --candidates "$seed" 60 >cands ||
		exit 99
	for similarity in 0 0.3 0.6 0.85 0.99; do
		conf "$similarity"
		alike "vault $seed, from $similarity on: one stream" cands
	done
	conf 0.7
	rm -f one.*
	split -l 1 -a 3 cands one.
	alike "vault $seed: each for itself" one.*
	ok "vault $seed: some are near, some are not" sh -c \
		'grep -q "^status 0" said.full && { [ "$0" -lt 60 ] ||
		grep -q DUPLICATE said.full; }' "${vault#* }"
done

### only what can be near is read

rm -rf v full plain
vault v
i=0
while [ $((i += 1)) -le 40 ]; do
	put "v/n$i.md" <<END
---
id: n$i
project: ops
---
The queue number$i of host$i keeps its backlog$i on disk because cut$i hit mains$i.
END
done
rebuild()
{
	cx-scan --body v >rec && cx-index --search -o full rec &&
		cx-index -o plain rec
}
rebuild || exit 99
conf 0.85
cand() # NUMBER [MORE]
{
	printf '{"type":"decision","reason":"Nobody could say why",'
	printf '"project":"ops","content":"The queue number%s of host%s ' \
		"$1" "$1"
	printf 'keeps its backlog%s on disk because cut%s hit mains%s."%s}\n' \
		"$1" "$1" "$1" "${2:-}"
}
cand 7 >seven
cand 99 >other
alike 'one that is there, one that is not' seven other
out=$(grep -o '"path":"[^"]*"' said.full)
is "$out" '"path":"n7.md"' 'the nearest is named'

# What cannot be read is seen only if it is looked at.
rm v/n7.md v/n8.md
mkdir v/n7.md v/n8.md
answers full seven
is "$(grep -c 'not compared' said.full)" 1 'one atom is looked at'
ok 'the one that is near' grep -q 'n7.md' said.full
answers full other
is "$(grep -c 'not compared' said.full)" 0 'none when none can be near'
rmdir v/n7.md v/n8.md
answers full seven
ok 'one that has gone is told' grep -q '1 notes of full .* cx rebuild' said.full
ok 'and is not a duplicate' grep -q '^status 0' said.full
rebuild || exit 99

### an atom is read as it is now

sed 's/queue/tower/;s/host9/castle/;s/backlog9/treasure/;s/disk/hills/;s/cut9/dragon/' \
	v/n9.md >x && cp x v/n9.md
cand 9 >nine
answers full nine
ok 'one that has changed is not a duplicate of what it was' \
	grep -q '^status 0' said.full
rebuild || exit 99

### large ones

grow() # KIB: so much of the letter x
{
	head -c "$(($1 * 1024))" /dev/zero | tr '\0' x
}
large() # FILE FRONT-KIB BODY-KIB NUMBER
{
	{
		printf -- '---\nproject: ops\nnote: '
		grow "$2"
		printf '\n---\nThe queue number%s of host%s keeps its ' "$4" "$4"
		printf 'backlog%s on disk because cut%s hit mains%s.\n' \
			"$4" "$4" "$4"
		grow "$3"
	} >"$1"
}
large v/front.md 65 0 50
large v/whole.md 0 4096 51
rebuild || exit 99
cand 50 >front
cand 51 >whole
conf 0.6
alike 'an atom with too large a front matter, one that is too large' front whole
answers full front
ok 'the first has a body' grep -q '"path":"front.md"' said.full
answers full whole
not_ok 'the second is not compared with' grep -q whole.md said.full
conf 0.85
rm v/front.md v/whole.md
rebuild || exit 99

### what it supersedes, by any name

for name in '"n5"' '"n5.md"' '["x","n5"]' '"n6"' '""' '[]' null; do
	cand 5 ",\"supersedes\":$name" >five
	alike "supersedes $name" five
done
cand 5 ',"supersedes":"n5"' >five
answers full five
ok 'what it supersedes is not a duplicate' grep -q '^status 0' said.full

### an index without a set that serves

cx-index --search -o old rec || exit 99
for file in bodywords words; do
	rm -rf old
	cp -a full old
	rm "old/generations/current/$file"
	answers old seven five
	answers plain seven five
	same said.old said.plain "without $file all atoms are read"
done
meta() # FILTER: meta.json of old changed by jq, and sealed again
{
	rm -rf old
	cp -a full old
	jq -c "$1" full/generations/current/meta.json | python3 "$TOOLS/seal-meta.py" >m ||
		exit 99
	rm -f old/generations/current/meta.json
	cp m old/generations/current/meta.json
}
for change in '.schema = 99' '.search.schema = 2' 'del(.search)' \
	'.search.analyzer = "1; porter; utf8proc 1.0"' \
	'.search.analyzer = ""' '.search.analyzer = "x; y; z"'; do
	meta "$change"
	answers old seven five
	same said.old said.plain "meta.json with $change: all atoms are read"
done

# in another language than that of the configuration
printf '[rank]\nlanguage = "german"\n' >cortex.toml
cx-config >german 2>/dev/null || exit 99
rm -rf cortex.toml old
cx-index --search -c german -o old rec || exit 99
answers old seven five other
answers plain seven five other
same said.old said.plain 'the language of the index is its own'

### damage that is met ends it

for file in bodywords words postings; do
	rm -rf old
	cp -a full old
	rm -f "old/generations/current/$file"
	LC_ALL=C tr 'e1' '1e' <"full/generations/current/$file" >"old/generations/current/$file"
	run cx-gate -c conf -C v -i old seven
	status 4 "damaged $file"
	out_empty
	err_lines 1
	err_has "$file"
	err_has 'cx rebuild --full'
done

### beside a delta

# Notes that are only added are counted as if all had been read; one that was
# changed or removed is counted until the next merge, so that a cosine may
# differ by a little.
rough()
{
	sed -E 's/(cosine"?:? ?[0-9]\.[0-9])[0-9]*/\1/g' "said.$1" >"rough.$1"
}

rm -rf v full plain
python3 "$TOOLS/near-vault.py" 9 300 v || exit 99
python3 "$TOOLS/near-vault.py" --candidates 9 60 >cands || exit 99
printf '[index]\ndelta_from = 1\n[projects]\ndefault = "unknown"\n' \
	>v/cortex.toml
cx -C v rebuild 2>scan.err
ln -s v/index full
for i in 1 2 3; do
	cp v/c\ d/n$((i * 4 + 2)).md "v/a/b/new$i.md"
	printf '%s\n' "Words that stand in no other note, $i times said." \
		>"v/a/other$i.md"
done
plain()
{
	cx -C v rebuild 2>scan.err
	ok 'there is a delta' [ -e v/index/generations/current/delta.dead ]
	cx-scan --body v >rec 2>scan.err
	cx-index -o plain rec || exit 99
}
plain
for similarity in 0.3 0.85; do
	conf "$similarity"
	alike "notes are new, from $similarity on" cands
done
for i in 1 2 3; do
	cat v/c\ d/n$((i * 4 + 2)).md >"v/a/n$((i * 4)).md"
	mv "v/a/b/n$((i * 4 + 1)).md" "v/a/b/moved$i.md"
	rm "v/é/n$((i * 4 + 3)).md"
done
plain
for similarity in 0.3 0.85; do
	conf "$similarity"
	answers full cands
	answers plain cands
	rough full
	rough plain
	same rough.full rough.plain "others are gone, from $similarity on"
done
# What cannot be read is seen only if it is looked at.
rm v/a/other1.md
mkdir v/a/other1.md
printf '{"type":"decision","reason":"%s","project":"unknown","content":"%s"}\n' \
	'Nobody could say why' 'Caches of two hosts were full of old pages' >one
answers full one
is "$(grep -c 'not compared' said.full)" 0 \
	'what cannot be near is not read, although it is new'
rmdir v/a/other1.md
plain
rm full
cx -C v rebuild --full 2>scan.err
not_ok 'there is none any more' [ -e v/index/generations/current/delta.dead ]
ln -s v/index full
alike 'when it is merged' cands


### in a vault, without -i

mkdir "$T/own" && cd "$T/own" || exit 99
mkdir -p v/.cortex
cat >v/a.md <<'E2'
---
id: a
type: decision
project: ops
---
The api server keeps sessions in Redis 7 because the database took 40 ms a page.
E2
cx -C v rebuild
cat >same <<'E2'
{"content":"The api server keeps sessions in Redis 7 because the database took 40 ms a page.","type":"decision","project":"ops","reason":"it is asked for again and again"}
E2
run cx -C v gate <same
status 1
err_has 'DUPLICATE_DETECTED: a.md'
out_empty
run sh -c 'cx -C v gate <same | cx -C v new'
out_empty
is "$(find v -name '*.md' | wc -l | tr -d ' ')" 1 'cx gate | cx new makes no second one'

### cx gate | cx new counts

rm -rf v && mkdir v
candidate() # N [MEMBERS]
{
	jq -nc --arg n "$1" '{type: "decision", content: "Server \($n) keeps its Redis cache on disk \($n)\($n)\($n) because of power cuts in hall \($n)\($n).",
		reason: "nobody could say why it was so"}'" + ${2:-{\}}"
}
saves() { cat v/.cortex/access/*.ndjson 2>/dev/null | jq -c "${1-.}"; }
pipe() # N [MEMBERS]
{
	candidate "$@" >one
	run sh -c 'cx -C v gate <one >passed; rc=$?; cx -C v new <passed || exit; exit $rc'
}
printf '[gate]\nper_session = 2\nsimilarity = 1\n' >v/cortex.toml
session='{session: "s1", project: "web"}'
pipe 1 "$session"
status 0
is "$(saves '[.path, .source, .session, .project]')" \
	'["atoms/server_1_keeps_its_redis_cache_on_disk_111_because_of_power.md","save","s1","web"]' \
	'a note that passed the gate is counted, with its session and project'
pipe 2 "$session"
status 0
pipe 3 "$session"
status 1
err_has 'RATE_LIMIT_EXCEEDED'
is "$(find v -name '*.md' | wc -l | tr -d ' ')" 2 'per_session: the third is not written'
is "$(saves .path | wc -l | tr -d ' ')" 2 '... and not counted'
pipe 3 '{session: "s2", project: "web"}'
status 0
ok 'another session passes' [ "$(saves .path | wc -l)" -eq 3 ]
# The day is that of the project by which the gate judged: none is the default,
# wherever the note goes.
rm -rf v && mkdir v
printf '[gate]\nper_day = 2\nsimilarity = 1\n[directories]\n"atoms" = "ops"\n' \
	>v/cortex.toml
pipe 1
status 0
jq_is .project '"ops"'
pipe 2
status 0
pipe 3
status 1
err_has 'RATE_LIMIT_EXCEEDED'
pipe 3 '{project: "web"}'
status 0
pipe 4 '{id: "own", project: "api"}'
status 0
before=$(saves | wc -l)
run cx -C v new <passed
status 0
run cx -C v new -n <passed
run sh -c 'jq -c "del(.quality, .id)" passed | cx -C v new'
status 0
run sh -c 'cx -C v gate --only-secrets one | jq -c "del(.id)" | cx -C v new'
status 0
run cx -C v new --name Mine --type rule --body x
status 0
is "$(saves | wc -l)" "$before" \
	'not counted: one that is there, a dry run, what did not pass all rules, and what is typed'

# A log that cannot be written: the note stays, and it is said.
rm -r v/.cortex/access
: >v/.cortex/access
run cx -C v new <<E2
$(jq -c '.id = "second" | .session = 7' passed)
E2
status 0
err_has '.cortex/access/'
err_has '1 saved note is not counted'
jq_is .id '"second"'
run sh -c 'jq -c ".id = \"third\"" passed | cx -C v new --strict'
status 3
jq_is .id '"third"'
rm v/.cortex/access

### cx supersede with a text

rm -rf v && mkdir v
cat >v/a.md <<'E2'
---
id: a
type: decision
project: ops
---
The api server keeps sessions in Redis 7 because the database took 40 ms a page.
E2
# shell TEXT NOTE OPTION...: as a program does it
shell()
{
	printf '%s\n' "$1" >text
	shift
	run cx -C v supersede "$@" <text
}
WHY=--reason='the old one was too slow'
shell 'The key of the cache server in Oslo is ghp_a1B2c3D4e5F6a1B2c3D4e5F6a1B2c3D4e5F6.' a "$WHY"
status 1
err_has 'SENSITIVE_DATA_DETECTED'
ok 'the old one stays' grep -q 'id: a' v/a.md
not_ok '... as it was' grep -q superseded v/a.md
VALKEY='The api server keeps sessions in Valkey 8, as Redis 7 changed its licence.'
shell "$VALKEY" a
status 2
err_has '--reason is required'
for reason in aaaaaaaaaaaaaaaa ................ 'because because because' \
	'asdf asdf asdf asdf' 'sdlkfj sldkfj woeiru xcmvn' 'it is so because it is' \
	"$VALKEY" 'As requested by the user'; do
	shell "$VALKEY" a --reason "$reason"
	status 1 "refused: $reason"
	shell "$VALKEY" --reason="$reason" a
	status 1 '... before the note, too'
done
shell 'Valkey now, and all is well and works as it should again.' a "$WHY"
status 1
err_has QUALITY_GATE_FAILED
shell 'Valkey now.' a "$WHY"
status 1
err_has CONTENT_TOO_SHORT
shell "I have now looked at the cache and everything is fine with it." a "$WHY"
status 1
is "$(find v -name '*.md' | wc -l | tr -d ' ')" 1 'nothing was written'
not_ok 'nor marked' grep -q superseded v/a.md
has_terminal || echo '# no terminal can be made here'
! has_terminal || {
	cp -R v typed
	printf 'Valkey now.\n\004' |
		terminal 'cx -C typed supersede a --name Valkey' >said
	ok 'a short text that a person types is fine, without a reason' \
		grep -q 'status: superseded' typed/a.md
}
shell "$VALKEY" a "$WHY" --name Valkey
status 0
ok 'a good one passes' grep -q 'status: superseded' v/a.md
is "$(jq -r .source v/.cortex/access/*.ndjson)" save 'and is counted'
shell "$VALKEY" a "$WHY"
ok 'but once' [ "$rc" -ne 0 ]
printf '[gate]\nper_day = 1\n' >v/cortex.toml
new=$(cx-scan v | jq -r 'select(.name == "Valkey").id')
shell 'The api server keeps sessions in Dragonfly 1.2, which needs less memory.' "$new" "$WHY"
status 1
err_has 'RATE_LIMIT_EXCEEDED'

done_testing
