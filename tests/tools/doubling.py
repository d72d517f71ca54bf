#!/usr/bin/env python3
"""doubling.py [ITEMS]

Makes notes of hostile shapes, with ITEMS (4000), twice and four times as many
items, and has programs read them.  Four times the items may take eight times
the processor time and no more: a quadratic step takes sixteen.  What takes
less than 60 ms at four times is not measured again, for nothing can be seen in
it.  Prints "SHAPE: COMMAND: T1 T2 T4" for each that takes more, and at last
"N shapes, M commands".
"""
import json
import os
import shutil
import sys

N = int(sys.argv[1]) if len(sys.argv) > 1 else 4000
LEAST = .06

BODY = {
    'links': lambda n: ''.join('[[a%d]] ' % i for i in range(n)),
    'open links': lambda n: '[[' * n,
    'nested brackets': lambda n: '[' * n + ']' * n,
    'link text': lambda n: '[a](' * n,
    'pictures': lambda n: '![' * n + '](x)' * n,
    'parentheses': lambda n: '[a](' + '(' * n + ')' * n,
    'emphasis': lambda n: '*a **b ' * n,
    'underscores': lambda n: '_a__b' * n,
    'backticks': lambda n: ' '.join('`' * (i % 97 + 1) for i in range(n)),
    'quotes': lambda n: '>' * n + ' a\n',
    'quoted lines': lambda n: ''.join('> ' * (i % 20) + 'a\n' for i in range(n)),
    'list': lambda n: ''.join(' ' * (i % 60) + '- a\n' for i in range(n)),
    'headings': lambda n: ''.join('## same\n' for i in range(n)),
    'tags': lambda n: ''.join('#t%d ' % i for i in range(n)),
    'elements': lambda n: '<div>' * n,
    'open elements': lambda n: '<a href="' * n,
    'comments': lambda n: '<!-- ' * n,
    'declarations': lambda n: '<![CDATA[<?' * n,
    'entities': lambda n: '&amp;&#x' * n,
    'escapes': lambda n: '\\[' * n,
    'table': lambda n: '|a|\n|-|\n' + '|a' * n + '\n',
    'fences': lambda n: ''.join('```%d\n' % i for i in range(n)),
    'footnotes': lambda n: ''.join('[^%d] [^%d]: x\n' % (i, i) for i in range(n)),
    'regions': lambda n: ''.join('<!-- AUTO:x%d -->\n' % i for i in range(n)),
    'blocks': lambda n: ''.join('a ^b%d\n' % i for i in range(n)),
    'addresses': lambda n: 'http://a.b/' * n,
    'one word': lambda n: 'a' * (8 * n),
    'accents': lambda n: 'a' + '\u0301\u0300' * n,
    'secrets': lambda n: 'password = ' * n,
    'data': lambda n: 'data:image/png;base64,aaaa ' * n,
    'base64': lambda n: ('aB3d' * 70 + ' ') * (n // 50) + 'data:a/b,c',
    'math': lambda n: '$$ a $ b ' * n,
}
FRONT = {
    'keys': lambda n: ''.join('k%d: a\n' % i for i in range(n)),
    'list of tags': lambda n: 'tags: [' + ', '.join('t%d' % i for i in range(n)) + ']\n',
    'lines of tags': lambda n: 'tags:\n' + ''.join('- t%d\n' % i for i in range(n)),
    'flow': lambda n: 'x: ' + '[' * n + '\n',
    'anchors': lambda n: ''.join('k%d: &a%d x\n' % (i, i) for i in range(n)),
}
# Each reads the vault v, whose records are in rec and whose index is in ix;
# edits and a candidate are in what their names say.
COMMANDS = [
    ['cx-scan', '--body', '-C', 'v'],
    ['cx-index', '--search', '-o', 'new', 'rec'],
    ['cx-check', '--scan', '-C', 'v'],
    ['cx-links', '--mentions', 'rec'],
    ['cx-edit', '-n', '-C', 'v', 'a.md', 'tags+=x', 'k1=2'],
    ['cx-move', '-n', '-C', 'v', 'b.md', 'c.md'],
    ['cx-migrate', '-C', 'v'],
    ['cx-gate', '-C', 'v', 'candidate'],
    ['cx-new', '-n', '-C', 'v', 'candidate'],
    ['cx-score', '-i', 'ix', '-C', 'v', '--snippets', 'same'],
    ['cx-score', '-i', 'ix', '-C', 'v', '--rank', 'recall', '--body', 'same'],
    ['cx-page', 'rec'],
    ['cx-pack', '--budget', '1000', 'rec'],
    ['cx-show', 'rec'],
    ['cx-layer', 'rec'],
    ['cx-summary', 'rec'],
]
NULL = os.open(os.devnull, os.O_RDWR)


def run(command, out=NULL):
    """The processor time that it takes; 30 s is the end of it."""
    pid = os.posix_spawnp('timeout', ['timeout', '30'] + command, os.environ,
                          file_actions=[(os.POSIX_SPAWN_DUP2, NULL, 0),
                                        (os.POSIX_SPAWN_DUP2, out, 1),
                                        (os.POSIX_SPAWN_DUP2, NULL, 2)])
    _, status, used = os.wait4(pid, 0)
    if os.WIFSIGNALED(status) or os.WEXITSTATUS(status) not in (0, 1, 3):
        print('%s: status %d' % (' '.join(command), status))
    return used.ru_utime + used.ru_stime


def prepare(front, body):
    for d in ('v', 'ix', 'new'):
        shutil.rmtree(d, ignore_errors=True)
    os.mkdir('v')
    with open('v/cortex.toml', 'w'):
        pass
    with open('v/a.md', 'w', encoding='utf-8') as f:
        f.write('---\nid: a\n%s---\n%s\n' % (front, body))
    with open('v/b.md', 'w') as f:
        f.write('---\nid: b\nname: same\n---\n[[a]]\n')
    with open('candidate', 'w') as f:
        json.dump({'type': 'rule', 'name': 'N', 'content': body or front,
                   'reason': 'Nobody could say why it was so'}, f)
        f.write('\n')
    out = os.open('rec', os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    run(['cx-scan', '--body', '-C', 'v'], out)
    os.close(out)
    run(['cx-index', '--search', '-o', 'ix', 'rec'])


def measure(shape, factor, commands, times):
    """The least of some times, of each."""
    prepare(*shape(factor * N))
    return [min(run(c) for _ in range(times)) for c in commands]


shapes = {k: (lambda n, f=f: ('', f(n))) for k, f in BODY.items()}
shapes.update({k: (lambda n, f=f: (f(n), '')) for k, f in FRONT.items()})
for name, shape in shapes.items():
    four = measure(shape, 4, COMMANDS, 1)
    slow = [(c, t) for c, t in zip(COMMANDS, four) if t > LEAST]
    if not slow:
        continue
    one = measure(shape, 1, [c for c, _ in slow], 3)
    slow = [(c, a) for (c, t), a in zip(slow, one) if t > 8 * max(a, .004)]
    if not slow:
        continue
    # Again, for the machine may have been busy.
    four = measure(shape, 4, [c for c, _ in slow], 3)
    two = measure(shape, 2, [c for c, _ in slow], 1)
    for (c, a), b, d in zip(slow, two, four):
        if d > LEAST and d > 8 * max(a, .004):
            print('%s: %s: %.3f %.3f %.3f' % (name, ' '.join(c), a, b, d))
print('%d shapes, %d commands' % (len(shapes), len(COMMANDS)))
