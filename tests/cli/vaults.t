#!/bin/sh
# vaults.t: several vaults answer as one that holds all their notes.
# shellcheck disable=SC1091,SC2016,SC2154,SC2317
. "$(dirname "$0")/../tap.sh"
. "$SRC/tests/records.sh"
need jq awk

CORTEX_NOW=2026-04-15T12:00:00
export CORTEX_NOW
vaults=6
parts="0 1 2 3 4 5"
all="whole s0 s1 s2 s3 s4 s5"

### the same notes in one vault and in several

split() # SEED N QUERIES
{
	rm -rf p
	for v in $all; do
		mkdir -p "p/$v/atoms" "p/$v/rules" "p/$v/.cortex/access"
		printf '[rank]\nlanguage = "english"\n[index]\ndelta_from = %s\n' \
			"$([ "$v" = whole ] && echo 1000000 || echo 3)" \
			>"p/$v/cortex.toml"
	done
	awk -v seed="$1" -v n="$2" -v k=$vaults -v q="$3" -v out=p \
		-f "$SRC/tests/tools/vaults.awk"
	mv p/queries queries
	for i in $parts; do
		echo "s$i:p/s$i"
	done >p/list
}
rebuild()
{
	for v in $all; do
		cx -C "p/$v" rebuild || return
	done
}
# The names of the vaults are all that differs.
unnamed()
{
	sed 's/^{"path":"s[0-9]:/{"path":"/
		:more
		s/\("copies":\[\("[^]"]*",\)*"\)s[0-9]:/\1/
		t more' "$@"
}
alike() # TEXT OPTION...
{
	text=$1
	shift
	cx-score -c p/config -i p/whole/index -C p/whole --fresh=no "$@" \
		>one 2>one.err
	one=$?
	# There it is a path in each of them.
	for a; do
		shift
		set -- "$@" "${a#p/whole/}"
	done
	cx-score -c p/config --vaults p/list "$@" >many.out 2>many.err
	is "$?" "$one" "$text: status"
	unnamed many.out >many
	same many one "$text: $(wc -l <one) results"
	same many.err one.err "$text: messages"
}
all_alike() # TEXT
{
	alike "$1, all" --rank recall --top 0 --queries queries
	alike "$1, explained" --rank recall --explain --queries queries
	alike "$1, as cx search" --search --current --top 4 --queries queries
	alike "$1, misspelt" --search --fuzzy --line --top 3 \
		--queries queries
	alike "$1, names" --rank cortex --queries queries
	alike "$1, filtered" --rank recall --project p1 --since 60d \
		--where 'path>atoms/a2 or body~load' --queries queries
	alike "$1, scope" --rank recall --scope rules --tag deploy \
		--queries queries
	alike "$1, context" --rank context --top 30
	alike "$1, context with neighbours" --rank context --linked \
		--where project=p1 --top 0
	alike "$1, with use" --rank recall --top 7 \
		--access p/whole/.cortex/access --queries queries
	alike "$1, use alone" --search --top 9 --where status=active \
		--access p/whole/.cortex/access
}
for seed in ${CX_SEEDS:-1 2}; do
	split "$seed" 300 100
	cx-config p/whole/cortex.toml >p/config
	ok "seed $seed: indexes" rebuild
	all_alike "seed $seed"

	# Edits, deletions and new notes: deltas in some of the parts.
	for f in p/s[0-3]/atoms/?[1-9]*7.md; do
		printf 'deploy risk cache, edited\n' >>"$f"
		cp "$f" "p/whole/${f#p/s?/}"
	done
	for f in p/s[0-2]/rules/?[1-9]*5.md; do
		rm "$f" "p/whole/${f#p/s?/}"
	done
	printf -- '---\nname: Zebra\nupdated: 2026-04-14\n---\nzebra queue [[z]]\n' \
		| tee p/s1/rules/zz.md >p/whole/rules/zz.md
	ok "seed $seed: deltas" rebuild
	ok "seed $seed: some have one" \
		[ -e p/s1/index/generations/current/delta.atoms ]
	not_ok "seed $seed: and some not" \
		[ -e p/s5/index/generations/current/delta.atoms ]
	all_alike "seed $seed, edited"
done

### one note of one vault

run cx-score -c p/config --vaults p/list --rank recall --top 1 zebra
status 0 'a note of one vault'
jq_is .path '"s1:rules/zz.md"' 'its path begins with the name of the vault'
run cx-score -c p/config --vaults p/list --rank recall \
	--why-not s1:rules/zz.md queue
status 0 'why not'
jq_is .path '"s1:rules/zz.md"' 'why not of a note in one of them'
run cx-score -c p/config --vaults p/list --rank recall \
	--why-not rules/zz.md queue
status 1 'a path without the name of a vault'

### by name: [vaults] in the user's own configuration

own=$HOME/.config/cortex/cortex.toml
own() { mkdir -p "${own%/*}" && { echo '[vaults]' && cat; } >"$own"; }
here=$PWD/p
named() { sed "s,\(.*\):p/\(.*\),\1 = \"$here/\2\"," p/list; }
named | own
cx-score -c p/config -i p/whole/index -C p/whole --fresh=no --rank recall \
	--search --current --top 9 deploy risk >one
run cx search --vaults all --limit 9 --json deploy risk
status 0 'cx search in all'
unnamed "$T/out" >many
same many one 'cx search --vaults all'
run cx search --vaults s3,s1 --top 1 zebra
status 0 'in two, from anywhere'
out_has '  s1:rules/zz.md' 'people see the path with its vault'
run cx recall --vaults s3,s1 zebra
out_has '  s1:rules/zz.md' 'cx recall, too'
run cx search --vaults s3,s4 zebra
status 1 'what is in none of those named'
is "$(ls p/s1/.cortex/access)" h-2026-04.ndjson 'no log is written'

# A note that is newer than its index, and one that has gone.
printf 'quagga\n' >p/s4/atoms/new.md
rm p/s1/rules/zz.md p/whole/rules/zz.md
run cx search --vaults all --paths quagga
out_is s4:atoms/new.md 'the indexes are brought up to date'
run cx search --vaults s1 zebra
status 1 'what is gone is not found'
rm p/s4/atoms/new.md
run cx search --vaults s4,s5 --fresh=require quagga
status 5 '--fresh=require: one is behind'
rebuild

run cx summary --vaults all --json
mv "$T/out" many
cx -C p/whole summary --json >one
for count in atoms layers status projects types tags; do
	is "$(jq -c ".$count" many)" "$(jq -c ".$count" one)" \
		"cx summary: $count of all"
done
cx -C p/whole context --no-log --budget 12000 --format json |
	jq -c '.items[] | [.section, .path, .name]' | head -n 20 >one
cx context --vaults all --budget 12000 --format json |
	jq -c '.items[] | [.section, (.path | sub("^s[0-9]:"; "")), .name]' |
	head -n 20 >many
same many one 'cx context of all begins as that of one'
run cx context --vaults all --query 'deploy risk'
status 0 'cx context --query'
out_has 'source: s' 'its sources name the vaults'

printf -- '---\nname: Bad\nlinks: [nowhere_at_all]\n---\nx\n' >p/s2/atoms/bad.md
run cx check --vaults s2,s3 --format lines --rule broken-link
status 0 'cx check of two'
out_has 's2:atoms/bad.md' 'its findings name the vault'
out_lacks 's1:' 'and are of those named'
run cx check --vaults s2,s3 --strict --json --rule broken-link
status 1 'its status is that of the worst'
run cx check --vaults s2 p/s2/atoms/bad.md
status 2 'files are of one vault'
rm p/s2/atoms/bad.md

### one note by its vault

set -- p/s2/rules/*.md
note=${1##*/}
run cx show "s2:rules/$note" --json
status 0 'cx show NAME:PATH'
err_empty 'reading says nothing more'
run cx edit "s2:rules/$note" importance=7
status 0 'cx edit NAME:PATH'
err_has 'in the vault s2, ' 'a write names its vault'
ok 'it is written there' grep -q '^importance: 7' "p/s2/rules/$note"
run cx edit "s2:rules/$note" s3:rules/x.md importance=7
status 2 'two vaults in one command'
err_has 'a command works in one vault'
run sh -c 'echo A note in the third vault | cx -C s3: new Third'
status 0 'cx -C NAME: new'
err_has 'in the vault s3, '
is "$(find p -name '*third*' | cut -d / -f 2)" s3 'it is there'
run cx -C p/s1 show "s2:rules/$note"
status 2 '-C and NAME: of another'
run cx -C p/s1 show "none:rules/$note"
not_ok 'a name that is no vault is a part of the path' [ "$rc" -eq 0 ]

### what cannot be asked

run cx search --vaults s1,nobody x
status 2 'an unknown name'
err_has "no vault is named 'nobody'"
run cx search --vaults '' x
status 2 'no name'
run cx search --vaults s1 --relation x y
status 2 'with --relation'

# One that is missing, or cannot be read: the others answer.
sample() { cx search --vaults "$1" --paths --limit 3 deploy; }
sample s0,s1 >one
trouble() # TEXT NAME MESSAGE
{
	run sample "s0,s1,$2"
	status 3 "$1: marked partial"
	same "$T/out" one "$1: the others answer"
	err_has "$3" "$1: told"
}
rm -rf other && mkdir -p other/plain other/loop p/s0/inner
ln -s "$PWD/other/loop/b" other/loop/a
ln -s "$PWD/other/loop/a" other/loop/b
ln -s "$here/s0" other/link
touch p/s0/inner/cortex.toml
cp -r p/s2 other/old && cp -r p/s2 other/damaged && cp -r p/s2 other/words
{
	named
	for v in gone plain link old damaged words; do
		echo "$v = \"$PWD/other/$v\""
	done
	echo "loop = \"$PWD/other/loop/a\""
	echo "inner = \"$here/s0/inner\""
} | own
trouble missing gone 'vault gone is left out: '
trouble 'no vault' plain 'plain: not a vault'
trouble 'a loop of links' loop 'vault loop is left out: '
trouble 'the same vault twice' link 'is also vault s0'
trouble 'a vault within a vault' inner 'inner is inside of vault s0'
sed -i 's/^language.*/language = "german"/' other/words/cortex.toml
trouble 'another language' words 'has words of another language'
# An index that is not there, and that cannot be made.
rm -rf other/old/index && echo no >other/old/index
trouble 'no index, and none can be made' old 'vault old is left out: '
f=other/damaged/index/generations/current/postings
sed 'y/abcde/bcdea/' $f >p/postings && cat p/postings >$f
run sample s0,s1,damaged
status 3 'a damaged index: marked partial'
err_has 'vault damaged is left out: ' 'a damaged index: told'
run sample gone
status 4 'none is left'
run sample s0,s0
status 0 'one named twice is asked once'

echo '"a/b" = "/tmp"' | own
run sample all
status 2 'a name with a slash'
err_has 'cortex.toml:2:'
echo 'far = "ssh://-host/path"' | own
run sample all
status 2 'another machine, which is an option'
echo 'here = "relative/path"' | own
run sample here
status 2 'a relative path'
echo 'x =' | own
run sample all
status 2 'a file that is no TOML'
printf '[search]\nlimit = 3\n[vaults]\ns0 = "%s"\n' "$here/s0" >"$own"
run sample all
status 0 'other sections'
err_has 'only [vaults] counts here, not search'

echo 'vaults = 3' >"$own"
run sample all
status 2 'no table'
err_has 'vaults: expected a table'

# What follows an option may be a text of any form.
mkdir -p words/.cortex mine/.cortex
for v in words mine; do
	printf '# A\n\nkettle\n' >$v/a.md
	printf '# B\n\npot\n' >$v/b.md
	cp -R $v $v.was
done
printf '[vaults]\nfound = "%s"\n' "$PWD/words" >"$own"
run cx -C mine supersede --reason 'found: decided so' a b
status 0 'a reason with a colon'
err_lacks 'in the vault'
ok '... is kept whole' grep -qx 'superseded_reason: .found: decided so.' mine/a.md
run cx -C mine edit --section 'found: one' a </dev/null
err_lacks 'in the vault' 'a heading with a colon'
same words/a.md words.was/a.md '... and no other vault is written to'
run cx archive --dry-run found:a.md
status 0 'an option without a value'
err_has 'in the vault found,'
run cx search --vaults found kettle
status 0 'a vault whose name is that of a file of ours'
out_has found:a.md

# A vault names none: whoever wrote it could be a stranger.
rm "$own"
printf '[vaults]\nmine = "%s"\n' "$here/s1" >>p/s0/cortex.toml
run cx -C p/s0 search --vaults mine deploy
status 2 'a vault cannot name vaults'
err_has 'vaults is ignored'
run cx -C p/s0 show mine:rules/x.md
not_ok 'nor lead out of itself by a name' [ "$rc" -eq 0 ]

done_testing
