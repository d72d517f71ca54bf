#!/bin/sh
# scan-paths.t: paths on standard input, with and without -0, and names that
# are hard to write down.
. "$(dirname "$0")/../tap.sh"
need jq

atom() # FILE...
{
	for atom_f in "$@"; do
		printf -- '---\nupdated: 2026-01-01\n---\n[[x]]\n' |
			put "$atom_f"
	done
}
paths() { jq -r .path "$T/out"; }

atom v/a.md v/b/c.md v/d.md
run cx-scan v
cp "$T/out" walk
printf 'a.md\nb/c.md\nd.md\n' >list
run cx-scan -C v - <list
status 0
err_empty
same "$T/out" walk "paths on stdin give what the walk gives"
tr '\n' '\0' <list >list0
run cx-scan -0 -C v - <list0
status 0
same "$T/out" walk "and so with -0"
(cd v && cx-scan -C . - <../list) >got 2>&1
same got walk "from inside the vault"
(CORTEX_VAULT=$T/w/v && export CORTEX_VAULT && cx-scan - <list) >got 2>&1
same got walk "with \$CORTEX_VAULT"
(cd v && find . -name '*.md' | LC_ALL=C sort | cx-scan -C . -) >got 2>&1
same got walk "find's ./ is not part of a path"
printf 'd.md\n' >one
run cx-scan --body -C v - <one
jq_is '[.path,.body]' '["d.md","[[x]]\n"]' \
	"only what is asked for, with --body"
run cx-scan -C v - </dev/null
status 0 "without paths, no records"
out_empty
err_empty

# What cannot be given a record: status 3, and the rest is there.
for bad in nosuch.md ../out.md b/../../out.md /etc/hostname.md \
	"$T/w/out.md" b/nosuch.md nodir/x.md; do
	atom out.md
	printf '%s\n' a.md "$bad" d.md >l
	run cx-scan -C v - <l
	status 3 "$bad is status 3"
	is "$(paths)" 'a.md
d.md' "$bad: the rest is there"
	err_lines 1 "$bad: one line on stderr"
	err_has "$bad"
done
ln -s a.md v/link.md
ln -s b v/linkdir
mkfifo v/fifo.md
mkdir v/dir.md
for bad in link.md linkdir/c.md fifo.md dir.md; do
	printf '%s\n' a.md "$bad" >l
	run timeout 200 cx-scan -C v - <l
	status 3 "$bad is not followed, not opened"
	is "$(paths)" a.md "$bad gives no record"
done
rm -r v/link.md v/linkdir v/fifo.md v/dir.md

# git ls-files -z | cx-scan -0 - : the list has every file of a repository,
# and what the walk would not take is not an error.
atom v/MEMORY.md v/.obsidian/x.md v/node_modules/x.md v/ign.md v/.h/x.md
printf 'ign.md\n' >v/.cortexignore
: >v/cortex.toml
printf 'x\n' >v/notes.txt
run cx-scan v
cp "$T/out" walk
(cd v && find . -type f | sed 's|^\./||' | LC_ALL=C sort | tr '\n' '\0') >l
run cx-scan -0 -C v - <l
status 0 "a list of all files"
same "$T/out" walk "gives what the walk gives"
if command -v git >/dev/null 2>&1; then
	(
		cd v || exit 99
		git init -q . && git add -f . &&
			git ls-files -z | cx-scan -0 -
	) >got 2>err
	same got walk "git ls-files -z | cx-scan -0 -"
	rm -rf v/.git
else
	skip 1 "git ls-files -z | cx-scan -0 -" "no git here"
fi

# Names
rm -rf v
nl='
'
tab=$(printf '\t')
# shellcheck disable=SC2016
atom "v/new${nl}line.md" "v/tab${tab}tab.md" 'v/quo"te.md' "v/ap'os.md" \
	'v/back\slash.md' 'v/ lead.md' 'v/trail .md' v/-dash.md 'v/*.md' \
	'v/$x.md' "v/$(printf '\001')ctl.md" v/日本語.md v/🚀.md \
	"v/e$(printf '\314\201').md" 'v/%s%n.md' 'v/a:b.md' 'v/#.md'
(cd v && printf '%s\0' ./*.md) >l
run cx-scan v
status 0
err_empty
cp "$T/out" walk
names() { tr '\0\n' '\n\0' | sed 's|^\./||' | LC_ALL=C sort; }
zpaths() { jq -j '.path + "\u0000"' "$1"; }
names <l >want
zpaths walk | names >got
same got want "every name comes back as it is"
run cx-scan -0 -C v - <l
status 0
zpaths "$T/out" | names >got
same got want "and so through -0"
is "$(wc -l <walk | tr -d ' ')" 17 "one record a line, whatever the names"
cx-show --paths -0 walk 2>/dev/null | names >got
same got want "cx-show --paths -0 writes what cx-scan -0 reads"

# A name that is not UTF-8 has no place in a record: refused, status 3.
rm -rf v
atom v/a.md "v/caf$(printf '\351').md" "v/$(printf 'd\377')/in.md" v/z.md
run cx-scan v
status 3
is "$(paths)" 'a.md
z.md' "names that are not UTF-8 are refused, the rest is there"
ok "each is told" \
	sh -c '[ "$(wc -l <"$1")" -eq 2 ] && grep -q caf "$1"' sh "$T/err"
ok "in bytes a terminal can show" \
	sh -c '! LC_ALL=C grep -q "[^ -~]" "$1"' sh "$T/err"
printf 'a.md\ncaf\351.md\n' >l
run cx-scan -C v - <l
status 3
is "$(paths)" a.md "and so on stdin"
printf 'a.md\001\033[31m.md\n' >l
run cx-scan -C v - <l
status 3
ok "control bytes in a message are made visible" \
	sh -c '! LC_ALL=C grep -q "$(printf "[\001\033]")" "$1"' sh "$T/err"

# A long name and a deep path.
rm -rf v
long=$(awk 'BEGIN { while (n++ < 250) printf "n" }')
atom "v/$long.md"
printf 'deep\n' >deep.md
mv deep.md cur
i=0
while [ "$i" -lt 20 ]; do
	# From the inside out: no system call here takes such a path.
	mkdir next
	if [ "$i" -eq 0 ]; then
		mv cur next/deep.md
	else
		mv cur "next/$long"
	fi
	mv next cur
	i=$((i + 1))
done
mv cur "v/$long"
run cx-scan v
status 0 "a path of 5,000 bytes"
err_empty
is "$(jq -c '.path|length' "$T/out" | sort -n)" '253
5027' "is in a record"
rm -rf v

# Many directories inside one another: found, or said with the rest there:
# with status 3 beyond the limit, with 4 where descriptors run out.
nest() # DEPTH
{
	rm -rf v
	mkdir v
	printf 'x\n' >v/top.md
	(
		cd v || exit 99
		i=0
		while [ "$i" -lt "$1" ]; do
			mkdir d && cd d || exit 99
			i=$((i + 1))
		done
		printf 'x\n' >x.md
	)
}
nest 100
run cx-scan v
status 0 "100 directories deep"
is "$(paths | wc -l | tr -d ' ')" 2 "the atom at the bottom is found"
found_or_said() # STATUS TEXT
{
	case $rc in
	0)
		is "$(wc -l <"$T/out" | tr -d ' ')" 2 "$2: found"
		err_empty
		;;
	*)
		is "$rc $(paths)" "$1 top.md" "$2: status $1, the rest is there"
		err_lines 1
		;;
	esac
}
run sh -c 'ulimit -n 64 && exec cx-scan v'
found_or_said 4 "100 deep with 64 descriptors"
# A name that is nothing but its end is an atom for both.
rm -rf v
printf 'x\n' | put v/.md
run cx-scan v
is "$(paths)" .md 'a file called .md'
echo .md | cx-scan -C v - >"$T/out"
is "$(paths)" .md 'also from a list'

nest 600
run cx-scan v
found_or_said 3 "600 deep"

# And many beside one another: the batches must not hold all descriptors.
rm -rf v
i=0
while [ "$i" -lt 500 ]; do
	mkdir -p "v/$i" && printf 'x\n' >"v/$i/x.md"
	i=$((i + 1))
done
run sh -c 'ulimit -n 64 && exec timeout 200 cx-scan --threads 2 v'
status 0 "500 directories with 64 descriptors"
err_empty
is "$(wc -l <"$T/out" | tr -d ' ')" 500 "each atom has its record"
done_testing
