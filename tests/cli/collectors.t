#!/bin/sh
# collectors.t: cx moc and the collectors that fill its regions.
# shellcheck disable=SC1091,SC2016,SC2154
. "$(dirname "$0")/../tap.sh"
. "$SRC/tests/records.sh"

# Region names of the collectors that come with cx.
COUNTS=vault_count
STATS=project_stats
DECISIONS=recent_decisions
HUBS=hubs
ORPHANS=orphans
DEADLINES=deadlines
AGES=incidents

CORTEX_NOW=2026-04-15T12:00:00
export CORTEX_NOW

# region FILE NAME: what stands in it
region()
{
	awk -v n="$2" '
		$0 == "<!-- /AUTO:" n " -->" { on = 0 }
		on { print }
		$0 == "<!-- AUTO:" n " -->" { on = 1 }
	' "$1"
}
# empty_region NAME
empty_region()
{
	printf '<!-- AUTO:%s -->\n<!-- /AUTO:%s -->\n' "$1" "$1"
}

vault v
cd v || exit 99
# due NAME DEADLINE
due()
{
	put "atoms/$1.md" <<END
---
id: $1
name: Due $1
type: decision
project: ops
status: active
created: 2026-01-01
updated: 2026-01-02
deadline: $2
tags: []
links: []
---
Text.
END
}
due over 2026-04-12
due now 2026-04-15
due soon 2026-05-01
due odd someday
{
	cat <<'END'
---
id: moc_main
name: Main
type: reference
project: ops
status: active
created: 2026-01-01
updated: 2026-03-01
tags: []
links: []
---
# Main

Mine, by hand.
END
	for r in $COUNTS $STATS $DECISIONS $HUBS $ORPHANS $DEADLINES mine; do
		empty_region "$r"
	done
	cat <<END
<!-- AUTO:$AGES -->
- Outage of the queue (Apr 8 EOD)
- Disk full (Apr 15)
- Certificate (Dec 30)
- Release (Apr 20)
- No date here
<!-- /AUTO:$AGES -->
Mine too, without newline
END
} >_moc/main.md
{ echo '# Memory'; empty_region $COUNTS; } >MEMORY.md
cp -p _moc/main.md "$T/main.was"

cx rebuild >"$T/out" 2>&1 || note "rebuild: $(cat "$T/out")"
run cx moc
status 0
cp _moc/main.md "$T/main"
M=$T/main

for r in $COUNTS $STATS $DECISIONS $HUBS $ORPHANS $DEADLINES; do
	ok "the region $r is filled" [ -n "$(region "$M" "$r")" ]
done
outside() { sed '/<!-- AUTO:/,/<!-- \/AUTO:/d; /^updated:/d' "$1"; }
is "$(outside "$M")" "$(outside "$T/main.was")" 'outside, all is as it was'

is "$(region "$M" $COUNTS | grep -c -w 12)" 1 'counts: 12 atoms'
is "$(region "$M" $COUNTS | grep -c -w 10)" 1 'counts: 10 of them active'
is "$(region MEMORY.md $COUNTS)" "$(region "$M" $COUNTS)" \
	'MEMORY.md in the vault has its counts too'
ok 'stats: the project' sh -c 'grep -q ops "$1"' - "$M"
region "$M" $DECISIONS >"$T/r"
ok 'decisions: newest first' awk '/freeze/ { a = NR } /over/ { b = NR }
	END { exit !(a && b && a < b) }' "$T/r"
not_ok 'decisions: no other type' grep -q stampede "$T/r"
region "$M" $HUBS >"$T/r"
ok 'hubs: the best linked comes first' \
	sh -c 'grep -m 1 "\[\[\|md" "$1" | grep -q freeze' - "$T/r"
region "$M" $ORPHANS >"$T/r"
ok 'orphans' grep -qi 'cache' "$T/r"
not_ok 'orphans: no linked atom' grep -qi 'freeze' "$T/r"
region "$M" $DEADLINES >"$T/r"
ok 'deadline: three days ago' grep -q 'over.*OVERDUE by 3d\|OVERDUE by 3d.*over' \
	"$T/r"
ok 'deadline: today' grep -q 'now.*TODAY\|TODAY.*now' "$T/r"
ok 'deadline: in 16 days' grep -q 'soon.*~16d\|~16d.*soon' "$T/r"
not_ok 'deadline: no number for what is not a date' \
	grep -q 'odd.*[0-9]d' "$T/r"
is "$(region "$M" $AGES)" "$(printf '%s\n' \
	'- Outage of the queue (Apr 8 EOD) *(7d ago)*' \
	'- Disk full (Apr 15) *(0d ago)*' \
	'- Certificate (Dec 30) *(106d ago)*' '- Release (Apr 20)' \
	'- No date here')" \
	'ages of incidents, also of last year; a day to come has none'
err_has '_moc/main.md:'
err_has ': no collector fills the region mine'
err_lines 1

### again

cp -p _moc/main.md "$T/main"
stat -c '%i %y' _moc/main.md MEMORY.md >"$T/s1"
run cx moc
status 0
stat -c '%i %y' _moc/main.md MEMORY.md >"$T/s2"
same _moc/main.md "$T/main" 'a second run writes the same bytes'
same "$T/s2" "$T/s1" '... that is, it does not write'
run cx moc --check
status 0 '--check: up to date'
run env CORTEX_NOW=2026-04-16 cx moc --check
status 1 '--check tomorrow: 1'
same _moc/main.md "$T/main" '... and nothing is written'
run env CORTEX_NOW=2026-04-16 cx moc _moc/main.md --diff
status 0 'an option after a file'
out_has OVERDUE '... is read'
same _moc/main.md "$T/main" '... and nothing is written'
same _moc/main.md "$T/main" '... and nothing is written'
run env CORTEX_NOW=2026-04-16 cx moc
ok 'tomorrow: ages are counted again, not twice' \
	grep -qxF -e '- Outage of the queue (Apr 8 EOD) *(8d ago)*' _moc/main.md
ok 'tomorrow: the countdown goes on' grep -q '~15d' _moc/main.md
run env CORTEX_NOW=2027-01-02 cx moc
ok 'next year: (Dec 30) is three days ago' \
	grep -qxF -e '- Certificate (Dec 30) *(3d ago)*' _moc/main.md
ok 'next year: (Apr 8 EOD) is of the year before' \
	grep -qxF -e '- Outage of the queue (Apr 8 EOD) *(269d ago)*' _moc/main.md
ok 'next year: (Apr 20), which never had an age, is to come' \
	grep -qxF -e '- Release (Apr 20)' _moc/main.md
cx moc 2>/dev/null
is "$(region _moc/main.md $AGES)" "$(region "$T/main" $AGES)" \
	'and back: the same as before'

### a collector of one's own

mkdir -p _moc/collectors.d
# collector NAME: stdin is its text
collector()
{
	cat >"_moc/collectors.d/$1"
	chmod +x "_moc/collectors.d/$1"
	cx trust >/dev/null
}
collector mine <<'END'
#!/bin/sh
jq -cs '{section: "mine", text: "I saw \(length) records"}'
END
run cx moc
status 0
is "$(region _moc/main.md mine)" 'I saw 12 records' \
	'records on stdin, sections on stdout'
collector mine <<'END'
#!/bin/sh
echo '{"section":"mine","text":"never"}'
exit 7
END
cp _moc/main.md "$T/main"
run env CORTEX_NOW=2026-04-16 cx moc
err_has mine 'a failing collector is named'
is "$(region _moc/main.md mine)" 'I saw 12 records' \
	'... and its region is as it was'
ok '... the others are refreshed' grep -q '~15d' _moc/main.md
cx moc >"$T/out" 2>&1
collector mine <<'END'
#!/bin/sh
echo '{"section":"mine","text":"never"}'
kill -9 $$
END
run cx moc
err_has mine 'a killed collector is named'
is "$(region _moc/main.md mine)" 'I saw 12 records' '... its region stays'
collector mine <<'END'
#!/bin/sh
echo '{"section":"mine","text":'
END
run env CORTEX_NOW=2026-04-16 cx moc
err_has mine 'a collector that prints broken JSON is named'
is "$(region _moc/main.md mine)" 'I saw 12 records' '... its region stays'
ok '... the others are refreshed' grep -q '~15d' _moc/main.md
collector mine <<'END'
#!/bin/sh
echo '{"section":"mine","text":"quick"}'
END
run cx moc
status 0 'a collector that does not read its input'
is "$(region _moc/main.md mine)" quick
rm _moc/collectors.d/mine
echo 'notes for people' >_moc/collectors.d/README
run cx moc
status 0 'a file that is not executable is not a collector'
collector 'with blank' <<'END'
#!/bin/sh
cat >/dev/null
printf '%s\n' '{"section":"mine","text":"blank"}'
END
run cx moc
is "$(region _moc/main.md mine)" blank 'a collector with a blank in its name'
rm -r _moc/collectors.d
run cx moc
is "$(region _moc/main.md mine)" blank 'no collector: the region stays'

### a file that is refused does not stop the others

printf 'a\n<!-- AUTO:%s -->\n' $COUNTS >_moc/bad.md
cp _moc/bad.md "$T/bad"
run env CORTEX_NOW=2026-04-16 cx moc
status 3 'a bad file: status 3'
err_has bad.md:2
same _moc/bad.md "$T/bad" '... untouched'
ok '... the others are refreshed' grep -q '~15d' _moc/main.md
rm _moc/bad.md

### a scan that dies does not write counts of half a vault

tree "$T/tree"
B=$T/tree/bin
cx moc >"$T/out" 2>&1
cp _moc/main.md "$T/main"
f=$B/cx-scan
mv "$f" "$f.real"
printf '#!/bin/sh\n"%s.real" "$@" | head -n 3\nkill -9 $$\n' "$f" >"$f"
chmod +x "$f"
run env CORTEX_NOW=2026-04-20 PATH="$B:$PATH" "$B/cx" moc
for r in $COUNTS $ORPHANS $HUBS; do
	is "$(region _moc/main.md "$r")" "$(region "$T/main" "$r")" \
		"cx-scan is killed: the region $r is not of half a vault"
done
rm -rf index
run env CORTEX_NOW=2026-04-20 PATH="$B:$PATH" "$B/cx" moc
not_ok 'killed, and no index to fall back on: no success' [ "$rc" -eq 0 ]
same _moc/main.md "$T/main" '... nothing is written'
ok 'no temporary files' [ -z "$(find . -name '.cx-tmp-*')" ]

done_testing
