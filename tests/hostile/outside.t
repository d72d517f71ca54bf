#!/bin/sh
# outside.t: exports and records that name places outside of them: nothing
# there is read, written or run, whoever takes them.
# shellcheck disable=SC1091,SC2016,SC2154
. "$(dirname "$0")/../tap.sh"
need jq python3 timeout unzip xsltproc

W=$(pwd -P)
EDITOR=true
VISUAL=true
export EDITOR VISUAL
mkdir out
printf -- '---\nid: secret\n---\nTOPSECRET 4711\n' >out/secret.md
printf '<html><body><p>TOPSECRET 4711</p></body></html>' >out/secret.html
echo keep >out/keep
outside() { find "$W/out" "$HOME" -type f ! -path '*/.local/*' -exec cksum {} + | sort; }
outside >"$T/before"
: >"$T/all"

# held TEXT: after some commands, whose output is in $T/all
held()
{
	file_lacks "$T/all" TOPSECRET "$1: nothing outside is read"
	outside >"$T/after"
	same "$T/before" "$T/after" "$1: nothing outside is written"
	not_ok "$1: nothing is run" [ -e "$W/RAN" ]
	: >"$T/all"
}
take() # COMMAND...
{
	timeout 100 "$@" </dev/null >>"$T/all" 2>&1
	rc=$?
	[ "$rc" -le 4 ] || result 1 "ends, not with $rc: $*"
}

# --- exports ---

cat >names <<E
../out/secret.md
../out/new.md
$W/out/new.md
a/../../out/new.md
.git/hooks/pre-commit
.cortex/undo/1.ndjson
-n.md
\$(touch $W/RAN).md
\`touch $W/RAN\`.md
'; touch $W/RAN; '.md
In depth 0123456789abcdef0123456789abcdef.md
E
python3 - <<'E' || exit 99
import json
import os
import zipfile

names = open('names').read().splitlines()
out = os.path.abspath('out')
md = '---\nname: ../../out/new\ntags: ["$(touch RAN)"]\n---\n![x](%s/secret.md) [[../out/secret]]\n' % out
html = ('<?xml version="1.0"?><!DOCTYPE html [<!ENTITY x SYSTEM "file://%s/secret.html">]>'
        '<html><head><title>../../out/new</title></head><body><h1>../../out/new</h1>&x;'
        '<img src="file://%s/secret.html"/><p>text</p></body></html>' % (out, out))
for kind, text in ('md', md), ('html', html):
    with zipfile.ZipFile(kind + '.zip', 'w') as z:
        for n in names:
            z.writestr(n.replace('.md', '.' + kind), text)
        link = zipfile.ZipInfo('link ' + 'a' * 32 + '.' + kind)
        link.external_attr = 0o120777 << 16
        z.writestr(link, out + '/secret.' + kind)
    for d in 'dir-' + kind, 'dir-' + kind + '/journals', 'dir-' + kind + '/pages':
        os.mkdir(d)
        with open(d + '/a.' + kind, 'w') as f:
            f.write(text)
        os.symlink(out + '/secret.' + kind, d + '/link.' + kind)
        os.symlink(out, d + '/linked')
        os.mkfifo(d + '/fifo.' + kind)
with open('feed.xml', 'w') as f:
    f.write('<?xml version="1.0"?><!DOCTYPE rss [<!ENTITY x SYSTEM "file://%s/secret.html">'
            '<!ENTITY %% y SYSTEM "file://%s/secret.html"> %%y;]><rss version="2.0"><channel>'
            '<title>T</title><item><title>../../out/new</title><link>file://%s/secret.html</link>'
            '<description>&x;&lt;img src="file://%s/secret.html"&gt;</description></item>'
            '</channel></rss>' % (out, out, out, out))
with open('bookmarks.html', 'w') as f:
    f.write('<DL><DT><A HREF="file://%s/secret.html">$(touch RAN)</A></DL>' % out)
odd = ['../../out/new', out + '/new', '$(touch RAN)', '`touch RAN`', "'; touch RAN; '"]
with open('conversations.json', 'w') as f:
    json.dump([{'uuid': o, 'id': o, 'title': o, 'name': o, 'create_time': 1.0, 'mapping': {
        'a': {'id': 'a', 'message': {'id': o, 'author': {'role': 'user'}, 'create_time': 1.0,
              'content': {'content_type': 'text', 'parts': [o]}}, 'children': []}},
        'chat_messages': [{'uuid': o, 'text': o, 'sender': 'human',
                           'files': [{'file_name': out + '/secret.md'}]}]} for o in odd], f)
with open('mem0.json', 'w') as f:
    json.dump({'results': [{'id': o, 'memory': o, 'metadata': {'path': o}} for o in odd]}, f)
E
cx import --list | cut -d ' ' -f 1 >kinds
ok 'there are kinds of exports' [ "$(wc -l <kinds)" -ge 10 ]
mkdir v && : >v/cortex.toml
while read -r kind; do
	for from in md.zip html.zip dir-md dir-html feed.xml bookmarks.html \
		conversations.json mem0.json; do
		take sh -c 'cx -C v import "$1" "$2" | cx-new -C v' sh "$kind" \
			"$from"
	done
	held "import $kind"
done <kinds
is "$(find v -path v/.git -o -name '*.md' -type l)" '' 'no link, no .git was made'
rm -rf v

# --- records on standard input ---

mkdir v && : >v/cortex.toml && cd v || exit 99
printf -- '---\nid: a\nname: A\ntype: rule\n---\ntext [[../out/secret]]\n' >a.md
ln -s ../out link
ln -s ../out/secret.md linked.md
cx rebuild >"$T/out" 2>&1
jq -nc --arg out "$W/out" '["../out/secret.md", "../out/new.md",
	"\($out)/secret.md", "\($out)/new.md", "link/secret.md", "link/new.md",
	"linked.md", "a/../../out/new.md", ".git/hooks/pre-commit",
	".cortex/undo/1.ndjson", "-n", "$(touch \($out)/../RAN)",
	"`touch \($out)/../RAN`", "\u0027; touch \($out)/../RAN; \u0027",
	"a.md\n../out/new.md", "\u0000", ""][]
	| {path: ., id: ., name: ., dir: ., title: ., type: "rule", project: .,
	supersedes: ., links: [.], tags: [.], superseded_by: ., event: .,
	session: ., status: ., set: {status: "open"}, content: "body \(.)",
	body: "body \(.)", reason: "Nobody could say why", decision: "archive",
	file: ., section: "x", text: "y", extra: {event: .}}' >records
for c in 'cx-new' 'cx-edit --stdin' 'cx-gate' 'cx-check' 'cx-links' 'cx-pack' \
	'cx-select type=rule' 'cx-show' 'cx-layer' 'cx-summary' 'cx-life' \
	'cx-score text' 'cx-resolve' 'cx-page' 'cx-index -o ix' 'cx review -' \
	'cx capture --json' 'cx-moc a.md' 'cx-access log'; do
	while read -r record; do
		# shellcheck disable=SC2086 # words
		printf '%s\n' "$record" | timeout 100 $c >>"$T/all" 2>&1
		rc=$?
		[ "$rc" -le 4 ] || result 1 "ends, not with $rc: $c: $record"
	done <records
	# The record itself has no secret, but the path.
	held "records: $c"
done
take cx normalize
held 'records: cx normalize'
jq -r '.path | select(contains("\u0000") or contains("\n") or . == "" | not)' \
	records >paths
while IFS= read -r path; do
	for c in 'show' 'edit status=x --' 'open' 'archive' 'tags' 'backlinks' 'log'; do
		# shellcheck disable=SC2086 # words
		take cx $c "$path"
	done
	take cx move a.md "$path"
	take cx move "$path" b.md
	[ -e a.md ] || cx undo >"$T/out" 2>&1
done <paths
held 'operands'
done_testing
