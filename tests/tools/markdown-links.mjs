// markdown-links.mjs - do cx-scan and markdown-it find the same links?
//
// cx-scan --body VAULT | node markdown-links.mjs [-v]
//
// Needs markdown-it and markdown-it-texmath from npm.  Compares, note by note, what
// links_out has of Markdown with the links and images that markdown-it finds
// in the body: the same destinations, each as often.  Wikilinks are taken out
// of the way by a rule of our own, footnotes are no definitions, and indented
// code is switched off, as outliners indent lists with tabs.  Prints how many
// agree; with -v also what does not.
import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';

const require = createRequire(process.cwd() + '/');
const MarkdownIt = require('markdown-it');
const md = new MarkdownIt({ html: true });
md.disable('code');
md.use(require('markdown-it-texmath'), { engine: { renderToString: (s) => s },
	delimiters: ['dollars'] });
md.normalizeLink = (url) => url;
md.validateLink = () => true;
md.inline.ruler.before('link', 'wikilink', (state, silent) => {
	const m = /^\[\[(?!\[)([^\n\[\]][^\n\]]*?)\]\]/.exec(
		state.src.slice(state.pos, state.posMax));
	// [[1]](#note) is a link with the text [1].
	if (!m || /\[\[/.test(m[1]) || /^\(([#/.]|http)/.test(
		state.src.slice(state.pos + m[0].length)))
		return false;
	state.pos += m[0].length;
	if (!silent)
		state.push('text', '', 0).content = m[0];
	return true;
});

function target(url) {
	// The last two are a block and a page of Logseq.
	if (/^([A-Za-z][A-Za-z0-9+.-]*:|\/\/|\(\(|\[\[)/.test(url))
		return '';
	let path = url.replace(/[#?].*$/s, '');
	try {
		const plain = decodeURIComponent(path);
		if (!/[\0-\x1f]/.test(plain))
			path = plain;
	} catch { /* stays as it is */ }
	path = path.trimEnd();
	return !path || /^(\/|\.\/|\.\.\/)/.test(path) ? path : './' + path;
}

const spy = process.argv.includes('-v');
let both = 0, ours = 0, theirs = 0, notes = 0;
for await (const line of createInterface({ input: process.stdin })) {
	const r = JSON.parse(line);
	if (r.body === undefined)
		continue;
	notes++;
	const count = new Map();
	const env = {};
	const text = r.body.replace(/^(\s*)\[\^/gm, '$1\\[^');
	const walk = (tokens) => {
		for (const t of tokens) {
			const url = t.type === 'link_open' ? t.attrGet('href')
				: t.type === 'image' ? t.attrGet('src') : null;
			if (url !== null && t.markup !== 'autolink') {
				const to = target(url);
				if (to)
					count.set(to, (count.get(to) || 0) - 1);
			}
			if (t.children)
				walk(t.children);
		}
	};
	walk(md.parse(text, env));
	const soft = new Set(r.links_soft || []);
	// Those of front matter are not theirs, nor tags of Hugo and Jekyll.
	const tags = [];
	for (const m of r.body.matchAll(
		/\{%-?\s*(?:link|post_url)\s+(\S+)|\{\{[<%]\s*(?:rel)?ref\s+(?:path=)?["'`]?([^"'`\s>#]+)/g))
		tags.push(m[1] || m[2]);
	const out = r.links_out.filter((l) => {
		const at = tags.indexOf(l);
		if (at >= 0)
			tags.splice(at, 1);
		return at < 0 && !soft.has(l) && (count.has(l) ||
			r.body.includes(l.replace(/^\.\//, '')) ||
			/[ %&\\]/.test(r.body));
	});
	for (const l of out)
		if (/^(\/|\.\/|\.\.\/)/.test(l) || count.has(l))
			count.set(l, (count.get(l) || 0) + 1);
	let total = 0;
	for (const l of out)
		total += /^(\/|\.\/|\.\.\/)/.test(l);
	for (const [l, d] of count) {
		if (d > 0)
			ours += d;
		if (d < 0)
			theirs -= d;
		if (d && spy)
			console.log(`${r.path}: ${d > 0 ? 'cx-scan' :
				'markdown-it'} only, ${Math.abs(d)}: ${l}`);
		if (d > 0)
			total -= d;
	}
	both += total;
}
const all = both + ours + theirs;
console.log(`${notes} notes, ${all} links: ${both} agree, ${ours} only ` +
	`cx-scan, ${theirs} only markdown-it` +
	(all ? ` (${(100 * both / all).toFixed(2)} %)` : ''));
process.exit(all && both / all < 0.995 ? 1 : 0);
