#!/bin/sh
# vaults.t: several vaults answer as one that holds all their notes.
# shellcheck disable=SC1091,SC2016,SC2154,SC2317
. "$(dirname "$0")/../tap.sh"
. "$SRC/tests/records.sh"
need jq awk

CORTEX_NOW=2026-04-15T12:00:00
export CORTEX_NOW
vaults=6
parts=$(seq 0 $((vaults - 1)))

### the same notes in one vault and in several

split() # SEED N QUERIES
{
	rm -rf p
	for v in whole $(printf 's%s ' $parts); do
		mkdir -p p/$v/atoms p/$v/rules p/$v/.cortex/access
		printf '[rank]\nlanguage = "english"\n[index]\ndelta_from = %s\n' \
			"$([ $v = whole ] && echo 1000000 || echo 3)" \
			>p/$v/cortex.toml
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
	for v in whole $(printf 's%s ' $parts); do
		cx -C p/$v rebuild || return
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

done_testing
