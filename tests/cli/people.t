#!/bin/sh
# people.t: at a terminal commands speak to people: titles, ages and lines that
# fit the window; elsewhere, and with --json, they print what programs read.
# shellcheck disable=SC1091,SC2016,SC2154
. "$(dirname "$0")/../tap.sh"
need jq script
has_terminal || skip_all 'no terminal here'

CORTEX_NOW=2026-04-15
export CORTEX_NOW
cp -R "$SRC/examples/vault/." .
esc=$(printf '\033')

# at COLUMNS COMMAND: what it prints at a terminal; $T/plain without colours
at()
{
	last=$2
	terminal "stty cols $1 rows 24; $2" <"${3:-/dev/null}" |
		tr -d '\r' >"$T/out"
	sed "s/$esc"'\[[0-9;]*m//g' "$T/out" >"$T/plain"
}
plain_is() { is "$(cat "$T/plain")" "$1" "${2:-at a terminal: $last}"; }
# GNU wc; elsewhere every line counts as narrow enough.
widest() { LC_ALL=C.UTF-8 wc -L <"$T/plain" 2>/dev/null || echo 0; }

at 80 'cx rebuild'
plain_is '22 notes in the index; find them with: cx search WORD'
at 80 'cx rebuild'
plain_is 'nothing changed; 22 notes in the index'
run cx rebuild
out_is '' 'a rebuild in a script says nothing'

### search

at 80 'cx search deploy risk'
is "$(sed -n 1,2p "$T/plain")" \
'Deploy freeze during release windows  rules/release_windows.md        yesterday
  Nothing ships from Friday 12:00 to Monday 09:00, nor on the day before a pub…' \
	'cx search: name, path and age; a line of the text'
is "$(wc -l <"$T/plain" | tr -d ' ')" 22 'ten hits of two lines, and two more lines'
is "$(sed -n 3p "$T/plain" | tr -d '─')" ' not all of the words ' \
	'one is where those end that have all of the words'
is "$(tail -n 1 "$T/plain")" 'the best 10; --limit 0 shows all' \
	'one says that there are more'
at 80 'cx search --limit 3 deploy risk'
is "$(wc -l <"$T/plain" | tr -d ' ')" 7 'but not to who has asked for some'
at 80 'cx search cache'
out_lacks 'of the words' 'no line where all of them have all of the words'
at 80 'cx search deploy risk'
ok 'no line is wider than the window' [ "$(widest)" -le 80 ]
at 80 'cx search cache'
ok 'the words are marked' grep -q "$esc\[1;31mcache$esc\[0m" "$T/out"
at 80 'cx check'
ok 'severities are in colour' grep -q "$esc\[35mwarning:" "$T/out"
not_ok 'none is yellow or blue: not seen on each ground' \
	grep -q "$esc\[[0-9;]*3[34]m" "$T/out"
at 80 'NO_COLOR=1 cx search cache'
not_ok 'but not under NO_COLOR' grep -q "$esc" "$T/out"
at 80 'TERM=dumb cx search cache'
not_ok 'and not on a dumb terminal' grep -q "$esc" "$T/out"
at 80 'cx --color=never search cache'
not_ok 'nor with --color=never' grep -q "$esc" "$T/out"
at 80 'NO_COLOR=1 cx --color=auto search cache'
not_ok 'which auto leaves to the environment' grep -q "$esc" "$T/out"
for option in '--color=always search' 'search --color always'; do
	# shellcheck disable=SC2086 # two words
	NO_COLOR=1 cx $option cache >"$T/out" 2>/dev/null
	ok "cx $option: also in a pipe" grep -q "$esc\[1;31mcache$esc" "$T/out"
	# shellcheck disable=SC2086
	cx $option --json cache >"$T/out" 2>/dev/null
	not_ok "cx $option: but not in records" grep -q "$esc" "$T/out"
done
run cx search --color
status 2
run cx --color=red search cache
status 2
err_has "--color must be always, auto or never, not 'red'"
for w in 20 40 120; do
	at $w 'cx search cache deploy'
	ok "no line is wider than $w columns" [ "$(widest)" -le $w ]
done
at 80 'cx search --json cache'
jq_is '.score != null' "$(cx search --json cache | jq -c '.score != null')" \
	'--json prints records at a terminal, too'
at 80 'cx recall'
ok 'recall without words: descriptions' \
	grep -q '^  Nothing ships from Friday' "$T/plain"

### paths from where a person is, which commands take

cd atoms || exit 99
at 80 'cx search --paths sessions cache'
is "$(cat "$T/plain")" "$(cx search --paths sessions cache | sed \
	's,^,../,; s,^../atoms/,,')" 'in a directory of the vault, paths are from there'
for c in 'cx search one queue' 'cx show one_queue' 'cx touch one_queue' \
	'cx backlinks queue_stall' 'cx pin one_queue'; do
	at 80 "$c"
	ok "$c: one_queue.md" grep -q '\(^\| \)one_queue\.md' "$T/plain"
	not_ok "$c: not atoms/one_queue.md" grep -q 'atoms/one_queue' "$T/plain"
done
cx unpin one_queue >/dev/null
at 80 'cx check'
ok 'cx check' grep -q '^\.\./incidents/double_bookings\.md:' "$T/plain"
at 80 'cx show ../incidents/queue_stall.md'
ok 'and such a path is taken' grep -q '^\.\./incidents/queue_stall\.md ' \
	"$T/plain"
run cx search --paths sessions cache
ok 'elsewhere they are from the root' grep -q '^atoms/' "$T/out"
mkdir -p "$T/elsewhere/deep" && cd "$T/elsewhere/deep" || exit 99
at 80 "cx -C '$T/w' search --paths sessions cache"
ok 'outside of the vault, too' grep -q '^\.\./\.\./w/atoms/' "$T/plain"
at 80 "cx -C '$T/w' show ../../w/atoms/one_queue.md"
ok '... and taken' grep -q '^\.\./\.\./w/atoms/one_queue\.md ' "$T/plain"
cd "$T/w" || exit 99

### a pager, for what is longer than the screen

CX_PAGER='sed s/^/P:/'
export CX_PAGER
at 80 'cx list --limit 0; echo $?'
is "$(sed -n '1s/:.*//p;$p' "$T/plain")" "P
0" 'a list of 23 lines goes through the pager'
is "$(grep -c '^P:.*\.md$' "$T/plain")" \
	"$(cx list --limit 0 --paths | wc -l | tr -d ' ')" '... all of it'
ok '... as wide as the terminal' [ "$(widest)" -le 82 ]
ok '... in columns' grep -q '^P:yesterday  *rule' "$T/plain"
for c in 'list --limit 5' '--no-pager list --limit 0' 'list --no-pager --limit 0' \
	'list --limit 0 | cat' 'list --limit 0 >f; cat f'; do
	at 80 "cx $c"
	out_lacks 'P:' "no pager: $c"
done
at 80 'TERM=dumb cx list --limit 0'
out_lacks 'P:' 'none on a dumb terminal'
at 80 'CX_PAGER=no-such-program cx list --limit 0'
ok 'one that is not there is left out' grep -q '^yesterday' "$T/plain"
at 80 'CX_PAGER= PAGER="sed s/^/P:/" cx list --limit 0'
out_lacks 'P:' 'an empty one is none'
at 80 "CX_PAGER='cat >saved' cx list --limit 0"
ok 'it may save what it shows' [ -s saved ]
rm -f saved
unset CX_PAGER
at 80 'unset CX_PAGER; PAGER="sed s/^/Q:/" cx context'
ok '$PAGER, of what is no table' grep -q '^Q:## ' "$T/plain"
rm -f f

### links to files, where the terminal takes them

mkdir 'a b'
printf '# Wombat\n' >'a b/w.md'
export TERMINAL=foot
url="file://$(hostname)$(pwd -P)/a%20b/w.md"
link="$esc]8;;$url$esc\\a b/w.md$esc]8;;$esc\\"
for c in 'search wombat' 'list name=Wombat' 'show w' "check 'a b/w.md'" \
	'timeline --limit 0 --all' 'touch w'; do
	at 80 "cx $c"
	ok "a path is a link: cx $c" grep -qF "$link" "$T/out"
done
cd 'a b' || exit 99
at 80 'cx search cold outage'
ok 'from a directory, too' grep -qF "%20b/../insights/cold_cache.md$esc" "$T/out"
cd ..
at 80 'cx --color=never search wombat; cx --color=always search wombat | cat'
not_ok 'none without colours, none in a pipe' grep -q ']8;' "$T/out"
unset TERMINAL
at 80 'cx search wombat'
not_ok 'none where a terminal may not know them' grep -q ']8;' "$T/out"
at 80 'VTE_VERSION=7200 cx search wombat'
ok 'one of VTE does' grep -qF "$link" "$T/out"
rm -r 'a b'

### how many hits, and how much of them

i=0
mkdir many
while [ $i -lt 500 ]; do
	i=$((i + 1))
	printf '# Ferry %s\n\nThe ferry of pier %s.\n' $i $i >many/f$i.md
done
echo 'A ferry, a harbour.' >>many/f7.md
for i in one two three; do
	printf '# Three\n\nA lighthouse ferry, of pier %s.\n' "$i $i $i" >many/$i.md
done
cx rebuild
logged=$(cat .cortex/access/*.ndjson | wc -l)
at 80 'cx search ferry'
is "$(wc -l <"$T/plain")" 21 'of 503 hits the ten best, in two lines each'
is "$(($(cat .cortex/access/*.ndjson | wc -l) - logged))" 10 \
	'no more than are shown are logged as used'
at 80 'cx search lighthouse'
is "$(wc -l <"$T/plain")" 6 'three hits: six lines'
at 80 'cx search harbour'
plain_is 'Ferry 7  many/f7.md
  The ferry of pier 7. A ferry, a harbour.' 'one hit'
at 80 'cx search nosuchword'
plain_is "cx search: no note has 'nosuchword'" 'none: a line that says so'
at 80 'cx list'
is "$(wc -l <"$T/plain")" 21 'cx list fits'
is "$(tail -n 1 "$T/plain")" 'the latest 20; --limit 0 lists all' \
	'and says that there are more'
mkdir "$T/tags" && touch "$T/tags/cortex.toml"
for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21; do
	echo "#t$i"
done >"$T/tags/n.md"
cx -C "$T/tags" rebuild
at 80 "cx -C '$T/tags' tags"
is "$(wc -l <"$T/plain")" 21 'cx tags fits, too'
is "$(tail -n 1 "$T/plain")" 'the 20 most used; --limit 0 lists all' \
	'... and says that there are more'
at 80 "cx -C '$T/tags' tags --limit 0"
is "$(wc -l <"$T/plain")" 21 '... all'
run cx -C "$T/tags" tags
is "$(wc -l <"$T/out")" 21 '... as for a script'
run cx -C "$T/tags" tags --limit 1 --json
out_is '{"tag":"t1","count":1}' '... and a record of the first'
run cx -C "$T/tags" tags --limit x
status 2
at 80 'cx list --limit 20'
is "$(wc -l <"$T/plain")" 20 'but not who has asked for them'
at 80 'cx timeline'
is "$(wc -l <"$T/plain")" 21 'cx timeline, too'
mkdir "$T/months"
touch "$T/months/cortex.toml"
for i in 1 2 3 4 5 6 7 8 9; do
	for k in 1 2 3; do
		printf -- '---\nupdated: 2026-0%s-1%s\n---\n# N\n' $i $k \
			>"$T/months/n$i$k.md"
	done
done
cx -C "$T/months" rebuild
at 80 "cx -C '$T/months' timeline"
is "$(wc -l <"$T/plain")" 21 'nor do months make it longer'
is "$(sed -n '1,4p' "$T/plain" | cut -c 1-15)" '2026-09  13  N 
         12  N 
         11  N 
2026-08  13  N ' 'each stands before its first note'
at 80 'cx list --limit 0'
is "$(wc -l <"$T/plain")" 522 'all'
run cx list
is "$(wc -l <"$T/out")" 522 'a script gets all'
rm -r many
cx rebuild

# What is not text of the note is not shown.
put atoms/marks.md <<E2
---
name: Marks
updated: 2026-04-15
---
> ## A **zeppelin** [over](u/a_(b)) ![it](z.png)<br> [[b|balloons]] [[rules]] \
{% x %}not Vec<String> 1 < 2 [x]
E2
cx rebuild
at 200 'cx search zeppelin'
is "$(sed -n 2p "$T/plain")" '  A zeppelin over it balloons rules not Vec<String> 1 < 2 [x]' \
	'markup is left out'
ok 'and the words are marked' grep -q "$esc\[1;31mzeppelin$esc\[0m" "$T/out"
printf '%s\n' '---' 'name: Odd' 'updated: 2026-04-15' '---' \
	'zipline [a](b [[c ](d <a {% <!-- ** ]] ![ [[ [[[ ](](' >atoms/marks.md
cx rebuild
at 80 'cx search zipline'
ok 'nor is anything lost that is not closed' grep -q '^  zipline ' "$T/plain"
rm atoms/marks.md
cx rebuild

### the whole vault

cd atoms || exit 99
at 80 'cx summary'
ok 'cx summary: ages, and paths from here' grep -qx \
	'  yesterday  Deploy freeze during release windows  ../rules/release_windows.md' \
	"$T/plain"
at 80 'cx links'
ok 'cx links: paths from here' grep -qx \
	'      5  blue_green.md  (2 in, 3 out)' "$T/plain"
at 40 'cx links'
sed -i '/^Links:/d' "$T/plain"
ok 'cx links: no line is wider than 40 columns' [ "$(widest)" -le 40 ]
at 40 'cx summary'
ok 'cx summary: no line is wider than 40 columns' [ "$(widest)" -le 40 ]
is "$(grep -A 1 ^Layers "$T/plain" | tr -d 0-9)" 'Layers    hot  (%), warm  (%),
          cold  (%)' 'a list goes on below its beginning'
run cx summary
out_has '2026-04-14  Deploy freeze during release windows  rules/release_windows.md' \
	'elsewhere dates, and paths from the root'
cd .. || exit 99

### messages

cd atoms || exit 99
printf -- '---\nopen\n' >plain.md
at 80 'cx edit ./plain.md status=open'
plain_is 'cx edit: plain.md:1:1: front matter is opened but never closed, so all is read as text: put a line --- after it; until then it is not edited' \
	'in a message, too, a path is from here'
at 80 'cx edit ./plain.md status=open 2>&1 | cat'
plain_is 'cx edit: atoms/plain.md:1:1: front matter is opened but never closed, so all is read as text: put a line --- after it; until then it is not edited' \
	'but not in what a script reads'
rm plain.md
cd .. || exit 99

### what was done

at 80 "cx new --type rule --name Foo --body 'Some text'"
plain_is 'created rules/foo.md  Foo'
at 80 'cx new -n --type rule --name Bar --body x'
plain_is 'would be created rules/bar.md  Bar'
at 80 'cx edit rules/foo.md status=open'
plain_is 'changed rules/foo.md  Foo'
at 80 'cx edit rules/foo.md status=open'
plain_is 'nothing changed'
at 80 'cx edit --json rules/foo.md status=active'
jq_is .status '"active"' '--json prints the record that was changed'
at 80 'cx edit --diff rules/foo.md status=open'
ok 'a diff stays one' grep -q '^+status: open' "$T/plain"
at 80 'cx archive rules/foo.md'
plain_is 'archived rules/foo.md  Foo'
at 80 'cx pin rules/foo.md'
plain_is 'pinned rules/foo.md  Foo'
at 80 'cx move rules/foo.md rules/bar.md'
plain_is 'moved rules/foo.md to rules/bar.md'
at 80 'cx edit nosuch.md status=open; echo $?'
ok 'the status is that of the program' [ "$(tail -n 1 "$T/plain")" != 0 ]
run cx edit rules/bar.md status=open
jq_is .status '"open"' 'elsewhere records are printed'
at 80 'cx archive rules/bar.md'
plain_is 'archived rules/bar.md  Foo'
at 80 'cx archive rules/bar.md'
plain_is 'cx archive: rules/bar.md: is already archived
nothing changed'
at 80 'cx restore rules/bar.md'
put atoms/linker.md <<'E2'
# Linker

[[bar]] and [[bar|again]]
E2
at 80 'cx move -n rules/bar.md rules/baz.md'
plain_is 'would be moved rules/bar.md to rules/baz.md
would be changed atoms/linker.md'
at 80 'cx move rules/bar.md rules/baz.md'
plain_is 'moved rules/bar.md to rules/baz.md
changed atoms/linker.md' 'a note with links to what was moved was changed, once'
at 80 'cx move rules/baz.md rules/bar.md'
rm atoms/linker.md
run cx init "$T/new-vault"
out_lacks Next
at 80 "cx init '$T/another'"
ok 'cx init says what is next' grep -q 'cx new "Title"' "$T/plain"
(cd "$T/another" && cx new 'A ferry' >"$T/made" && cx search ferry) >"$T/out"
out_has 'a_ferry.md' 'a note that is written there is found at once'
put "$T/with/a.md" </dev/null
at 80 "cx init '$T/with'"
ok 'how many notes it found' grep -q ' is a vault now with 1 note\.  Next:$' \
	"$T/plain"
not_ok '... and not that they are to be indexed' grep -q 'cx rebuild' "$T/plain"

### records

at 80 'cx scan'
ok 'cx scan: a line a note' [ "$(wc -l <"$T/plain")" -eq 23 ]
ok 'it fits the window' [ "$(widest)" -le 80 ]
not_ok 'no JSON, nothing unknown' grep -q -e '{' -e unknown "$T/plain"
at 80 'cx links --hubs=2'
ok 'cx links --hubs' grep -q '^8  Double bookings on Easter Monday' "$T/plain"
at 80 'cx links --hubs=2 --json'
jq_is .degree '8
5'
at 80 'cx config'
ok 'what is not about notes: a line a member' \
	grep -q '^layers.hot              2$' "$T/plain"
at 80 'cx config layers'
plain_is 'hot     2
warm    7
newest  false' 'a section by its name, which a directory of the vault has, too'
printf '# Fence\n\nBefore\n```sh\nwombat `x`\n```\nafter it\n' >f.md
at 80 'cx search wombat'
ok 'no fence of code in a line of the text' \
	grep -q '^  Before wombat `x` after it$' "$T/plain"
rm f.md
printf -- '---\ncreated: "{{date}}"\n---\n# Template\n\nzebra\n' >t.md
at 80 'cx search zebra; cx list path=t.md'
out_lacks '{{' 'what is no date is no age'
at 80 'cx check rules'
plain_is 'no problems found'
rm t.md
at 80 'cx config --get layers.hot'
plain_is 2
at 80 'cx access report'
ok 'a list of objects: a line each' grep -q '^most_read  .*\.md  reads [0-9]' \
	"$T/plain"
not_ok '... and no JSON' grep -q '{' "$T/plain"
at 80 'cx project'
ok 'cx project' grep -q '^name  ' "$T/plain"

### names of commands

run cx search --limit x y
err_is "cx search: --limit: 'x' is not a number from 0 to 2147483647
cx search: try cx search --help"
run cx select '('
ok 'messages name the command that was typed' \
	grep -q '^cx select: ' "$T/err"
run cx-select '('
ok 'or the program' grep -q '^cx-select: ' "$T/err"
run cx serach x
status 2
err_is "cx: 'serach' is not a command; did you mean search?
usage: cx [-C VAULT] [OPTION]... COMMAND [ARGUMENT]... (try --help)"
run cx xyzzy
err_has 'cx help lists them'

### cx log, and a vault without tags

if command -v git >/dev/null; then
	git init -q . && git add -A
	GIT_AUTHOR_DATE=2026-04-14T00:00:00Z git -c user.name=a \
		-c user.email=a@b -c commit.gpgSign=false commit -qm \
		"The freeze is $(printf '\343\201\231\343\201\271%s' \
		"$(printf '\343\201\246%.0s' 1 2 3 4 5 6 7 8 9)")"
	at 40 'cx log'
	ok 'at 40 columns cx log wraps no line' [ "$(widest)" -le 40 ]
	is "$(head -n 1 "$T/plain" | cut -c 1-25)" 'yesterday  The freeze is ' \
		'an age, a subject'
	rm -rf .git
else
	skip 2 'cx log' 'no git here'
fi
mkdir "$T/untagged" && echo text >"$T/untagged/a.md"
: >"$T/untagged/cortex.toml"
at 80 "cx -C '$T/untagged' rebuild; cx -C '$T/untagged' tags"
ok 'that there is no tag is said' grep -qx 'no note has a tag' "$T/plain"
run cx -C "$T/untagged" tags
out_empty

### cx alone, help

run cx
status 0
out_has "vault    $(pwd)"
out_has 'notes    23 notes'
out_has 'due: cx review'
out_has 'cx search WORD...'
run sh -c 'for i in 1 2 3 4 5; do cx | head -n 3; done'
err_empty 'a reader that leaves is no error'
cx new 'One more' --body text >/dev/null
run cx
out_has 'notes    24 notes'
rm atoms/one_more.md
run cx
out_has 'notes    23 notes'
mkdir -p inbox/pending && : >inbox/pending/evt-1.md
run cx
out_has 'inbox    1 capture waits: cx normalize'
at 40 "sed -i 's/^/x/' rules/release_windows.md; cx"
sed -i '1d' "$T/plain" # a path may be long
ok 'at 40 columns cx alone wraps no line' [ "$(widest)" -le 40 ]
ok '... of nine' [ "$(wc -l <"$T/plain")" -ge 9 ]
for columns in 40 80; do
	at $columns 'cx doctor'
	ok "at $columns columns cx doctor wraps its words" [ "$(grep -v ' cx \| cp ' \
		"$T/plain" | LC_ALL=C.UTF-8 wc -L)" -le $columns ]
	ok '... of eight lines' [ "$(wc -l <"$T/plain")" -ge 8 ]
done
at 80 'cx check --rules'
ok 'the rules, a line each' \
	grep -q '^info     broken-reference: ' "$T/plain"
run cx check --rules
jq_of -s "$T/out" 'map(keys_unsorted) | unique | tojson' \
	'"[[\"code\",\"severity\",\"about\"]]"' 'in a pipe they are records'
printf -- '---\nname: A\n---\n[[no such note of this name]] [[x]]\n' >w.md
at 40 'cx check w.md'
sed -i '/^w.md/d' "$T/plain"
ok 'at 40 columns cx check wraps its words' [ "$(widest)" -le 40 ]
ok '... all of them' grep -q "'x'" "$T/plain"
rm w.md
at 80 'cx help'
ok 'cx help fits 24 rows' [ "$(wc -l <"$T/plain")" -le 23 ]
ok '... of 80 columns' [ "$(widest)" -le 80 ]
ok '... and says how to see all' grep -q 'cx help --all' "$T/plain"
at 80 'cx help --all'
cx help >"$T/all"
same "$T/plain" "$T/all" 'cx help --all is what cx help prints elsewhere'
mkdir "$T/none" && cd "$T/none" || exit 99
run cx
status 2
is "$(sed 's/:.*//' "$T/err" | head -n 1)" cx 'a message of cx itself begins so'
err_has 'cx init'
cd "$T/w" || exit 99
run cx help
for g in everyday writing 'the vault' agents plumbing; do
	ok "cx help has a group: $g" grep -q "^$g" "$T/out"
done
cx help | sed -n 's/^  \([a-z][a-z-]*\)  *[^ ].*/\1/p' | sort >"$T/listed"
{ (cd "$BIN/../libexec/cortex" && find . -maxdepth 1 -type f -perm -u+x) |
	sed 's|^\./||'; (cd "$BIN" && find . -name 'cx-*') | sed 's|^\./cx-||'; } |
	sort -u >"$T/there"
same "$T/listed" "$T/there" 'cx help lists each command once'
done_testing
