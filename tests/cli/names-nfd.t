#!/bin/sh
# names-nfd.t: a word is found however the characters of a name are composed:
# macOS writes file names decomposed, keyboards write words composed.
# shellcheck disable=SC1091,SC2016,SC2086,SC2154
. "$(dirname "$0")/../tap.sh"
need jq

CORTEX_NOW=2026-04-15
export CORTEX_NOW
nfc=$(printf 'caf\303\251')		# é
nfd=$(printf 'cafe\314\201')		# e and U+0301
upper=$(printf 'CAF\303\211')		# É
lower=$(printf 'CAFE\314\201')
hangul=$(printf '\354\271\264')		# one syllable
jamo=$(printf '\341\204\217\341\205\241') # its letters

# rec PATH NAME TAG PROJECT DESCRIPTION
rec()
{
	printf '{"path":"%s.md","name":"%s","type":"rule","project":"%s",' \
		"$1" "$2" "$4"
	printf '"status":"active","updated":"2026-04-14","tags":["%s"],' "$3"
	printf '"description":"%s","links_out":[],"body":"text"}\n' "$5"
}
{
	for e in "$nfc" "$nfd" "$upper" "$lower"; do
		rec "a/$e" n t p d
		rec "b/name-$e" "The $e Deploy" t p d
		rec "c/tag" n "$e" p d
		rec "d/project" n t "$e" d
		rec "e/description" n t p "at the ${e}s"
	done | awk '{sub(/\.md"/, "-" NR ".md\"")} 1'
	rec hangul "x${hangul}y" t p d
	rec jamo "x${jamo}y" t p d
	# Marks alone, and what composes to nothing shorter.
	rec marks "$(printf 'a\314\201\314\200b \340\245\230 \360\235\205\240')" \
		t p d
	rec plain cafe cafe cafe cafe
} | LC_ALL=C sort >records
cx-index --search -o index <records
[ -s index/manifest.json ] || exit 99

for word in "$nfc" "$nfd" "$upper" "$lower"; do
	run cx-score -f records --top 0 "$word"
	is "$(wc -l <"$T/out" | tr -d ' ')" 20 \
		"$word: all four forms in all five fields"
	for field in name tag project description path; do
		n=4
		[ $field != path ] || n=8
		run cx-score -f records --top 0 "$field:$word"
		is "$(wc -l <"$T/out" | tr -d ' ')" $n "$field:$word"
	done
done
for q in "$nfc" "$nfd" "$upper deploy" "name:$nfd" "tag:$nfc" \
	"project:$nfd" "description:${nfd}s" "path:$nfc" "$hangul" "$jamo" \
	"x$jamo" cafe "$(printf '\314\201')" "$(printf 'a\314\201')" \
	"$(printf '\303\241\314\200')" "$(printf '\340\245\230')" \
	"$(printf '\360\235\205\240')" "deploy -$nfd" "${nfd}-" "/$nfd"; do
	for how in "" --explain; do
		cx-score -f records --top 0 $how -- $q >want
		cx-score -C . -i index --top 0 $how -- $q 2>err >got
		jq_same got . want 'del(.body)' \
			"$q $how: the index gives the same"
	done
done
run cx-score -f records --top 0 cafe
jq_of -r "$T/out" .path plain.md 'an accent is not left out'
for q in "x$hangul" "x$jamo" "$hangul" "$jamo"; do
	run cx-score -i index --top 0 "$q"
	jq_of -rs "$T/out" 'map(.path) | sort | join(" ")' \
		'hangul.md jamo.md' "a syllable and its letters: $q"
done
# --where compares as cx-select does, byte by byte, with the same answer.
for project in "$nfc" "$nfd"; do
	for how in '--access /dev/null' 'text --rank recall'; do
		# shellcheck disable=SC2086
		set -- ${how#text }
		cx-score -f records --top 0 --where "project=$project" "$@" \
			${how%%--*} >want
		cx-score -i index --top 0 --where "project=$project" "$@" \
			${how%%--*} >got
		jq_same got . want 'del(.body)' \
			"--where project=$project ($how)"
	done
done
# So do --tag and --scope, in whatever form they are typed.
for form in "$nfc" "$nfd" "$upper"; do
	cx-score -f records --rank recall --top 0 --tag "$form" text >want
	is "$(wc -l <want | tr -d ' ')" 4 "--tag $form finds all forms"
	cx-score -i index --rank recall --top 0 --tag "$form" text >got
	jq_same got .path want .path '... and the index the same'
done
for project in "$nfc" "$nfd"; do
	run cx-score -i index --rank recall --top 0 --scope "$project" text
	status 0 "--scope $project is a project"
done
# Recall with a field is about the same fields.
for q in "name:$nfc text" "project:$nfd text"; do
	# shellcheck disable=SC2086
	run cx-score -i index --rank recall --top 0 $q
	is "$(wc -l <"$T/out" | tr -d ' ')" 4 "recall $q"
done

mkdir -p vault/.cortex vault/notes
echo text >"vault/notes/Caf$(printf 'e\314\201').md"
cx -C vault rebuild
run cx -C vault search "$nfc"
status 0
ok 'cx search finds a decomposed file name' [ -s "$T/out" ]

done_testing
