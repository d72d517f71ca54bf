#!/bin/sh
# search-damage.t: an index that is cut short, damaged, half deleted or of
# another version gives the right answer, or one line and status 4.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$0")/../tap.sh"
need jq python3

CORTEX_NOW=2026-04-15T12:00:00
export CORTEX_NOW
TOOLS=$SRC/tests/tools

python3 "$TOOLS/random-vault.py" 31 40 v || exit 99
cx-scan --body v >rec 2>scan.err
cx-index --search -o whole rec || exit 99
printf '{"query":"%s"}\n' 'deploy risk' 'cache 2023 東京 index' \
	'frozen on-call name:id' 'tag:ops 9 May' 'eplo naïve' >qs

### every file, every way (tests/tools/damage-index.py)

cp -a whole ix
jq -c '{type: "decision", project, content: .body[0:1500],
	reason: "Nobody could say why it was so"}' rec |
	awk 'length > 200 && n++ < 3' >cands
ok 'there are candidates' [ "$(wc -l <cands)" -eq 3 ]
python3 "$TOOLS/damage-index.py" ix qs "${CX_FAULTS:+3}" v cands >report \
	2>"$T/err"
is "$?" 0 'the damage was done'
err_empty 'all of it'
for f in whole/generations/current/*; do
	f=${f##*/}
	grep "^$f: " report >wrong
	is "$(wc -l <wrong | tr -d ' ')" 0 "$f: $(sed -n \
		"s/^$f \([0-9]*\) \([0-9]*\)$/\1 questions, \2 refused/p" report)"
	head -n 5 wrong | cut -c 1-300 | sed 's/^/#   /'
	case $f in
	by_*.json | graph.json)
		ok "$f: no query needs it" grep -q "^$f [0-9]* 0$" report
		;;
	*)
		not_ok "$f: some damage is seen" grep -q "^$f [0-9]* 0$" report
		;;
	esac
done
ok 'put back, it answers as before' sh -c '! grep "^whole: " report'

# refused TEXT FIXED-STRING…: both rankings, status 4, one line which has them
refused()
{
	refused_text=$1
	shift
	for rank in cortex recall; do
		run cx-score -i ix --rank "$rank" deploy risk
		status 4 "$refused_text, $rank: status 4"
		out_empty "$refused_text, $rank: no answer"
		err_lines 1 "$refused_text, $rank: one line"
		for word in "$@"; do
			err_has "$word" "$refused_text, $rank: says $word"
		done
	done
}

fresh()
{
	rm -rf ix
	cp -a whole ix
}

# meta FILTER: meta.json changed by jq, and sealed again
meta()
{
	fresh
	jq -c "$1" whole/generations/current/meta.json |
		python3 "$SRC/tests/tools/seal-meta.py" >m || exit 99
	rm -f ix/generations/current/meta.json
	cp m ix/generations/current/meta.json
}

### another version, another analyzer

meta '.schema = 99'
refused 'formats of the future' ix rebuild
meta '.search.schema = 99'
refused 'a search set of the future' ix rebuild
meta '.search.schema = 0'
refused 'a search set of the past' ix rebuild
meta '.search.analyzer = "1; porter; utf8proc 1.0, unicode 1; snowball 0"'
one_refused()
{
	run cx-score -i ix --rank recall deploy
	status 4 "$1: status 4"
	out_empty
	err_lines 1
	err_has analyzer
	err_has rebuild
}
one_refused 'another version of a library'
meta '.search.analyzer |= sub("auto porter"; "auto klingon")'
one_refused 'a language that there is not'

### meta.json that is JSON and wrong

for change in 'del(.search)' '.search = 5' '.search.files = []' \
	'del(.search.files.words)' '.search.files.words = -1' \
	'.search.files.words = 1e3' '.search.files.words = "x"' \
	'.search.files.postings = 99999999999999999999' \
	'.search.atoms = 0' '.search.atoms = 4294967296' '.search.atoms = -40' \
	'.search.atoms += 1' '.search.atoms -= 1' '.search.atoms = "40"' \
	'del(.search.atoms)' '.search.atoms = null' '.search.sums = 5' \
	'del(.search.sums)' '.search.sums.text = -1' \
	'.search.sums.texts = 1.5' '.search.sums.words = "x"' \
	'del(.search.statuses)' '.search.statuses = []' \
	'.search.statuses = [1,2,3,4,5,6,7,8,9]' 'del(.search.analyzer)' \
	'.search.analyzer = null' 'del(.schema)' '.schema = "1"' '[.]' '5'; do
	meta "$change"
	# a member that these rankings do not need may be wrong
	cx-score -i whole --rank recall deploy risk >want
	run cx-score -i ix --rank recall deploy risk
	if [ "$rc" -eq 0 ] && cmp -s "$T/out" want; then
		result 0 "meta.json, $change: not needed"
		continue
	fi
	status 4 "meta.json, $change: status 4"
	out_empty "meta.json, $change: no answer"
	err_lines 1 "meta.json, $change: one line"
	err_has ix "meta.json, $change: says where"
	err_has rebuild "meta.json, $change: says how to mend"
done

### an index of a stranger's: every checksum is right

# invent BYTES COUNT WHERE: files that are not there, listed before the others,
# and once more before WHERE
invent()
{
	fresh
	awk -v bytes="$1" -v n="$2" -v where="\"${3:-none}\":{\"bytes" '
	function put(name, i) {
		for (i = 0; i < n; i++)
			printf "\"%s%d\":{\"bytes\":%s,\"digest\":\"\"},",
				name, i, bytes
	}
	{
		at = index($0, "\"files\":{\"bodywords\":{") + 8
		printf "%s", substr($0, 1, at)
		put("a")
		rest = substr($0, at + 1)
		at = index(rest, where)
		printf "%s", substr(rest, 1, at - 1)
		if (at)
			put("b")
		print substr(rest, at ? at : 1)
	}' whole/generations/current/meta.json |
		python3 "$SRC/tests/tools/seal-meta.py" >m || exit 99
	rm -f ix/generations/current/meta.json
	cp m ix/generations/current/meta.json
}
# Blocks of 4096 bytes: 8192 times 2^51 of them are 2^64, that is none.
invent 9223372036854775807 4096 postings
refused 'invented files, whose blocks wrap to 0' damaged 'cx rebuild'
invent 9223372036854775807 1
refused 'an invented file that is too large' damaged 'cx rebuild'
invent 0 1
refused 'an invented file of no bytes' damaged 'cx rebuild'
meta '.files["by_tag.json"].bytes = 4503599627370496'
refused 'a view that is too large' damaged 'cx rebuild'
meta '.files["by_tag.json"].bytes = -1'
refused 'a view of a negative size' damaged 'cx rebuild'

### an index that is not there, in part or at all

fresh
rm -rf ix/generations/g-*
refused 'generation gone' ix rebuild
fresh
rm ix/generations/current
refused 'current gone' ix rebuild
fresh
rm ix/generations/current
ln -s g-nowhere ix/generations/current
refused 'current that dangles' ix rebuild
rm -rf ix
refused 'no index' ix rebuild
mkdir ix
refused 'an empty directory' ix rebuild
rm -rf ix
echo x >ix
refused 'a file' ix
rm ix
cx-index -o ix rec
refused 'no search set' ix rebuild
for f in words postings docs.words docs.names meta.json manifest.json; do
	fresh
	rm "ix/generations/current/$f"
	mkdir "ix/generations/current/$f"
	run cx-score -i ix --rank recall deploy risk
	status 4 "$f is a directory: status 4"
	err_lines 1
	err_has "$f"
	rmdir "ix/generations/current/$f"
	mkfifo "ix/generations/current/$f"
	run timeout 200 cx-score -i ix --rank recall deploy risk
	status 4 "$f is a FIFO: status 4, and no waiting"
	err_lines 1
	err_has "$f"
done

### of no atoms at all it is whole

: >none
cx-index --search -o empty none
for rank in cortex recall; do
	run cx-score -i empty --rank "$rank" deploy
	status 1 "no atoms, $rank: no result"
	out_empty
	err_empty
done

done_testing
