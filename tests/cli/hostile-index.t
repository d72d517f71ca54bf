#!/bin/sh
# hostile-index.t: an index that somebody else has made, with every checksum
# right: no reader opens what its records name outside of the vault, waits for
# it or crashes.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$0")/../tap.sh"
need jq timeout

CORTEX_NOW=2026-04-15T12:00:00
export CORTEX_NOW
mkdir -p out v/atoms
echo 'TOPSECRET queue' >out/secret.md
touch v/cortex.toml
echo '# a queue' >v/atoms/a.md
ln -s ../out v/link
mkfifo v/atoms/fifo.md
outside() { (cd out && ls -lA --time-style=full-iso && cksum -- *); }
long=$(printf '%05000d' 7)
jq -nc --arg out "$PWD/out" --arg long "$long" '
	def rec: {path: ., id: ., name: ("queue " + .[:9]), type: "decision",
		project: "../out", status: "active", created: "2026-01-01",
		updated: "2026-01-01", tags: ["../out/tag"],
		description: "queue", lines: -1, size_bytes: 9,
		links_out: ["../out/secret", "atoms/a", "/etc/passwd"],
		extra: {"\u0000": "x", superseded_by: "../out/secret.md"},
		body: "queue of the text [[../out/secret]]"};
	["../out/secret.md", "../../etc/passwd", "\($out)/secret.md",
	"atoms/../../out/secret.md", "./atoms/a.md", "atoms//a.md", "a\nb.md",
	"\u001b[31m.md", "\u202e.md", "atoms/fifo.md", "link/secret.md", ".",
	"..", "/", "/dev/stdin", "-n", "\($long).md", "atoms/a.md"]
	| unique[] | rec' >records
jq -s 'sort_by(.path) | .[] ' -c records >sorted
run cx-index --search -o v/index sorted
if [ "$rc" -ne 0 ]; then
	show_run
	exit 99
fi
cx-layer -o v/layers sorted 2>layer.err
cp -R v/index whole
outside >before

cd v || exit 99
# ask: all that reads an index
ask() # TEXT
{
	for c in 'cx search --fresh=no queue' 'cx search --json queue' \
		'cx search queue' 'cx recall queue' 'cx recall --content queue' \
		'cx recall --relation atoms/a.md queue' \
		'cx context --no-log' 'cx summary' 'cx links' \
		'cx links --broken' 'cx review --list' 'cx-index --cat index' \
		'cx-show --content index' 'cx-show --paths index' \
		'cx-select type=decision index' 'cx-links --mentions index' \
		'cx-pack --budget 500 index' 'cx-layer index' \
		'cx-score -i index -C . --snippets queue' \
		'cx-score -i index -C . --rank recall --body queue' \
		'cx-score -i index -C . --rank context --linked --body' \
		'cx-score -i index -C . queue --why-not ../out/secret.md' \
		'cx-gate -i index -C . ../candidate' 'cx-check --index index' \
		'cx-move -n -C . ../out/secret.md atoms/x.md' \
		'cx edit ../out/secret.md status=open' 'cx-life index'; do
		# shellcheck disable=SC2086 # words
		run timeout 200 $c </dev/null
		case $rc in
		[0-5]) result 0 "$1: ends ($rc): $c" ;;
		*)
			result 1 "$1: ends, not with $rc: $c"
			show_run
			;;
		esac
		cat "$T/out" "$T/err" >said
		file_lacks said TOPSECRET "$1: nothing outside is read: $c"
		file_lacks said root:x: "$1: nor /etc/passwd: $c"
		file_lacks said Sanitizer "$1: no fault in memory: $c"
	done
	rm -f said
	(cd .. && outside) >../after
	same ../before ../after "$1: nothing outside is written"
}
echo '{"type":"decision","reason":"Nobody could say why it was so","content":"The queue of the text is limited to 200 entries since 2026."}' >../candidate
ask 'paths that lead outside'

# again: the whole index in its place
again()
{
	rm -rf index .cortex
	cp -R ../whole index
}
seal() # FILTER
{
	again
	jq -c "$1" index/generations/current/meta.json |
		python3 "$SRC/tests/tools/seal-meta.py" >../m || exit 99
	rm index/generations/current/meta.json
	cp ../m index/generations/current/meta.json
}
if command -v python3 >/dev/null; then
	seal '.files |= (to_entries | map(select(.key != "sums"))
		+ [range(9) | {key: "../../../../out/f\(.)",
		value: {bytes: 18446744073709551615, digest: ""}}]
		| from_entries)'
	ask 'files outside in meta.json'
	seal '.search.files += {"../../../../out/secret.md": 16,
		"/etc/passwd": 4611686018427387904}'
	ask 'parts outside in meta.json'

	# A list longer than the dictionary says, under checksums that agree.
	mkdir ../longer
	awk 'BEGIN { for (i = 1000; i < 9000; i++)
		printf "{\"path\":\"%d.md\",\"body\":\"zebra\"}\n", i }' |
		cx-index --search -o ../longer/index || exit 99
	python3 - ../longer/index/generations/current <<'E' || exit 99
import ctypes, json, sys
xxh3 = ctypes.CDLL('libxxhash.so.0').XXH3_64bits
xxh3.argtypes = ctypes.c_char_p, ctypes.c_size_t
xxh3.restype = ctypes.c_uint64
d = sys.argv[1] + '/'
words = open(d + 'words', 'rb').read()
assert words.count(b'zebra 8000 ') == 1
words = words.replace(b'zebra 8000 ', b'zebra 1000 ')
files = json.load(open(d + 'meta.json'))['files']
at = sum((f['bytes'] + 4095) // 4096 for n, f in files.items()
         if n < 'words' and n != 'sums')
sums = open(d + 'sums', 'rb').read().split(b'\n')
for i in range(0, len(words), 4096):
    block = words[i:i + 4096]
    sums[at + i // 4096] = b'%016x' % xxh3(block, len(block))
open(d + 'words', 'wb').write(words)
open(d + 'sums', 'wb').write(b'\n'.join(sums))
E
	for q in zebra 'zebra ostrich'; do
		# shellcheck disable=SC2086 # words
		run cx-score -i ../longer/index --rank recall $q
		status 4
		err_has 'not as many postings as the dictionary tells'
	done
fi

# Links and FIFOs in the place of what the index is made of.
for f in manifest.json words postings docs.record bodywords sums stat \
	linkkeys meta.json; do
	again
	rm index/generations/current/$f
	ln -s ../../../../out/secret.md "index/generations/current/$f"
	case $f in
	words | manifest.json | meta.json) ask "a link: $f" ;;
	*)
		for c in 'cx-score -i index queue' 'cx search queue' \
			'cx-gate -i index -C . ../candidate'; do
			# shellcheck disable=SC2086 # words
			run timeout 200 $c </dev/null
			ok "a link, $f: ends: $c" [ "$rc" -le 5 ]
			file_lacks "$T/out" TOPSECRET "not read: $c"
			file_lacks "$T/err" TOPSECRET "nor told: $c"
		done
		;;
	esac
	rm index/generations/current/$f
	mkfifo index/generations/current/$f
	for c in 'cx-score -i index queue' 'cx search queue' \
		'cx-index --cat index' 'cx-show --paths index' \
		'cx-gate -i index -C . ../candidate' 'cx rebuild'; do
		# shellcheck disable=SC2086 # words
		run timeout 200 $c </dev/null
		ok "a FIFO, $f: ends: $c" [ "$rc" -le 5 ]
	done
done
(cd .. && outside) >../after
same ../before ../after 'nothing outside is written'
done_testing
