#!/bin/sh
# shard.t: cx shard splits a vault, cx gather puts it together byte for byte.
# shellcheck disable=SC1091,SC2016,SC2154
. "$(dirname "$0")/../tap.sh"
need jq tar

CORTEX_NOW=2026-04-15T12:00:00
export CORTEX_NOW
cp -R "$SRC/examples/vault" v
printf 'nul \0 and \377\r\n' >"v/atoms/a 'quoted' \\name.md"
mkdir -p v/atoms/img v/.cortex/access v/inbox/pending v/.git
printf 'picture' >v/atoms/img/a.png
printf 'x' >v/.git/config
printf '{"ts":"2026-04-01T00:00:00","path":"a.md","source":"read"}\n' \
	>v/.cortex/access/h-2026-04.ndjson
ln -s /etc/passwd v/atoms/link.md
touch -d 2020-01-02T03:04:05 v/atoms/img/a.png
cx -C v rebuild 2>/dev/null

# Of both, all files that are no one's to make again.
files()
{
	(cd "$1" && find . \( -path ./.git -o -path ./index -o \
		-path ./layers \) -prune -o -type f -print | grep -v '^./.cortex/\(lock\|.gitignore\)$' |
		sort | while IFS= read -r f; do
		printf '%s ' "$f" && stat -c '%Y %a' "$f" && cksum <"$f"
	done)
}
records() { cx -C "$1" scan --body 2>/dev/null; }
for by in project hash; do
	run cx -C v shard --into 3 --by "$by" "$by"
	status 0 "by $by"
	cp "$T/out" leave
	err_has "$by/1: " 'each is told'
	is "$(ls -A "$by")" "1
2
3" "by $by: the shards, and nothing else"
	for i in 1 2 3; do
		records "$by/$i" >"part.$i"
		same "$by/$i/cortex.toml" v/cortex.toml "by $by: settings are in each"
	done
	sort part.[123] >parts
	records v | sort >whole
	same parts whole "by $by: each note is in one of them"
	ok "by $by: none has all" [ "$(wc -l <part.1)" -lt "$(wc -l <whole)" ]
	jq_ok -s leave 'all(.code == "other-shard" and .shard > 0)' \
		"by $by: links that leave are findings"
	for i in 1 2 3; do
		cx -C "$by/$i" scan 2>/dev/null | cx-links --broken -C "$by/$i"
	done | jq -c '[.path, .target]' | sort -u >broken.parts
	cx -C v scan 2>/dev/null | cx-links --broken -C v |
		jq -c '[.path, .target]' | sort -u >broken
	jq -c '[.path, .target]' leave | sort -u - broken >told
	same told broken.parts "by $by: all that leave are told, and no others"
	run cx gather --into "back-$by" "$by"/[123]
	status 0 "gathered by $by"
	out_empty
	files v >want
	files "back-$by" >got
	same got want "by $by: byte for byte"
	cx -C "back-$by" rebuild 2>/dev/null
	is "$(readlink "back-$by/index/generations/current")" \
		"$(readlink v/index/generations/current)" "by $by: the same index"
done
for i in 1 2 3; do
	records "project/$i" | jq -r .project | sort -u
done | sort | uniq -d >twice
file_empty twice 'by project: each project is in one shard'
not_ok 'no link' [ -h project/1/atoms/link.md ]

### a log that goes on in two shards

echo '{"ts":"2026-04-02T00:00:00","path":"b.md","source":"read"}' \
	>>hash/1/.cortex/access/h-2026-04.ndjson
echo '{"ts":"2026-04-03T00:00:00","path":"c.md","source":"read"}' \
	>>hash/2/.cortex/access/h-2026-04.ndjson
run cx gather --into logs hash/1 hash/2 hash/3
status 0 'logs differ'
is "$(jq -r .path logs/.cortex/access/*.ndjson | paste -sd ' ' -)" \
	'a.md b.md c.md' 'their lines are joined'

### what is refused leaves nothing

run cx -C v shard --into 2 project
status 4 'the directory exists'
run cx -C v shard --into 2 v/inside
status 2 'inside of the vault'
run cx -C v shard --into 0 x
status 2
run cx -C v shard --into 2 --by name x
status 2
err_has "must be project or hash, not 'name'"
run cx gather --into back hash/1 nosuch
status 4 'a shard that is not there'
mkdir plain
run cx gather --into back hash/1 plain
status 2 'a directory that is no vault'
for i in 1 2; do
	echo "$i" >"hash/$i/same.md"
done
run cx gather --into back hash/1 hash/2
status 4 'two notes of one path'
err_has './same.md is not the same in hash/2'
# A stranger's link must not lead out.
ln -s "$PWD/plain" hash/1/dir
mkdir hash/2/dir && echo x >hash/2/dir/x.md
rm hash/1/same.md
run cx gather --into out hash/1 hash/2
status 0 'a link in one, a directory in the other'
ok 'nothing went through the link' [ ! -e plain/x.md ]
ok 'it is a directory' [ -f out/dir/x.md ]
not_ok 'nothing is left' sh -c 'ls -d .cx-tmp-* back x'

done_testing
