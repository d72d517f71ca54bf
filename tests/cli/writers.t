#!/bin/sh
# writers.t: 32 writers of one vault at once; what was acknowledged is there.
# shellcheck disable=SC2016,SC2034
. "$(dirname "$0")/../tap.sh"
need jq

CORTEX_NOW=2026-04-15T12:00:00
export CORTEX_NOW
N=32
all() # COMMAND with $i
{
	for i in $(seq $N); do
		(
			eval "$1" >"out.$i" 2>"err.$i"
			echo $? >"rc.$i"
		) &
	done
	wait
	is "$(cat rc.* | sort | uniq -c | tr -s ' ')" " $N 0" "all end with 0: $1"
	cat err.* >errors
	is "$(grep -v ' has this name already; the new note is ' errors)" '' \
		"nobody complains: $1"
	cat out.* >outs
	rm -f rc.* err.* out.*
}

mkdir v
all 'cx-new -C v --name Same --type rule --body "writer $i"'
is "$(jq -r .path outs | sort -u | wc -l)" $N 'as many paths as writers'
is "$(jq -r .id outs | sort -u | wc -l)" $N 'as many ids'
is "$(grep -c same_name outs)" $((N - 1)) 'all but the first know of another'
cx-scan v >records
jq -c 'del(.same_name)' outs | sort >a && sort records >b
same a b 'and all of them are there'
is "$(cat v/rules/*.md | grep -c '^writer')" $N 'each with its text'
is "$(find v -name '.cx-tmp-*')" '' 'no temporary files'

# Into several directories: still one of each id.
all 'cx-new -C v --name Other --type rule --dir "d$((i % 4))"'
is "$(cx-scan v | jq -r .id | sort | uniq -d)" '' 'no id twice'

# One file.
printf -- '---\nid: x\ntags: [a] # kept\n---\nbody\n' >v/x.md
all 'cx-edit -C v x "tags+=t$i" "k$i=$i"'
cx-scan v | jq -c 'select(.id=="x")' >record
jq_of record '.tags|length' $((N + 1)) 'every tag is there'
jq_of record '.extra|length' $N 'every member too'
ok 'the comment is still there' grep -q '# kept$' v/x.md

# All at once: new, edit, supersede, rebuild.
for i in $(seq $N); do
	printf -- '---\nid: o%s\ntype: rule\n---\n' "$i" >"v/o$i.md"
done
all 'case $((i % 4)) in
0) cx-edit -C v x "m$i=1" ;;
1) cx-new -C v --supersedes "o$i" --name "N $i" --body x ;;
2) cx-edit -C v --archive "o$i" ;;
3) cx-scan v >"scan.$i" && cx-index -o v/index <"scan.$i" ;;
esac'
cx-scan v >records
jq_of records 'select(.id=="x")|.extra|keys|map(select(test("^m")))|length' \
	$((N / 4)) 'the edits'
jq_of -rs records '[.[] | select(.status=="superseded") | tojson] | length' \
	$((N / 4)) 'the old ones'
is "$(jq -r 'select(.extra.supersedes)|.extra.supersedes' records | sort -u | wc -l)" \
	$((N / 4)) 'their successors'
jq_of -rs records '[.[] | select(.status=="archived") | tojson] | length' \
	$((N / 4)) 'the archived'
jq_ok v/index/manifest.json . 'the index is one'
is "$(find v -name '.cx-tmp-*')" '' 'no temporary files'

# One of them wins: superseding twice is an error.
for i in $(seq 8); do
	(
		cx-new -C v --supersedes x --name "S $i" --type rule \
			>"out.$i" 2>/dev/null
		echo $? >"rc.$i"
	) &
done
wait
is "$(cat rc.* | sort | tr '\n' ' ')" '0 3 3 3 3 3 3 3 ' 'one successor'
cx-scan v >"$T/json"
jq_of -rs "$T/json" '[.[] | select(.extra.supersedes=="x") | tojson] | length' \
	1 'and no more'
rm rc.* out.*
done_testing
