#!/bin/sh
# access-merge.t: access logs in git, rotation, the report.
# shellcheck disable=SC1091,SC2016,SC2154
. "$(dirname "$0")/../tap.sh"
. "$SRC/tests/records.sh"

NOW=2026-04-15T12:00:00
CORTEX_NOW=$NOW
CORTEX_HOST=desk
export CORTEX_NOW CORTEX_HOST
A=.cortex/access

ev()
{
	printf '{"ts":"%s","path":"%s","source":"%s"%s}\n' "$2" "$1" \
		"${3:-read}" "${4:+,\"session\":\"$4\"}"
}

### rotation

mkdir -p v/$A
awk 'BEGIN {
	for (m = 1; m <= 4; m++) {
		f = sprintf("v/.cortex/access/desk-2026-%02d.ndjson", m)
		for (i = 0; i < 600; i++)
			printf "{\"ts\":\"2026-%02d-%02dT%02d:%02d:00Z\"," \
				"\"path\":\"p%d.md\",\"source\":\"recall\"," \
				"\"session\":\"s%d\"}\n", m, 1 + i % 28,
				i * 7 % 24, i * 13 % 60, i * 11 % 17,
				i % 97 >f
		# a session over the end of a month
		printf "{\"ts\":\"2026-%02d-%02dT23:50:00Z\",\"path\":\"n.md\"," \
			"\"source\":\"read\",\"session\":\"night%d\"}\n", m,
			m == 2 ? 28 : m == 4 ? 14 : 31, m >f
		printf "{\"ts\":\"2026-%02d-01T00:10:00Z\",\"path\":\"n.md\"," \
			"\"source\":\"read\",\"session\":\"night%d\"}\n", m,
			m - 1 >f
		printf "{\"ts\":\"2026-%02d-01T00:40:00Z\",\"path\":\"n.md\"," \
			"\"source\":\"read\",\"session\":\"night%d\"}\n", m,
			m - 1 >f
	}
}'
sed 's/"session":"/&o/' v/$A/desk-2026-02.ndjson >v/$A/other-2026-02.ndjson
cp -R v/$A was
cx-access fold -C v >f1
run cx-access rotate -C v
status 0
out_empty
err_empty
same v/$A/desk-2026-04.ndjson was/desk-2026-04.ndjson \
	'rotate: this month is left alone'
same v/$A/other-2026-02.ndjson was/other-2026-02.ndjson \
	'... and other hosts'
ok '... the months before are shorter' \
	test "$(cat v/$A/desk-2026-0[123]* | wc -c)" -lt \
	"$(($(cat was/desk-2026-0[123]* | wc -c) / 4))"
cx-access fold -C v >f2
same f1 f2 'the fold is the same as before'
cp -R v/$A once
run cx-access rotate -C v
ok 'rotating again changes nothing' diff -r v/$A once
cx-access rotate -C v --now 2026-05-01
ok 'a month later, the next' test "$(wc -c <v/$A/desk-2026-04.ndjson)" -lt \
	"$(wc -c <was/desk-2026-04.ndjson)"
cx-access fold -C v >f2
same f1 f2 '... with the same fold'
sort -R was/desk-2026-03.ndjson >v/$A/desk-2026-03.ndjson
cx-access rotate -C v
same v/$A/desk-2026-03.ndjson once/desk-2026-03.ndjson \
	'what comes out does not depend on the order'
printf 'rubbish\n' >>v/$A/desk-2026-03.ndjson
run cx-access rotate -C v
status 3 'a bad line'
err_has desk-2026-03.ndjson
ok '... stays' grep -q rubbish v/$A/desk-2026-03.ndjson
mkdir bare
run cx-access rotate -C bare
status 0 'nothing to rotate'

# Loggers wait for the rotation and then write to the file that is there.
rm -rf v/$A
i=0
while [ $i -lt 30 ]; do
	echo "{\"path\":\"p$i.md\"}" |
		cx-access log -C v --source read --now 2026-03-05 &
	[ $((i % 5)) -ne 0 ] || cx-access rotate -C v &
	i=$((i + 1))
done
wait
is "$(cx-access fold -C v | wc -l | tr -d ' ')" 30 \
	'logging and rotating at once: none lost'

### two branches

if command -v git >/dev/null; then
	git_() { git -C r -c user.name=t -c user.email=t@example.org "$@"; }
	mkdir -p r/atoms
	git_ init -q -b main .
	mkdir -p r/.cortex
	printf '[access]\nshare = true\n' >r/cortex.toml
	CORTEX_CONFIG=$(cx-config -C r)
	export CORTEX_CONFIG
	atom r/atoms/base.md Base rule active 2026-04-01
	printf 'index/\nlayers/\n.cortex/lock\n' >r/.gitignore
	echo '{"path":"atoms/base.md"}' |
		CORTEX_HOST=desk cx-access log -C r --source read
	git_ add -A && git_ commit -qm base
	ok 'logs are in git where they are shared' \
		git -C r ls-files --error-unmatch .cortex/access/desk-2026-04.ndjson
	git_ checkout -qb lap
	atom r/atoms/lap.md Lap rule active 2026-04-14
	echo '{"path":"atoms/lap.md"}' |
		CORTEX_HOST=lap cx-access log -C r --source save
	git_ add -A && git_ commit -qm lap
	git_ checkout -q main
	atom r/atoms/desk.md Desk rule active 2026-04-14
	echo '{"path":"atoms/desk.md"}' |
		CORTEX_HOST=desk cx-access log -C r --source save
	cx-access rotate -C r --now 2026-05-02
	git_ add -A && git_ commit -qm desk
	run git_ merge -q --no-edit lap
	status 0 'two branches merge with plain git'
	run cx-access fold -C r
	status 0
	jq_of -rs "$T/out" 'map("\(.path) ") | add // ""' \
		'atoms/base.md atoms/desk.md atoms/lap.md ' \
		'... and all events are there'
	cx-scan r | cx-index -o r/index
	jq_of r/index/manifest.json length 3 '... and all atoms'

	# On one host both append to one file.
	for b in one two; do
		git_ checkout -qb $b main
		atom r/atoms/$b.md $b rule active 2026-04-14
		for i in 1 2 3; do
			echo "{\"path\":\"atoms/$b.md\",\"session\":\"$i\"}"
		done | CORTEX_HOST=desk cx-access log -C r --source read
		git_ add -A && git_ commit -qm $b
	done
	run git_ merge -q --no-edit one
	status 0 'two branches of one host merge'
	run cx-access fold -C r
	status 0 '... and no line is broken'
	jq_of -r "$T/out" \
		'select(.path | test("one|two")) | "\(.path) \(.count)"' \
		'atoms/one.md 3
atoms/two.md 3' '... and all events are there'
	run cx -C r rebuild
	run cx -C r recall --no-log --paths --limit 2
	status 0
	is "$(sort "$T/out" | tr '\n' ' ')" \
		'atoms/one.md atoms/two.md ' '... and count'
	unset CORTEX_CONFIG
else
	skip 10 'two branches merge' 'no git here'
fi

### report

{
	rec H '[]' '' '' h.md 2026-04-14
	rec W '[]' '' '' w.md 2026-04-08
	rec C '[]' '' '' c.md 2026-01-01
	rec N '[]' '' '' never.md 2026-01-01
	rec O '[]' '' '' old.md 2026-01-01 archived
} >recs
{
	ev h.md 2026-04-15T10:00:00Z recall a
	ev h.md 2026-04-15T10:10:00Z recall a
	ev h.md 2026-04-15T10:10:00Z search b
	ev w.md 2026-04-14T10:10:00Z context b
	ev c.md 2026-04-14T10:10:00Z recall b
	ev c.md 2026-04-14T10:10:00Z read b
	ev gone.md 2026-04-14T10:10:00Z save b
} >e
run cx-access report --records recs e
status 0
err_empty
jq_is '[.events,.atoms,.sessions]' '[6,4,2]' 'totals; a repeat is not counted'
jq_is .sources '{"context":1,"read":1,"recall":2,"save":1,"search":1}'
jq_is .layers '{"hot":0.5,"warm":0.25,"cold":0.25}' 'layers of results'
jq_is '[.first,.last]' '["2026-04-14T10:10:00Z","2026-04-15T10:10:00Z"]'
jq_is '[.most_read[]|[.path,.reads]]' \
	'[["c.md",2],["h.md",2],["w.md",1]]' 'most read; to save is not to read'
jq_is '.never_read|[.count,.paths]' '[1,["never.md"]]' \
	'never read; archived atoms need not be'
run cx-access report --top 1 --records recs e
jq_is '[.most_read[].path]' '["c.md"]' '--top'
run cx-access report e
jq_is '[.events,.layers,.never_read]' '[6,null,null]' \
	'without records it does not know layers and never read'
run cx-access report --records recs - </dev/null
status 0
jq_is '[.events,.atoms,.layers,.first]' '[0,0,null,null]' 'no events'
cx-access fold e >f
run cx-access report --records recs f
jq_is '[.events,.atoms,.folded,.layers]' '[6,4,6,null]' \
	'of a fold it has the totals, and says what it does not know'
run cx-access report -C v
status 0

done_testing
