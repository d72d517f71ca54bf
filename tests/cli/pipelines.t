#!/bin/sh
# pipelines.t: what all pipelines do alike, the helper that runs their stages,
# and what their own tests leave out.
# shellcheck disable=SC1091,SC2016,SC2154
. "$(dirname "$0")/../tap.sh"
. "$SRC/tests/records.sh"

CORTEX_NOW=2026-04-15T12:00:00
export CORTEX_NOW
LIB=$BIN/../libexec/cortex

### the command line

cx --help >help
for f in "$LIB"/*; do
	[ -f "$f" ] || continue
	[ -x "$f" ] || continue
	p=${f##*/}
	run cx "$p" --help
	status 0
	err_empty
	is "$(sed 1q "$T/out")" "cx $(sed -n '2s/^# //p' "$f")" \
		"$p: the second line of the script is what --help says"
	about=$(sed -n "2s/^# $p - //p" "$f")
	file_has help "$about" "cx --help has it: $p"
	# Of its own, or as one of the commands of a program.
	ok "$p has a manual" grep -qsE "^\.(Nm cx-$p|It.* Ic cx $p)\>" \
		"$SRC"/man/*.1
	run cx "$p" --version
	status 0
	ok "$p --version: one line" grep -qE "^cx $p .*[0-9]" "$T/out"
	for o in --no-such-option '-,'; do
		run cx "$p" $o
		status 2 "no vault, and still: $last"
		out_empty
		err_lines 2
	done
	for o in --help --version; do
		run sh -c '"$@" >/dev/full' sh cx "$p" $o
		status 4 "$p $o >/dev/full"
		run sh -c '"$@" >&-' sh cx "$p" $o
		status 4 "$p $o >&-"
	done
done
for f in "$BIN"/cx-*; do
	p=${f##*/cx-}
	[ ! -e "$LIB/$p" ] || continue
	file_has help "$(printf '  %-11s %s' "$p" "$("$f" --help |
		sed -n "1s/^cx-$p - //p")")" "cx --help has what cx-$p does"
done
run cx help
status 0
same "$T/out" help 'cx help is cx --help'
run sh -c 'cx --help >/dev/full'
status 4
err_lines 1
for p in search new cx-new; do
	run cx help "$p"
	status 0
	cp "$T/out" help
	run cx "${p#cx-}" --help
	same "$T/out" help "cx help $p is cx ${p#cx-} --help"
done
run cx help no-such-command
status 2
err_has no-such-command
mkdir set && printf '[vault]\nskip_files = ["b.md"]\n' >set/cortex.toml
: >set/a.md && : >set/b.md
run cx -C set scan
paths_are a.md 'cx scan has the settings of the vault'
run cx-scan set
paths_are 'a.md b.md' '... cx-scan alone the defaults'
run cx -C '' help
status 2 'a vault without a name is none: not the one found from here'
err_lines 2
for a in 'search --top' 'links --backlinks' 'rebuild --now' 'moc --now'; do
	# shellcheck disable=SC2086
	run cx $a
	status 2
	err_lines 2
done
run cx links --report --dot
status 2 'two questions'
run cx summary x
status 2

### stages

# stages "BODY": a pipeline with BODY
stages()
{
	{
		printf '#!/bin/sh\n# try - a test\n. "$CORTEX_LIB/lib.sh"\n'
		printf '%s\nexit "$status"\n' "$1"
	} >try
	run env CORTEX_LIB="$LIB" sh ./try
}
# Every status counts, and the first of 4, 2, 5, 3, 1 wins.
for a in 0 1 2 3 4 5; do
	for b in 0 1 2 3 4 5; do
		for w in 4 2 5 3 1 0; do
			case $w in "$a" | "$b") break ;; esac
		done
		stages "a() { return $a; }; b() { cat; return $b; }
			stages a b"
		status "$w" "stages: $a | $b is $w"
	done
done
stages 'a() { return 3; }; b() { cat; }; c() { return 1; }; stages a b c'
status 3 'stages: three of them'
stages 'a() { echo x; }; b() { cat; }; stages a b'
out_is x 'stages: what the last prints'
stages 'a() { printf "%s|" "$@"; }; b() { cat; }; stages a b -- "q  r" "*" ""'
out_is 'q  r|*||' 'stages: arguments reach them as they are'
stages 'a() { yes; }; b() { head -n 1; }; stages a b'
status 0 'stages: a reader may leave early'
err_empty
stages 'a() { yes; }; b() { head -n 1; }; stages -a a b'
status 4 'stages: not where all has to be read'
err_has 'a: killed by signal 13'
stages 'a() { sh -c "kill -9 \$\$"; }; b() { cat; }; stages a b'
status 4 'stages: a killed stage is a failure'
err_has 'a: killed by signal 9'
stages 'a() { exit 0; }; b() { cat; }; stages a b'
status 4 'stages: one that ends its shell has no status, which is a failure'
stages 'a() { :; }; b() { sh -c "kill -9 \$\$"; }; stages a b'
status 4 'stages: the last one too'
stages 'a() { return 77; }; b() { cat; }; stages a b'
status 4 'stages: a status that is none of ours'
stages 'a() { cat; }; b() { cat; }; stages a b' <<'E'
in
E
out_is in 'stages: standard input is that of the first'

### one rebuild at a time, with the scan inside

vault v
cd v || exit 99
cx rebuild
exec 8>>.cortex/lock
flock 8
cx rebuild >"$T/o" 2>&1 8>&- &
pid=$!
sleep 0.3
atom atoms/late.md Late insight active 2026-04-15 late
ok 'a rebuild waits for the lock' kill -0 $pid
not_ok '... and has not published' jq -e .late index/by_tag.json
exec 8>&-
wait $pid
is $? 0 '... then it is done'
jq_ok index/by_tag.json .late '... and has scanned after that'
rm atoms/late.md
mv .cortex/lock ../lock
ln -s ../../lock .cortex/lock
run cx rebuild
status 4 'a lock that is a symlink'
err_has .cortex/lock
rm .cortex/lock
run cx rebuild --now nonsense
status 2 'a bad --now'
err_has 'is not a date'
run cx rebuild --now 2026-05-30
jq_of layers/hot.json length 0 '--now'
run cx rebuild
status 0

### search

run cx search deploy
cp "$T/out" one
run env LC_ALL=C.UTF-8 TZ=Pacific/Kiritimati cx search deploy
same "$T/out" one 'search: in any locale and zone'
run cx search --top=1 --json deploy
paths_are rules/test_first.md '--top=1 and then --json: of two alike, the hot one'
run cx search --explain --limit 2 deploy
jq_is 'has("why")' "$(printf 'true\ntrue')"
run cx search --why-not atoms/cache.md deploy
jq_is .path '"atoms/cache.md"'
run cx search --json -- --top
ok 'after --, words' [ "$rc" -le 1 ]
run cx search --now 2026-04-17 --json deploy
jq_of -r "$T/out" 'select(.path=="rules/test_first.md").layer' warm \
	'search --now'
for o in '' --json; do
	# shellcheck disable=SC2086
	run sh -c '"$@" >/dev/full' sh cx search $o deploy
	status 4 "search $o >/dev/full"
	# shellcheck disable=SC2086
	run sh -c '"$@" >&-' sh cx search $o deploy
	status 4 "search $o >&-"
done
run sh -c '"$@" >/dev/full' sh cx summary
status 4 'summary >/dev/full'
run sh -c '"$@" >&-' sh cx summary
status 4 'summary >&-'
run cx summary --now 2026-05-30
ok 'summary --now: nothing is hot' grep -q '^Layers *hot 0 ' "$T/out"
if command -v strace >/dev/null &&
	strace -f -o "$T/s" -e trace=execve true 2>/dev/null; then
	strace -f -o "$T/s" -e trace=execve cx search deploy >"$T/out"
	is "$(grep -c 'execve(' "$T/s")" 5 \
		'search starts five programs: cx, cx-config, itself, two stages'
else
	skip 1 'programs that search starts' 'no strace'
fi

### moc: what stands in a region changes nothing that is counted

regions='vault_count project_stats recent_decisions hubs orphans deadlines'
for r in $regions; do
	printf '<!-- AUTO:%s -->\n<!-- /AUTO:%s -->\n' "$r" "$r"
done >_moc/all.md
put atoms/odd.md <<'E'
---
name: 'a #tag [[freeze]] `rules/test_first.md` <!-- b | c'
type: decision
updated: 2026-04-01
deadline: 2026-05-01
---
E
put 'atoms/sub dir/(x) %20 #y [z].md' <<'E'
---
name: Odd path
type: decision
updated: 2026-04-02
---
E
# What is counted: all but lines and bytes.
counted()
{
	cx-scan | jq -c 'del(.lines, .size_bytes)'
	cx-scan | cx-links --hubs=0
	cx-scan | cx-links --orphans
}
counted >"$T/c1"
run cx moc
status 0
err_empty
counted >"$T/c2"
same "$T/c2" "$T/c1" 'regions: no links, no hashtags'
cp _moc/all.md "$T/all"
run cx moc
same _moc/all.md "$T/all" 'regions: twice the same'
run env LC_ALL=C.UTF-8 TZ=Pacific/Kiritimati cx moc --check
status 0 'regions: in any locale and zone'
file_has _moc/all.md '](/atoms/sub%20dir/%28x%29%20%2520%20%23y%20%5Bz%5D.md)' \
	'regions: the target of a link is one'
cp _moc/all.md other.md
(cd rules && cx moc --now 2026-04-20 --dry-run ../other.md) >"$T/out" 2>&1
out_has deadlines 'a FILE from another directory'
(cd atoms && cx moc --now 2026-04-20 ../other.md)
file_has other.md '~11d' '... is refreshed'
same _moc/all.md "$T/all" '... and no other'
rm other.md
ln -s all.md _moc/soft.md
run cx moc
status 0 'a symlink among the maps is passed over'
rm _moc/soft.md
mkdir -p _moc/collectors.d
put _moc/collectors.d/hubs <<'E'
#!/bin/sh
echo '{"section":"hubs","text":"mine"}'
E
chmod +x _moc/collectors.d/hubs
cx trust >/dev/null
run cx moc
file_has _moc/all.md mine 'a collector of that name comes instead'
mv _moc/collectors.d/hubs _moc/collectors.d/other
cx trust >/dev/null
run cx moc
status 3 'another text for a section that has one'
err_has other
file_lacks _moc/all.md mine '... is refused'
put _moc/collectors.d/other <<'E'
#!/bin/sh
[ "$PWD" = "$CORTEX_VAULT" ] && [ -n "$CORTEX_CONFIG" ] || exit 9
grep -q '"section":"hubs"' "$CX_SECTIONS" || exit 9
printf '{"section":"mine","text":"%s"}\n' "$CORTEX_NOW"
E
printf '<!-- AUTO:mine -->\n<!-- /AUTO:mine -->\n' >_moc/mine.md
cx trust >/dev/null
run cx moc --now 2026-04-16
status 0
file_has _moc/mine.md 2026-04-16 'what a collector finds in its environment'
rm -r _moc/collectors.d _moc/mine.md
# ages NOW TEXT EXPECTED
ages()
{
	printf '<!-- AUTO:incidents -->\n%s\n<!-- /AUTO:incidents -->\n' \
		"$2" >_moc/inc.md
	cx moc --now "$1" && cx moc --now "$1"
	is "$(sed -n 2p _moc/inc.md)" "$3" "ages: $2 on $1"
}
ages 2026-01-02 'a (Dec 30)' 'a (Dec 30) *(3d ago)*'
ages 2026-03-01 'a (Feb 29 EOD) b' 'a (Feb 29 EOD) *(731d ago)* b'
ages 2028-03-01 'a (Feb 29)' 'a (Feb 29) *(1d ago)*'
ages 2026-04-15 '(Apr 14) (Apr 8, 2025)' \
	'(Apr 14) *(1d ago)* (Apr 8, 2025) *(372d ago)*'
ages 2026-04-15 'é (Feb 30) (Jan 1, 2027) (x) (Apr 14) *(99d ago)*' \
	'é (Feb 30) (Jan 1, 2027) (x) (Apr 14) *(1d ago)*'
printf '<!-- AUTO:incidents -->\nx\n<!-- /AUTO:incidents -->\n' >_moc/inc2.md
run cx moc
status 3 'two regions of incidents with different text'
err_has incidents.NAME
sed 's/incidents/incidents.two/' _moc/inc2.md >_moc/i && mv _moc/i _moc/inc2.md
run cx moc
status 0 '... and a name for the second'
rm _moc/inc.md _moc/inc2.md
cd "$T/w" && mkdir -p bare/.cortex && cd bare || exit 99
run cx moc
status 0 'no maps: nothing to do'
ok '... and said' [ -s "$T/err" ]

### vault.mk: a change right behind the scan, and times that lie

unset MAKEFLAGS MAKELEVEL MFLAGS MAKEOVERRIDES
cd ../v || exit 99
echo "include $SRC/pipelines/vault.mk" >Makefile
make >"$T/o" 2>&1
bytes() { jq '.[]|select(.path=="atoms/cache.md").size_bytes' index/manifest.json; }
mkdir "$T/bin"
# A cx whose rebuild is followed by an edit at once.
put "$T/bin/cx" <<E
#!/bin/sh
"$BIN/cx" "\$@" && echo more >>atoms/cache.md
E
chmod +x "$T/bin/cx"
i=0
lost=0
while [ $i -lt 5 ]; do
	i=$((i + 1))
	echo x >>atoms/cache.md
	make CX="$T/bin/cx" >"$T/o" 2>&1
	make >"$T/o" 2>&1
	[ "$(bytes)" -eq "$(wc -c <atoms/cache.md)" ] || lost=$((lost + 1))
done
is $lost 0 'make: an edit right behind the scan is not lost'
make >"$T/o" 2>&1
sed 's/more/less/' atoms/cache.md >new && touch -d 2020-01-01 new &&
	mv new atoms/cache.md
before=$(readlink index/generations/current)
run make
not_ok 'make: a file with an old time is a change' \
	[ "$(readlink index/generations/current)" = "$before" ]
before=$(readlink layers/generations/current)
run env CORTEX_NOW=2026-05-16 make
not_ok 'make: a new day is one' [ "$(readlink layers/generations/current)" = "$before" ]
make >"$T/o" 2>&1
is "$(readlink layers/generations/current)" "$before" 'make: and back'
echo '!inbox/' >.cortexignore
mkdir inbox
make >"$T/o" 2>&1
cp atoms/cache.md inbox/
run make
jq_of index/manifest.json '[.[].path|select(startswith("inbox/"))]' \
	'["inbox/cache.md"]' 'make: what .cortexignore brings back'

done_testing
