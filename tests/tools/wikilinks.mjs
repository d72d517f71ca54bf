// wikilinks.mjs - do cx-scan and remark find the same [[links]]?
//
// cx-scan --body VAULT | node wikilinks.mjs [-v] [--dendron]
//
// Needs unified, remark-parse, remark-gfm, remark-math and remark-wiki-link of
// npm.
// Compares, note by note, the targets in the text of links_out with those of
// remark-wiki-link, which is CommonMark: nothing in code, HTML and comments.
// Indented code is switched off, as outliners indent lists with tabs.  With
// --dendron what is behind `|` is the target.  Prints how many agree; with -v
// also what does not.
import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';

const require = createRequire(process.cwd() + '/');
const load = async (name) => {
	const m = await import(pathToFileURL(require.resolve(name)));
	const d = m.default;
	return m.unified || (d && d.default) || d;
};
const [unified, parse, gfm, math, wiki] = await Promise.all(['unified',
	'remark-parse', 'remark-gfm', 'remark-math', 'remark-wiki-link'].map(load));
const spy = process.argv.includes('-v');
const dendron = process.argv.includes('--dendron');
const reader = unified().use(parse).use(gfm).use(math).use(wiki, { aliasDivider: '|' })
	.use(function () {
		this.data().micromarkExtensions.push(
			{ disable: { null: ['codeIndented'] } });
	});

// Fences, code spans, and $$ formulas $$.
const FENCE = /^([ \t>]*)(```+|~~~+)[^]*?(?:^[ \t>]*\2[`~]*[ \t]*$|(?![^]))/;
const SPAN = /(?<!`)(`+)(?!`)[^]*?(?<!`)\3(?!`)/;
const FORMULA = /(\$\$[^$][^]*?\$\$)/;
const BLOCKS = new RegExp([FENCE, SPAN, FORMULA].map((x) => x.source).join('|'),
	'gm');

const target = (s) => s.trim().replace(/^dendron:\/\/[^/]*\//, '')
	.replace(/#.*$/s, '').replace(/\\$/, '').trim();
let both = 0, ours = 0, theirs = 0, notes = 0;
for await (const line of createInterface({ input: process.stdin })) {
	const r = JSON.parse(line);
	if (r.body === undefined)
		continue;
	notes++;
	const count = new Map();
	const add = (l, n) => l && count.set(l, (count.get(l) || 0) + n);
	const walk = (node) => {
		if (node.type === 'wikiLink') {
			const alias = node.data && node.data.alias;
			add(target(dendron && alias ? alias : node.value), -1);
		}
		// [text]([[page]]) of Logseq.
		const page = /^\[\[(.*)\]\]$/.exec(node.url || '');
		if (page)
			add(target(page[1]), -1);
		for (const child of node.children || [])
			walk(child);
	};
	// An embed is a link with ! before it, which remark takes for an image.
	// [[1]](#note) is a link with the text [1].  Notes of Obsidian close a
	// formula of several lines at the end of one, where remark goes on.
	walk(reader.parse(r.body.replace(BLOCKS, (all, a, b, c, formula) =>
		formula && formula.includes('\n') ? '' : all).replace(
		/!\[\[/g, ' [[').replace(
		/\[\[([^\]\n]*)\]\](?=\(([#/.]|http))/g, '[$1]')));
	// What stands in front matter is not theirs, nor are Markdown links
	// and references in backticks.
	const soft = new Map();
	for (const l of r.links_soft || [])
		soft.set(l, true);
	const front = [];
	JSON.stringify({ ...r, body: 0, links_out: 0 }, (k, v) => {
		const m = typeof v === 'string' &&
			/^!?\[\[([^\]|#]*)[^\]]*\]\]$/.exec(v.trim());
		if (m)
			front.push(m[1].trim());
		return v;
	});
	// Nor are those of Hugo and Jekyll.
	for (const m of r.body.matchAll(
		/\{%\s*(?:link|post_url)\s+(\S+)|\{\{[<%]\s*(?:rel)?ref\s+["'`]?([^"'`\s>#]+)/g))
		front.push(m[1] || m[2]);
	let total = 0;
	r.links_out = r.links_out.filter((l) => count.has(l) ||
		r.body.replace(/\[\[\s+/g, '[[').includes('[[' + l));
	for (const l of r.links_out) {
		if (/^(\/|\.\/|\.\.\/)/.test(l) && !count.has(l))
			continue;
		if (soft.has(l) && !count.has(l))
			continue;
		const at = front.indexOf(l);
		if (at >= 0) {
			front.splice(at, 1);
			continue;
		}
		add(l, 1);
		total++;
	}
	for (const [l, d] of count) {
		if (d > 0)
			ours += d, total -= d;
		if (d < 0)
			theirs -= d;
		if (d && spy)
			console.log(`${r.path}: ${d > 0 ? 'cx-scan' :
				'remark'} only, ${Math.abs(d)}: ${l}`);
	}
	both += total;
}
const all = both + ours + theirs;
console.log(`${notes} notes, ${all} wikilinks: ${both} agree, ${ours} only ` +
	`cx-scan, ${theirs} only remark` +
	(all ? ` (${(100 * both / all).toFixed(2)} %)` : ''));
process.exit(all && both / all < 0.995 ? 1 : 0);
