#!/bin/sh
# kill.t: four writers of a vault, of whose commands every other one is killed
# at some moment: what was acknowledged is there, and nothing else is broken.
# shellcheck disable=SC1091,SC2016,SC2154
. "$(dirname "$0")/../tap.sh"
need jq timeout

CORTEX_NOW=2026-04-15T12:00:00
export CORTEX_NOW
mkdir v && : >v/cortex.toml
printf -- '---\nid: x\nname: X\ntags: [a] # kept\n---\n' >v/x.md
for i in 1 2 3 4; do
	printf -- '---\nid: m%s\nname: M%s\n---\nmoves\n' $i $i >v/m$i.md
	printf -- '---\nid: l%s\nname: L%s\n---\n[[m%s]] and [[x]]\n' $i $i $i \
		>v/l$i.md
done

# one I K COMMAND...: killed at some moment, if K is odd
one()
{
	one_n=$2
	one_after=$(awk -v s="$1$2" 'BEGIN { srand(s); print rand() * .03 + .002 }')
	shift 2
	if [ $((one_n % 2)) -eq 1 ]; then
		timeout -s KILL "$one_after" "$@" >/dev/null 2>&1
	else
		"$@" >/dev/null 2>&1
	fi
}
writer() # I
{
	for k in $(seq 1 24); do
		case $((k % 12)) in
		0 | 1 | 7) one "$1" "$k" cx-new -C v --name "N $1 $k" --type rule \
			--body "body $1 $k." && echo "body $1 $k." >>"new.$1" ;;
		2 | 3 | 8) one "$1" "$k" cx-edit -C v x.md "tags+=t$1k$k" &&
			echo "t$1k$k" >>"tags.$1" ;;
		4 | 5 | 9) one "$1" "$k" cx-move -C v "m$1" "d$k/m$1.md" ;;
		6 | 11) one "$1" "$k" cx-edit -C v "l$1.md" "k$k=$k" &&
			echo "k$k" >>"keys.$1" ;;
		10) one "$1" "$k" cx -C v rebuild ;;
		esac
	done
}
for i in 1 2 3 4; do
	writer $i &
done
wait

run cx-move -C v --finish
ok 'what was begun is finished' [ "$rc" -le 1 ]
run cx-edit -C v x.md done=yes
status 0 'the next writer writes'
cx-scan --body v >records 2>"$T/err"
cat new.? >wanted 2>/dev/null
ok 'some were acknowledged' [ "$(wc -l <wanted)" -ge 4 ]
while read -r body; do
	grep -qF "$body" records || echo "$body"
done <wanted >lost
is "$(cat lost)" '' 'each acknowledged note is there'
jq -r 'select(.id == "x").tags[]' records >there
cat tags.? >wanted 2>/dev/null
is "$(sort wanted | grep -vxFf there)" '' 'each acknowledged tag'
for i in 1 2 3 4; do
	jq -r --arg i "l$i" 'select(.id == $i).extra | keys[]' records >there
	: >>keys.$i
	is "$(grep -vxFf there keys.$i)" '' "each acknowledged member of l$i"
	is "$(jq -s --arg i "m$i" 'map(select(.id == $i)) | length' records)" 1 \
		"m$i is there once"
done
ok 'the comment, too' grep -q '# kept$' v/x.md
run cx-check --scan --rule broken-link,yaml-invalid,duplicate-id -C v
out_empty 'no link is broken, no front matter, no id twice'
run cx -C v rebuild
status 0
is "$(find v -name '.cx-tmp-*')" '' 'nothing is left of those that were killed'
jq -r .path records | sort >a
grep -o '"path":"[^"]*"' v/index/manifest.json | cut -d '"' -f 4 | sort -u >b
same a b 'the index has all notes and no other'
done_testing
