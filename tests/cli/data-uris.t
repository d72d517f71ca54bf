#!/bin/sh
# data-uris.t: pictures inside of a text are no words and no text to read.
. "$(dirname "$0")/../tap.sh"
need jq python3
CORTEX_NOW=2026-04-15
export CORTEX_NOW

python3 - <<'E'
import base64, random
r = random.Random(7)
def data(n, f=base64.b64encode):
    return f(r.randbytes(n)).decode()
forms = {
    'inline': '![s](data:image/png;base64,%s)' % data(20000),
    'reference': '![s][r]\n\n[r]: <data:image/png;base64,%s>' % data(20000),
    'html': '<img alt="x" src="data:image/jpeg;base64,%s">' % data(20000),
    'capitals': '![s](DATA:IMAGE/PNG;BASE64,%s)' % data(20000),
    'small': '![s](data:image/gif;base64,%s)' % data(60),
    'percent': '![s](data:image/svg+xml,%s)' % ('%3Cpath%20d=%22' * 90),
    'bare': data(20000),
    'url-safe': data(20000, base64.urlsafe_b64encode),
    'large': '![s](data:image/png;base64,%s)' % data(3000000),
    'code': '```\n%s\n```' % data(3000),
}
for i, (k, v) in enumerate(forms.items()):
    with open('%02d.md' % i, 'w') as f:
        f.write('---\ntype: decision\nupdated: 2026-04-14\n---\n'
                '# The %s\n\n%s\n\nWe chose pump q%02d.\n' % (k, v, i))
with open('zz.md', 'w') as f:
    f.write('# Words\n\nSee notes/2024/a-long-path/with-many-parts/%s here, '
            'and metadata:png/it, data: one.\n'
            % '/'.join('part-%d' % i for i in range(60)))
E
: >cortex.toml
run cx rebuild
status 0
n=$(find . -name '[0-9]*.md' | wc -l)
ok 'the words of the index are those of the texts' \
	test "$(wc -c <index/generations/current/words)" -lt 8000
is "$(cx search --no-log --paths part-59)" zz.md 'a long path is words'
is "$(cx search --no-log --paths q08)" 08.md 'what follows is found'
cx search --no-log --json --snippets pump | jq -r '.passages[].text' >passages
is "$(grep -c 'We chose pump' passages)" "$n" 'the passages are the texts'
long() { grep -v a-long-path "$1" | grep -oE '[A-Za-z0-9+/_%-]{100}'; }
is "$(long passages)" "" '... without data'
run cx context --budget 1500
is "$(grep -c 'We chose pump' "$T/out")" "$n" 'a context has all texts'
is "$(long "$T/out")" "" '... without data'
out_has '[image]'
out_has '[data]'
run cx show 00.md
out_has '![s]([image])'
cx scan --body | cx-score --rank recall --snippets=400 --top 20 pump |
	jq -r '.passages[].text' >streamed
is "$(long streamed)" "" 'records from a stream: no data'
is "$(grep -c 'We chose pump' streamed)" "$n" '... and the texts'
rpc() # JSON...
{
	printf '%s\n' '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}' \
		'{"jsonrpc":"2.0","method":"notifications/initialized"}' "$@" |
		cx-mcp 2>/dev/null
}
for tool in 'search_memories","arguments":{"query":"pump q02"}' \
	'read_memories","arguments":{"ids":["02.md"]}'; do
	rpc "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tools/call\",\"params\":{\"name\":\"$tool}}" |
		jq -r 'select(.id == 2).result.content[0].text' >reply
	ok "${tool%%\"*}: the text" grep -q 'We chose pump q02' reply
	is "$(long reply)" "" '... without data'
done
rpc '{"jsonrpc":"2.0","id":2,"method":"resources/read","params":{"uri":"cortex:///02.md"}}' |
	jq -r 'select(.id == 2).result.contents[0].text' >reply
ok 'a resource: the text' grep -q 'We chose pump q02' reply
is "$(long reply)" "" '... without data'
ok 'the file is as it was' grep -q 'data:image/gif;base64,' 04.md
done_testing
