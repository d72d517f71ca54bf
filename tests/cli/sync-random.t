#!/bin/sh
# sync-random.t: random histories on three clones, which are synced in random
# order.  All come to the same bytes, every write is in some note, no marker is
# left where cx check is content, and hardly ever is a person needed.  SEED=N
# repeats one, ROUNDS=N is how many of edits and syncs there are.
# shellcheck disable=SC2013,SC2034,SC2094,SC2154
. "$(dirname "$0")/../tap.sh"
need git jq

CORTEX_NOW=2026-04-15T12:00:00
export CORTEX_NOW
SEED=${SEED:-$(($(date +%s) % 100000))}
ROUNDS=${ROUNDS:-6}
note "SEED=$SEED ROUNDS=$ROUNDS"
git config --global user.name T
git config --global user.email t@example.org
git config --global init.defaultBranch main

fresh_note() # ID WORD DAY
{
	printf -- '---\nid: %s\nname: Note %s\nstatus: active\ncreated: 2026-01-01\nupdated: 2026-01-%02d\ntags: [%s]\nrefs: 1\n---\n# Note\n' \
		"$1" "$1" "$3" "$2"
	for s in one two three four five; do
		printf '\n## %s\n\nText of %s.\n' $s $s
	done
}

### notes alone, many of them

# edit FILE SEED: some random edits; what they write goes into words
edit()
{
	awk -v seed="$2" -v file="$1" 'BEGIN {
		srand(seed)
		rand()
		for (n = 1 + int(rand() * 4); n > 0; n--) {
			w = "w" seed "x" n
			k = rand()
			if (k < .2)
				s = s "\ns/^tags: \\[/&" w ", /"
			else if (k < .4)
				s = s sprintf("\ns/^updated.*/updated: 2026-03-%02d/",
					1 + int(rand() * 28))
			else if (k < .5)
				s = s "\ns/^refs: .*/refs: " 2 + int(rand() * 9) "/"
			else if (k < .55)
				s = s "\ns/^status: .*/status: " \
					(rand() < .5 ? "archived" : "resolved") "/"
			else if (k < .57)
				s = s "\ns/^name: .*/name: " w "/"
			else if (k < .8)
				s = s "\n$a\\\n" w
			else
				s = s "\n" (13 + 4 * int(rand() * 5)) "a\\\n" w
			if (k < .2 || k >= .57)
				print w >>"words"
		}
		print s >"script"
	}'
	sed -i -f script "$1"
}
pairs=300
conflicts=0
i=0
: >"$T/wrong"
fresh_note base x 1 >base
while [ $i -lt $pairs ]; do
	i=$((i + 1))
	: >words
	cp base one
	cp base two
	edit one $((SEED + 2 * i))
	edit two $((SEED + 2 * i + 1))
	cx-merge base one two >got
	rc=$?
	cx-merge base two one >other
	if [ $rc -ne 0 ]; then
		conflicts=$((conflicts + 1))
		grep -q '^<<<<<<< ' got || echo "$i: status $rc, no marker"
	else
		cmp -s got other || echo "$i: depends on the side"
		! grep -q '^<<<<<<< ' got || echo "$i: a marker"
	fi
	while read -r w; do
		grep -qw "$w" got || echo "$i: $w is lost"
	done <words
done >>"$T/wrong"
is "$(head -n 5 "$T/wrong")" '' "$pairs pairs of edits: symmetric, nothing lost"
note "of $pairs pairs, $conflicts need a person"
ok 'at most one of twenty needs a person' [ $((conflicts * 20)) -le $pairs ]

### clones

clones='a b c'
git init -q --bare r
git clone -q r a 2>/dev/null
(
	cd a || exit
	touch cortex.toml
	for i in 1 2 3 4 5 6; do
		fresh_note n$i x 1 >n$i.md
	done
	cx sync
) >"$T/out" 2>&1 || exit 99
for c in b c; do git clone -q r $c; done
: >words
merges=0
persons=0
sync() # CLONE: and a person, if there has to be one
{
	(cd "$1" && cx sync) >"$T/out" 2>"$T/err"
	rc=$?
	! grep -q '^merged' "$T/out" || merges=$((merges + 1))
	[ $rc -ne 1 ] || {
		persons=$((persons + 1))
		(
			cd "$1" && cx check --rule conflict-marker >"$T/check"
			[ $? -eq 1 ] || echo "$1: cx check does not see it"
			sed -i '/^<<<<<<< /d;/^=======$/d;/^>>>>>>> /d' ./*.md
			# One name is enough.
			for f in ./*.md; do
				awk '/^name:/ && n++ { print "was: " $2; next }
					{ print }' "$f" >../settled
				cmp -s ../settled "$f" || cp ../settled "$f"
			done
			cx sync >"$T/out" 2>"$T/err"
		)
		rc=$?
	}
	[ $rc -eq 0 ] || echo "$1: status $rc: $(head -n 3 "$T/err")"
}
# work CLONE SEED: in a clone
work()
{
	(
		cd "$1" || exit
		# shellcheck disable=SC2046 # two words
		set -- "$1" "$2" $(awk -v seed="$2" 'BEGIN { srand(seed); rand()
			print int(rand() * 10), 1 + int(rand() * 6),
				1 + int(rand() * 28) }')
		case $3 in
		0 | 1)
			# A name that others may have given, too.
			[ -e "new$4.md" ] || {
				fresh_note "new$4" "w$2n" "$5" |
					sed "s/^# Note/# Note w$2n/" >"new$4.md"
				echo "w$2n" >>../words
			}
			;;
		2) cx archive "n$4.md" ;;
		3) cx touch "n$4.md" ;;
		4) cx supersede "n$4.md" "n$(($4 % 6 + 1)).md" ;;
		5) cx edit "n$4.md" "tags+=w$2t" && echo "w$2t" >>../words ;;
		*)
			cp "n$4.md" ../edited
			cd .. && edit edited "$2" && cp edited "$1/n$4.md"
			;;
		esac
	) >"$T/out" 2>&1
}
i=0
s=$SEED
while [ $i -lt "$ROUNDS" ]; do
	i=$((i + 1))
	for c in $clones; do
		for j in 1 2 3; do
			s=$((s + 1))
			work "$c" $((s * 7))
		done
	done
	for c in $(awk -v seed="$s" 'BEGIN { srand(seed)
		split("a b c", c, " ")
		for (n = 3; n > 0; n--) {
			k = 1 + int(rand() * n)
			print c[k]
			c[k] = c[n]
		} }'); do
		sync "$c"
	done
done >"$T/wrong"
# Until nobody has anything to push.
for c in $clones $clones; do sync "$c"; done >>"$T/wrong"
is "$(head -n 5 "$T/wrong")" '' 'every sync comes to its end'
for c in b c; do
	is "$(git -C $c rev-parse HEAD)" "$(git -C a rev-parse HEAD)" \
		"$c is at the commit of a"
	diff -r -x .git -x .cortex -x index -x layers a $c >"$T/diff"
	file_empty "$T/diff" "$c has the bytes of a"
done
git -C a grep -hwoE 'w[0-9]+(x[0-9]+|n|t)' -- . | sort -u >there
sort -u words | comm -23 - there >lost
file_empty lost 'every write is in some note'
run cx -C a check --rule conflict-marker,duplicate-id
status 0 'no marker, no id twice'
note "$merges merges, $persons by a person, $(wc -l <words) writes"
ok 'a person is hardly ever needed' [ $((persons * 20)) -le $((merges + 20)) ]
done_testing
