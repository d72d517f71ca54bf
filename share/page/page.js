'use strict';
/*
 * page.js: shows and searches the notes that cx-page(1) has put into the
 * page.  A note is somebody's text: it becomes elements by name (clean, below)
 * and text nodes, never HTML.
 */
const $ = id => document.getElementById(id);
const page = {meta: null, found: [], shown: 0, on: -1,
	unread: [], top: 0, backlinks: null, live: null,
	open: new Set(['', '#'])};

/* --- elements --- */

/* el('a', {href: '#'}, 'text', child, ...) */
function el(name, attributes, ...children)
{
	const e = document.createElement(name);

	for (const [key, value] of Object.entries(attributes || {})) {
		if (key.startsWith('on'))
			e.addEventListener(key.slice(2), value);
		else if (value !== undefined && value !== false)
			e.setAttribute(key, value === true ? '' : value);
	}
	e.append(...children.flat().filter(c => c !== undefined && c !== null));
	return e;
}

const button = (text, onclick, attributes) => el('button', {type: 'button',
	onclick, ...attributes}, text);
const outside = (href, text) => el('a', {href, rel: 'noopener noreferrer',
	target: '_blank'}, text);
const meta = text => el('span', {class: 'meta'}, text);

/* What the browser keeps for this page, if it keeps anything. */
function kept(key, value)
{
	try {
		if (value !== undefined)
			localStorage.setItem(key, value);
		return localStorage.getItem(key);
	} catch {
		return null;
	}
}

/* --- data --- */

/* The bytes of the text of an element of cx-page. */
function bytesOf(s)
{
	/* What the bytes 0x80 to 0x9F are in windows-1252. */
	const odd = new Map(Array.from(new TextDecoder('windows-1252')
		.decode(Uint8Array.from({length: 32}, (_, i) => i + 128)),
		(c, i) => [c.charCodeAt(0), i + 128]));
	const out = new Uint8Array(s.length);
	let n = 0;

	for (let i = 0; i < s.length; i++) {
		const less = s[i] === '=' ? 64 : 0;
		const c = s.charCodeAt(less ? ++i : i);

		out[n++] = (c > 255 ? odd.get(c) : c) - less;
	}
	return out.subarray(0, n);
}

async function inflate(bytes)
{
	return new Uint8Array(await new Response(new Blob([bytes]).stream()
		.pipeThrough(new DecompressionStream('deflate')))
		.arrayBuffer());
}

/* What the elements of the page have in them. */
const fromPage = () => Promise.all(['cx-notes', 'cx-terms', 'cx-texts'].map(
	id => {
		const text = $(id).textContent;

		$(id).remove();
		return inflate(bytesOf(text));
	}));

function load(data)
{
	const was = page.found.map(i => page.meta.notes[i].path);

	page.meta = cxNotes(data, page.meta);
	page.life = cxLife(page.meta);
	page.words = cxWords(page.meta);
	page.find = page.live?.find ?? cxSearch(page.meta, page.words,
		page.life, textOf);
	page.backlinks = page.meta.notes.map(() => []);
	page.memo = new Map(); /* what queries have found */
	page.terms = new Map();
	page.lines = [];
	page.grown = null;
	page.meta.notes.forEach((note, i) => note.links.forEach(j =>
		page.backlinks[j].push(i)));
	page.byPath = new Map(page.meta.notes.map((note, i) =>
		[note.path, i]));
	page.found = was.map(path => page.byPath.get(path))
		.filter(i => i !== undefined);
	page.loaded?.();
}
const decoder = new TextDecoder();
const textOf = i => decoder.decode(page.meta.notes[i].body);
const htmlOf = i => decoder.decode(page.meta.notes[i].html);
const hrefOf = (i, view = 'note') => `#/${view}/` + page.meta.notes[i].path
	.split('/').map(encodeURIComponent).join('/');
const nameOf = i => page.meta.notes[i].name || page.meta.notes[i].path;
const linkTo = i => el('a', {href: hrefOf(i), dir: 'auto', ...preview(i)},
	nameOf(i));
const some = (n, what) => `${n} ${what}${n === 1 ? '' : 's'}`;
/* Each value with how many there are, most first. */
const countsOf = values => Array.from(Map.groupBy(values, v => v), ([v, all]) =>
	[v, all.length]).sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
const capital = s => s.charAt(0).toUpperCase() + s.slice(1);
const known = x => x && x !== 'unknown';
const statusOf = note => (note.status ?? 'active').split(':')[0].trim();
const dateOf = note => note.time === undefined ? '' :
	note.updated.trim().slice(0, 10);

/* --- a text of somebody, as elements --- */

const PLAIN = new Set(('P UL LI CODE EM STRONG DEL BLOCKQUOTE THEAD TBODY TR ' +
	'HR BR ABBR B CITE DD DIV DL DT I INS KBD MARK Q RP RT RUBY S SAMP ' +
	'SMALL SUB SUMMARY SUP U VAR').split(' '));
/* Each of these has the direction of its own first letter. */
const BLOCK = new Set(['P', 'UL', 'BLOCKQUOTE', 'DD', 'SUMMARY']);
const htmlIn = i => new DOMParser().parseFromString(htmlOf(i), 'text/html').body;
/* inner: it is embedded in another, and embeds none. */
function clean(i, inner)
{
	const to = document.createDocumentFragment();
	/* Not by recursion: lists may be nested without end. */
	const open = [[htmlIn(i), to]];

	while (open.length) {
		const [source, target] = open.pop();

		for (const node of source.childNodes) {
			if (node.nodeType === Node.TEXT_NODE) {
				target.append(node.data);
			} else if (node.nodeType === Node.ELEMENT_NODE) {
				const made = cleanElement(node, i);

				target.append(made);
				if (node.tagName !== 'IMG')
					open.push([node, made.querySelector(
						'table') ?? made]);
			}
		}
	}
	for (const b of to.querySelectorAll('b[data-c]'))
		callout(b);
	for (const p of to.querySelectorAll('p'))
		if (!p.childElementCount && !p.textContent.trim())
			p.remove();
	/* Blocks that have a name: "text ^name". */
	for (const e of to.querySelectorAll('p, li')) {
		const text = [...e.childNodes].findLast(n => n.nodeType ===
			Node.TEXT_NODE && n.data.trim());
		const [all, name] = /(?:^|\s)\^([\w-]+)\s*$/.exec(text?.data) ||
			[];

		if (name) {
			text.data = text.data.slice(0, -all.length);
			e.dataset.block = name;
		}
	}
	/* Screen readers get no gap where the note skips a level. */
	let level = 2;
	for (const h of to.querySelectorAll('h3, h4, h5, h6')) {
		level = Math.min(Number(h.tagName[1]), level + 1);
		h.setAttribute('aria-level', level);
	}
	for (const a of to.querySelectorAll('a[data-e]'))
		if (!inner && Number(a.dataset.e) !== i)
			embed(a);
	if (window.Prism && !inner)
		colour([...to.querySelectorAll('pre[data-lang]')]);
	return to;
}
/* Colours code, a block at a time once it is seen.  Of long texts, and of long
 * lines, some patterns would take a second. */
function colour(blocks)
{
	requestAnimationFrame(() => setTimeout(() => {
		const code = blocks[0]?.firstElementChild;
		const language = Prism.languages[blocks.shift()?.dataset.lang
			.toLowerCase()];
		const text = code?.textContent;

		if (!code?.isConnected)
			return;
		if (typeof language === 'object' && text.length < 10000 &&
		    !/.{500}/.test(text))
			code.replaceChildren(...coloured(Prism.tokenize(text,
				language)));
		colour(blocks);
	}));
}
const coloured = tokens => [tokens].flat().map(t => typeof t === 'string' ? t :
	el('span', {class: [t.type, t.alias ?? []].flat().map(k => 't-' + k)
		.join(' ')}, coloured(t.content)));
const cell = node => el(node.tagName, {dir: 'auto', class:
	/^(right|center)$/.exec(node.getAttribute('align'))?.[0]});
const isMath = node => node.className === 'math' && 'math';
const CLEAN = {__proto__: null, A: cleanLink, IMG: imageOf, TD: cell, TH: cell,
	OL: node => el('ol', {dir: 'auto', start: parseInt(node
		.getAttribute('start')) || undefined}),
	TABLE: () => el('div', {class: 'scroll', tabindex: 0, role: 'group',
		'aria-label': 'Table'}, el('table')),
	PRE: node => el('pre', {tabindex: 0, class: isMath(node), 'data-lang':
		/^language-(.+)/.exec(node.firstElementChild?.className)?.[1]}),
	CODE: node => el('code', {class: isMath(node)}),
	DETAILS: node => el('details', {open: node.hasAttribute('open')}),
	INPUT: node => el('input', {type: 'checkbox', disabled: true, checked:
		node.hasAttribute('checked'), 'aria-label':
		node.hasAttribute('checked') ? 'done' : 'to do'})};
function cleanElement(node, i)
{
	const name = node.tagName, {c, d} = node.dataset;

	if (CLEAN[name])
		return CLEAN[name](node, i);
	if (/^H[1-6]$/.test(name))
		return el('h' + Math.min(6, Number(name[1]) + 2),
			{dir: 'auto', tabindex: -1});
	if (name === 'LI' && node.classList.contains('task-list-item'))
		return el('li', {class: 'task'});
	if (c !== undefined || d !== undefined)
		return el('b', {'data-c': c, 'data-d': d});
	return el(PLAIN.has(name) ? name : 'span', {dir: BLOCK.has(name) &&
		'auto'});
}
/* The number of the note that a link means, -1: none, undefined: no note. */
function noteOf(node, i)
{
	const {n, p, h} = node.dataset;

	return n !== undefined ? page.meta.notes[i].to[n] : p !== undefined ?
		page.byPath.get(p) ?? -1 : h !== undefined ? i : undefined;
}
function cleanLink(node, i)
{
	const {h, f, t, e} = node.dataset, to = noteOf(node, i);
	const href = node.getAttribute('href') || '';

	if (f !== undefined)
		return el('a', {href: hrefOf(i) + '#fn-' + f, 'aria-label':
			'Footnote ' + f});
	if (to >= 0) {
		if (t !== undefined)
			node.textContent = labelOf(node, to);
		return el('a', {href: hrefOf(to) + (h ? '#' +
			encodeURIComponent(h) : ''), ...preview(to),
		'data-e': e !== undefined && to});
	}
	if (to !== undefined)
		return el('span', {class: 'broken', title: 'no such note'});
	if (/^(https?:\/\/|mailto:)/.test(href))
		return outside(href);
	return el('span');
}
/* A [[link]] by the name of a file reads as the title of the note. */
function labelOf(node, to)
{
	const [written, ...rest] = node.textContent.split('#');
	const file = written.split('/').pop().trim().replace(/\.md$/, '');

	return [file === page.meta.notes[to].path.split('/').pop()
		.replace(/\.md$/i, '') ? nameOf(to) : written, ...rest]
		.filter(Boolean).join(' \u203a ');
}
/* What the note says first, for whoever points at a link to it. */
const preview = i => ({onpointerenter: e => e.target.title ||= snippet(i, []),
	onfocus: e => e.target.title ||= snippet(i, [])});

/* Images are of the vault, or in the note; others are links. */
const TYPES = {__proto__: null, png: 'png', jpg: 'jpeg', jpeg: 'jpeg',
	gif: 'gif', webp: 'webp', svg: 'svg+xml', avif: 'avif', bmp: 'bmp'};
function imageOf(node)
{
	const {i: path, m, u} = node.dataset, all = node.getAttribute('alt');
	const [size, wide] = /(?:^|\|)(\d+)(?:x\d+)?$/.exec(all) || [''];
	const alt = all.slice(0, all.length - size.length)
		.replace(/^\|/, '');
	const img = el('img', {alt, width: parseInt(wide ?? node
		.getAttribute('width')) || undefined});
	const say = what => el('span', {class: 'missing'}, what);
	const inline = /^data:image\/(png|jpeg|gif|webp);base64,/.test(u);

	if (path) {
		imageData(path).then(bytes => {
			if (bytes.length)
				img.setAttribute('src', dataUrl(path, bytes));
			else
				img.replaceWith(say(`${alt || path}: too large ` +
					'for this page'));
		}, e => img.replaceWith(say(`${path}: ${e.message}`)));
		return img;
	}
	if (inline)
		img.setAttribute('src', u);
	return inline ? img : m !== undefined ? say(`no image ${m}`) :
		say(/^https?:/.test(u) && !node.closest('a') ? outside(u,
			`image: ${alt || u}`) : `image: ${alt || u}`);
}
function dataUrl(path, bytes)
{
	let s = '';

	for (let at = 0; at < bytes.length; at += 8192)
		s += String.fromCharCode(...bytes.subarray(at, at + 8192));
	return `data:image/${TYPES[path.split('.').pop().toLowerCase()]};base64,`
		+ btoa(s);
}
/* The bytes of an image; none if it was left out. */
const imageData = async path => page.live ? page.live.image(path) :
	(await (page.images ??= imagesInPage())).get(path);
async function imagesInPage()
{
	const bytes = await inflate(bytesOf($('cx-images').textContent));
	/* To the empty line. */
	let at = bytes.findIndex((b, i) => b === 10 && (bytes[i - 1] ?? 10) ===
		10) + 1;

	return new Map(decoder.decode(bytes.subarray(0, at)).split('\n')
		.filter(Boolean).map(line => JSON.parse(line)).map(([path, n]) =>
		[path, bytes.subarray(at, at += n)]));
}

/* The kinds of Obsidian and GitHub, by colour. */
const CALLOUTS = {
	warn: /^(warning|caution|attention|important|question|help|faq)$/,
	bad: /^(danger|error|bug|failure|fail|missing)$/,
	good: /^(tip|hint|success|check|done)$/};
function callout(title)
{
	const quote = title.closest('blockquote');
	const kind = title.dataset.c.toLowerCase();

	if (!quote?.firstElementChild?.contains(title))
		return;
	quote.className = 'callout ' + (Object.keys(CALLOUTS).find(k =>
		CALLOUTS[k].test(kind)) ?? '');
	if (!title.textContent.trim())
		title.textContent = capital(kind);
}
/* ![[note#heading]] alone in its paragraph becomes what it names. */
function embed(a)
{
	const to = Number(a.dataset.e), p = a.parentElement;
	const place = decodeURIComponent(a.hash.split('#')[2] ?? '');
	const all = el('div', {}, clean(to, true));
	const from = place && placeIn(all, place);

	if (p?.tagName !== 'P' || p.textContent.trim() !== a.textContent.trim())
		return;
	if (from) {
		const list = [from], level = from.tagName;

		for (let e = from.nextElementSibling; e && /^H/.test(level) &&
		    !(/^H/.test(e.tagName) && e.tagName <= level);
		    e = e.nextElementSibling)
			list.push(e);
		all.replaceChildren(...list);
	}
	p.replaceWith(el('blockquote', {class: 'embed'}, el('p', {class:
		'meta'}, a), all));
}
/* What #place leads to: a heading by its text or slug, a block, a footnote. */
const keyOf = s => s.normalize('NFC').toLowerCase()
	.replace(/[^\p{L}\p{N}]+/gu, '');
function placeIn(root, place)
{
	const want = keyOf(place.split('#').pop()), all = [...root
		.querySelectorAll('h3, h4, h5, h6')];
	const of = key => all.filter(h => keyOf(h.textContent) === key);
	const [, first, n] = /^(.*)-(\d+)$/.exec(place) || [];

	if (/^fn-\d+$/.test(place))
		return root.querySelector(`[data-d="${place.slice(3)}"]`);
	if (place[0] === '^')
		return [...root.querySelectorAll('[data-block]')].find(e =>
			e.dataset.block === place.slice(1));
	return of(want)[0] ?? (first && of(keyOf(first))[n]);
}

/* --- search --- */

const FILTERS = ['project', 'type', 'status', 'layer', 'tag'];
function accepts(all = false)
{
	const want = Object.fromEntries(FILTERS.map(f =>
		[f, $(f).value.trim()]));
	const tag = page.words.keyOf(want.tag.replace(/^#/, ''));
	/* Whoever asks for a status asks for what is over, too. */
	const over = all || $('over').checked || want.status;

	page.life.tick();
	return i => {
		const note = page.meta.notes[i];

		return (over || !page.life.isOver(i)) &&
			(!want.project || note.project === want.project) &&
			(!want.type || note.type === want.type) &&
			(!want.status || statusOf(note) === want.status) &&
			(!want.layer || page.life.layer(i) === want.layer) &&
			(!tag || (note.tags || []).some(t => t === tag ||
				t.startsWith(tag + '/')));
	};
}

/* What is found, of what `accept` takes: the next key often asks for what this
 * one has.  Without words it is the newest. */
function findNotes(asked, key, accept)
{
	if (!/\S/.test(asked))
		return page.life.newest;
	if (page.memo.size > 20)
		page.memo.clear();
	if (!page.memo.has(key))
		page.memo.set(key, page.find(asked, accept));
	return page.memo.get(key);
}
/* A server takes its time to answer, and may be asked something else then. */
function search()
{
	const asked = $('q').value, accept = accepts();
	const key = JSON.stringify([asked, $('over').checked,
		...FILTERS.map(f => $(f).value)]);
	const found = findNotes(asked, key, accept);
	const late = found instanceof Promise;

	$('results').setAttribute('aria-busy', late);
	if (late)
		found.then(list => page.memo.set(key, list), e => {
			page.memo.set(key, Object.assign([], {said: e.message}));
			setTimeout(() => page.memo.delete(key));
		}).then(() => $('q').value === asked && search());
	else
		show(asked, found, accept);
}
function show(asked, list, accept)
{
	const found = list.filter(i => accept(i));
	const on = FILTERS.filter(f => $(f).value).concat($('over').checked ?
		'over' : []);
	const n = found.length, same = asked === page.asked && n ===
		page.found.length && found.every((i, k) => i === page.found[k]);

	page.asked = asked;
	page.found = found;
	page.near = list.terms;
	/* The order is by more than words: those with all of them may come back. */
	page.rest = list.partial ? found.findLastIndex(i => !list.partial.has(i)) + 1 : 0;
	$('narrow').textContent = on.length ? `Filters (${on.length})` :
		'Filters';
	$('filters').classList.toggle('on', on.length > 0);
	$('filters').classList.toggle('asked', on.length > 0 ||
		/\S/.test(asked));
	$('chips').replaceChildren(...on.map(chipOf));
	$('count').textContent = [n ? some(n, 'note') + (/\S/.test(asked) ?
		'' : ', newest first') : page.meta.notes.length ?
		`No ${$('over').checked ? '' : 'active '}notes match.` :
		'This vault has no notes yet.', list.said]
		.filter(Boolean).join('; ').replace('.;', ':');
	if (!same)
		showResults();
	/* What is seen at once now, the rest when no other key comes. */
	clearTimeout(page.later);
	page.later = setTimeout(showTexts, 30);
}
/* A filter that is on; a click takes it off. */
function chipOf(f)
{
	const text = f === 'over' ? 'inactive, too' : `${f}: ${$(f).value}`;

	return button(`${text} \u00d7`, () => {
		Object.assign($(f), f === 'over' ? {checked: false} :
			{value: ''});
		$(f).dispatchEvent(new Event('input', {bubbles: true}));
	}, {class: 'chip', 'aria-label': `Remove the filter ${text}`});
}
function showTexts()
{
	page.unread.splice(0).forEach(show => show());
	page.later = setTimeout(() => page.shown < 30 && showMore(22), 90);
}
function showResults()
{
	page.shown = 0;
	page.on = -1;
	page.unread = [];
	$('results').replaceChildren();
	page.searched?.();
	showMore(8, page.unread);
}

/* unread: where rows leave how to show texts that are still to be read. */
function showMore(by, unread)
{
	const words = page.asked.replace(/(^|\s)-"[^"]*"/g, ' ');
	const terms = new Set([...page.words.take(words).terms,
		...page.near ?? []]);
	const to = Math.min(page.found.length, page.shown + by);

	$('results').append(...page.found.slice(page.shown, to)
		.map(i => resultOf(i, terms, unread)));
	if (page.rest > 0 && page.rest >= page.shown && page.rest < to)
		$('results').children[page.rest].dataset.rule = 'not all of the words';
	page.shown = to;
	$('more').hidden = to === page.found.length;
}

/* The terms of a word; texts have the same words again and again. */
function termsOf(word)
{
	if (!page.terms.has(word))
		page.terms.set(word, page.words.termsOf(word));
	return page.terms.get(word);
}

function resultOf(i, terms, unread)
{
	const note = page.meta.notes[i], date = dateOf(note);
	const text = el('div', {class: 'text', dir: 'auto'});
	const show = () => text.replaceChildren(
		...marked(snippet(i, terms), terms));
	const facts = [note.type, note.project].filter(known);

	if (unread && !page.lines[i]) {
		text.append('\u00a0'); /* its place */
		unread.push(show);
	} else {
		show();
	}
	return el('li', {'data-note': i}, page.live?.box(i),
		el('a', {href: hrefOf(i)},
			el('b', {dir: 'auto'}, marked(nameOf(i), terms)),
			el('div', {class: 'meta'}, [...facts, date, note.path]
				.filter(Boolean).join(' \u00b7 ')), text));
}

/* The line of the text that has most of the words, with what follows it if it
 * is short; else its description. */
function snippet(i, terms)
{
	const lines = linesOf(i);
	let best = page.meta.notes[i].description || '';
	let most = best ? 0 : -1;

	for (const [k, line] of lines.entries()) {
		/* Of lines that have as many, better not a heading. */
		let n = line.heading ? -0.5 : 0;

		for (const t of terms)
			n += line.terms.has(t);
		if (n > most) {
			most = n;
			best = line.text;
			for (let j = k; lines[j].goesOn && best.length < 160; j++)
				best += ' ' + lines[j + 1].text;
		}
	}
	return best;
}
/* The first lines of a text, and the terms of each. */
function linesOf(i)
{
	if (page.lines[i])
		return page.lines[i];
	const all = decoder.decode(page.meta.notes[i].body.subarray(0, 2000))
		.split('\n');
	const texts = all.map(plain);
	let code = false;

	return page.lines[i] = all.map((line, k) => {
		const heading = /^ *#/.test(line);

		if (/^ {0,3}(```|~~~)/.test(line))
			code = !code;
		return {text: texts[k], heading, goesOn: !heading && !code &&
			/^[\p{L}_]/u.test(texts[k + 1] || '') &&
			/^[\p{L}`"'(_[]/u.test(all[k + 1]),
			terms: new Set((texts[k].match(WORD) || [])
				.flatMap(termsOf))};
	}).filter(({text}) => text);
}

/* A line without the signs of Markdown and HTML. */
function plain(line)
{
	return line.slice(0, 400).replace(/^[#>\s*-]+(\[[ xX]\] )?/, '')
		.replace(/^\||\|$/g, '').replace(/ *\| *(?![^[]*\]\])/g, ' ')
		.replace(/<!--.*?(-->|$)|%%|==|\[\^[^\]]*\]:?|\[!\w+\]|\{%.*?%\}/g,
			'')
		.replace(/!?\[\[(?:[^\]|]*\|)?([^\]]*)\]\]/g, '$1')
		.replace(/!\[([^\]]*)\]\([^)]*\)/g, '$1')
		/* Also one that began on the line before. */
		.replace(/(^|\[)([^[\]]*)\]\([^)]*\)/g, '$2')
		/* Or one that ends on the next. */
		.replace(/\[([^\]]*)$/, '$1')
		.replace(/<\/?[a-z][^>]*>|`+|\*\*|~~/gi, '').trim().slice(0, 240);
}

const WORD = /[\p{L}\p{N}]+/gu;
function marked(text, terms)
{
	const hit = w => termsOf(w).some(t => terms.has(t));

	return text.split(/([\p{L}\p{M}\p{N}]+)/u).flatMap((s, i) => i % 2 ?
		page.words.pieces(s).flatMap(w => page.words.unspaced(w) ?
			markedPairs(page.words.units(w), hit) :
			hit(w) ? el('mark', {}, w) : w) : s);
}
/* Where no spaces are written, two letters are a word. */
function markedPairs(letters, hit)
{
	const is = letters.map((l, i) => hit(l) || (i > 0 &&
		hit(letters[i - 1] + l)) || hit(l + (letters[i + 1] ?? '')));
	/* Cut where that changes. */
	const all = letters.map((l, i) => is[i] === is[i - 1] ? l : '\n' + l)
		.join('').split('\n').slice(1);

	return all.map((s, k) => is[0] === (k % 2 < 1) ? el('mark', {}, s) : s);
}

/* Moves the mark to another result. */
function move(by)
{
	const rows = $('results').children;
	const to = Math.max(0, Math.min(rows.length - 1, page.on + by));

	if (!rows.length)
		return;
	rows[page.on]?.classList.remove('on');
	page.on = to;
	rows[to].classList.add('on');
	rows[to].querySelector('a').focus();
	rows[to].scrollIntoView({block: 'nearest'});
}

function fillFilters()
{
	const {notes} = page.meta;
	const fill = (id, f) => {
		const before = $(id).value;

		$(id).replaceChildren(el('option', {value: ''}, 'any'),
			...countsOf(notes.map(f)).map(([v, n]) => el('option',
				{value: v}, `${v === 'unknown' ? 'none' :
				v} (${n})`)));
		$(id).value = before;
	};

	fill('project', note => note.project ?? 'unknown');
	fill('type', note => note.type ?? 'unknown');
	fill('status', statusOf);
	$('tags').replaceChildren(...countsOf(notes.flatMap(note => note.tags ||
		[])).slice(0, 500).map(([v]) => el('option', {value: v})));
}

/* --- views --- */

function showNote(i)
{
	const note = page.meta.notes[i];
	const text = el('div', {class: 'body'}, clean(i));
	const chips = [['type', note.type], ['project', note.project],
		['status', note.status && statusOf(note)],
		['layer', dateOf(note) && page.life.layer(i)],
		...(note.tags || []).map(t => ['tag', t])].filter(([, v]) =>
		known(v)).map(([filter, v]) => button(filter === 'tag' ?
			'#' + v : v, () => pick(filter, v), {class: 'chip ' +
			v, title: `all notes with this ${filter}`}));

	for (const row of $('results').children)
		row.classList.toggle('on', Number(row.dataset.note) === i);
	const facts = [note.path, note.created && 'created ' + note.created,
		dateOf(note) && 'updated ' + dateOf(note),
		note.use && `used ${some(note.use[0], 'time')}, last ` +
		note.use[2].slice(0, 10), note.due && dueOf(note)]
		.filter(Boolean).flatMap(f => [' \u00b7 ', el('span', {}, f)])
		.slice(1);

	return el('div', {class: 'reading'}, el('article', {},
		el('a', {class: 'back', href: '#/'}, '\u2190 Results'),
		el('h2', {tabindex: -1, dir: 'auto'}, nameOf(i)),
		el('p', {class: 'meta'}, facts),
		el('div', {class: 'chips'}, chips, page.live?.tools(i)),
		properties(note, !text.textContent.trim()), text,
		beside(i)),
	el('aside', {'aria-label': 'About this note'}, contents(i, text),
		neighbours('Links to this note', page.backlinks[i], i),
		neighbours('Links from this note', note.links),
		note.links.concat(page.backlinks[i]).length ? el('p', {},
			el('a', {href: hrefOf(i, 'graph')}, 'Graph of its ' +
				'links')) : null));
}
const dueOf = note => `${note.due} for ${some(note.days, 'day')}`;
const allDue = () => page.meta.notes.map((_, i) => i).filter(i => page.meta
	.notes[i].due).sort((a, b) => page.meta.notes[b].days -
	page.meta.notes[a].days || a - b);
/* The front matter that has no place of its own. */
function properties(note, open)
{
	const plainly = v => v === null ? '' : Array.isArray(v) ? v.map(plainly)
		.join(', ') : typeof v === 'object' ? JSON.stringify(v) :
		String(v).replace(/\[\[(?:[^\]|]*\|)?([^\]]*)\]\]/g, '$1');
	const rows = Object.entries(note.extra ?? {}).map(([key, v]) =>
		[key, plainly(v)]);

	return rows.length ? el('details', {class: 'properties', open},
		el('summary', {}, rows.length === 1 ? '1 property' :
			`${rows.length} properties`),
		el('table', {}, el('tbody', {}, rows.map(([key, v]) =>
			el('tr', {}, el('th', {scope: 'row'}, key), el('td',
				{dir: 'auto'}, /^https?:\/\/\S+$/.test(v) ?
					outside(v, v) : v)))))) : null;
}
/* Of a long text, its headings. */
function contents(i, text)
{
	const all = [...text.querySelectorAll('h3, h4, h5, h6')].filter(h =>
		!h.closest('blockquote'));
	const top = Math.min(...all.map(h => h.tagName[1]));

	return all.length < 3 ? null : el('nav', {class: 'toc', 'aria-label':
		'Contents'}, el('h3', {}, 'Contents'), el('ul', {}, all.map(h =>
		el('li', {class: 'in' + (h.tagName[1] - top)}, el('a', {href:
			hrefOf(i) + '#' + encodeURIComponent(h.textContent
			.trim()), dir: 'auto'}, h.textContent)))));
}
/* The notes before and after it in its directory. */
function beside(i)
{
	const dirOf = j => page.meta.notes[j]?.path.replace(/[^/]*$/, '');
	const links = [[i - 1, 'before', n => '\u2190 ' + n], [i + 1, 'after',
		n => n + ' \u2192']].filter(([j]) => dirOf(j) === dirOf(i))
		.map(([j, class_, text]) => el('a', {href: hrefOf(j), class:
			class_, dir: 'auto'}, text(nameOf(j))));

	return links.length ? el('nav', {class: 'beside', 'aria-label':
		'In its directory'}, links) : null;
}
/* The text around the link to a note in another. */
function around(j, i)
{
	const a = [...htmlIn(j).querySelectorAll('a')].find(link =>
		noteOf(link, j) === i && !link.dataset.h?.startsWith('^fn'));
	if (a?.dataset.t !== undefined)
		a.textContent = labelOf(a, i);
	const block = a?.closest('p, li, td, th, dd, h1, h2, h3, h4, h5, h6');
	const text = (block?.textContent ?? '').replace(/\s+/g, ' ').trim();
	const at = text.indexOf(a?.textContent ?? '');
	const from = text.length > 200 ? Math.max(0, text.lastIndexOf(' ',
		Math.max(0, at - 80)) + 1) : 0;

	return (from ? '\u2026 ' : '') + text.slice(from, from + 200) +
		(text.length > from + 200 ? ' \u2026' : '');
}
function neighbours(title, list, i)
{
	const row = j => el('li', {}, linkTo(j), i === undefined ? null :
		el('p', {class: 'text', dir: 'auto'}, around(j, i)));

	return list.length ? el('section', {}, el('h3', {}, `${title} ` +
		`(${list.length})`), longList(list, row, 20)) : null;
}
function pick(filter, value)
{
	$('q').value = '';
	$(filter).value = value;
	location.hash = '#/';
	search();
}

/* Beside the results, until one of them is chosen. */
function overview()
{
	const notes = page.meta.notes, all = notes.map((_, i) => i);
	const links = notes.reduce((n, note) => n + note.links.length, 0);
	const current = all.filter(i => !page.life.isOver(i));
	const linked = current.filter(i => page.backlinks[i].length > 1)
		.sort((a, b) => page.backlinks[b].length -
			page.backlinks[a].length || a - b);
	const list = (title, ids, more) => ids.length ? el('section', {class:
		title.split(' ').pop()}, el('h3', {}, title), el('ul',
		{class: 'rows'}, ids.slice(0, 8).map(i =>
			el('li', {}, linkTo(i), meta(' ' + more(i)))))) : null;
	const read = current.filter(i => notes[i].use?.[1]).sort((a, b) =>
		notes[b].use[1] - notes[a].use[1] || a - b);
	const chips = (filter, of, sign = '') => el('div', {class: 'chips ' +
		filter}, countsOf(current.flatMap(of).filter(known))
		.slice(0, 12).map(([v, n]) => button(`${sign}${v} ${n}`, () =>
			pick(filter, v), {class: 'chip'})));

	if (!notes.length)
		return el('p', {}, 'Make the first note with ', page.live ?
			el('a', {href: '#/new'}, 'New') : el('code', {},
				'cx new "Deploy freeze"'), '.');
	return el('div', {class: 'overview'}, el('h2', {}, page.meta.title),
		el('p', {class: 'meta'}, [some(notes.length, 'note'),
			some(links, 'link'), ...current.length < notes.length ?
			[notes.length - current.length + ' inactive'] : []]
			.join(' \u00b7 ')),
		chips('project', i => notes[i].project),
		chips('tag', i => notes[i].tags ?? [], '#'),
		el('div', {class: 'cards'},
			list('Pinned', current.filter(i => notes[i].pinned &&
				notes[i].pinned !== 'false'), () => ''),
			list('Due', allDue(), i => some(notes[i].days, 'day')),
			list('Most read', read, i => some(notes[i].use[1],
				'time')),
			list('Most linked', linked, i => some(page.backlinks[i]
				.length, 'link'))));
}

/* A list that shows more on demand. */
function longList(items, row, step = 200)
{
	const list = el('ul', {class: 'rows'});
	const more = button('Show more', add);
	let n = 0;

	function add()
	{
		list.append(...items.slice(n, n + step).map(row));
		n += step;
		more.hidden = n >= items.length;
	}
	add();
	return [list, more];
}

const monthBefore = month => new Date(Date.parse(month + '-01') - 864e5)
	.toISOString().slice(0, 7);
function showTimeline()
{
	const accept = accepts();
	const dated = page.meta.notes.map((note, i) => [dateOf(note), i])
		.filter(([date, i]) => date && accept(i))
		.sort((a, b) => (a[0] < b[0]) - (a[0] > b[0]));

	if (!dated.length)
		return el('div', {}, el('h2', {}, 'Timeline'), el('p', {},
			'No note here has a date.'));
	const months = Map.groupBy(dated, ([date]) => date.slice(0, 7));
	/* Five years of months, also those without a note. */
	const last = [];
	const begin = dated[dated.length - 1][0].slice(0, 7);

	for (let m = dated[0][0].slice(0, 7); last.length < 60 && m >= begin;
	    m = monthBefore(m))
		last.unshift([m, months.get(m)?.length ?? 0]);
	const most = Math.max(1, ...last.map(m => m[1]));
	const lists = el('div');
	const show = month => lists.replaceChildren(...longList(
		months.get(month) ?? dated, ([date, i]) => el('li', {},
			meta(date + ' '), linkTo(i),
			meta([page.meta.notes[i].type].filter(known).map(t =>
				' ' + t)))));

	const bars = el('div', {class: 'bars', role: 'img', 'aria-label':
		'Notes a month: ' + last.map(m => m.join(' ')).join(', ')},
	last.map(([month, n]) => {
		const bar = el('i', {title: `${month}: ${n}`});

		bar.style.height = n ? `${Math.max(2, 100 * n / most)}%` : 0;
		return bar;
	}));

	show('');
	return el('div', {}, el('h2', {}, 'Timeline'),
		el('p', {class: 'meta'}, some(dated.length, 'dated note')),
		el('div', {class: 'months'}, bars, el('p', {class:
			'axis meta'}, [...new Set([last[0][0], dated[0][0]
			.slice(0, 7)])].map(m => el('span', {}, m)))),
		el('p', {}, el('label', {}, 'Month ', el('select',
			{id: 'month', onchange: e => show(e.target.value)},
			el('option', {value: ''}, 'all'), [...months].map(
			([month, list]) => el('option', {value: month},
			`${month} (${list.length})`))))), lists);
}

function showHealth()
{
	/* cx serve checks the notes when somebody looks. */
	if (!page.meta.findings) {
		const wait = el('div', {}, el('h2', {}, 'Health'),
			el('p', {}, 'Checking \u2026'));

		page.live.findings().then(findings => {
			page.meta.findings = findings;
			if (wait.isConnected)
				wait.replaceWith(showHealth());
		}, e => wait.replaceChildren(el('p', {class: 'error'},
			e.message)));
		return wait;
	}
	const notes = page.meta.notes, accept = accepts();
	const all = notes.map((_, i) => i).filter(accept);
	const groups = [];
	const add = (title, hint, items, row) => {
		if (items.length)
			groups.push(el('details', {open: items.length < 6},
				el('summary', {}, el('b', {}, String(items
					.length)), title, meta(' ' + hint)),
				longList(items, row)));
	};
	const note = i => el('li', {}, linkTo(i), meta(' ' + notes[i].path));
	const byRule = [...Map.groupBy(page.meta.findings, f => f.code)];
	const rank = {error: 0, warning: 1, info: 2};

	for (const [code, list] of byRule.sort((a, b) =>
		rank[a[1][0].severity] - rank[b[1][0].severity] ||
		b[1].length - a[1].length))
		add(code.replaceAll('-', ' '), list[0].severity, list, f => el('li', {},
			page.byPath.has(f.path) ? linkTo(page.byPath
				.get(f.path)) : f.path,
			meta(` ${f.path}${f.line ? ':' + f.line : ''} `),
			el('span', {class: f.severity}, f.message)));
	/* What has expired is over, and still wants attention. */
	add('due', 'stale, overdue, expired or unreviewed', allDue().filter(
		accepts(true)), i => el('li', {}, linkTo(i),
		meta(' ' + dueOf(notes[i]))));
	add('orphans', 'no link in or out', all.filter(i =>
		!page.backlinks[i].length && !notes[i].links.length), note);
	if (notes.some(n => n.use))
		add('never read', 'not opened, according to the access log',
			all.filter(i => !notes[i].use?.[1]), note);
	return el('div', {}, el('h2', {}, 'Health'), groups.length ? groups :
		el('p', {class: 'good'}, 'No problems found.'));
}

/* --- folders and tags --- */

/* Beside the results, where there is room.  Only what is open has elements, and
 * is in page.open: folders as a/b/, tags as #a/b/. */
function showTree()
{
	const {meta: {notes}, now} = page, over = $('over').checked;
	const marked = () => $('tree').querySelector('[aria-current]');

	if (now === undefined)
		marked()?.removeAttribute('aria-current');
	if ((now === undefined && over === page.grown) ||
	    !$('tree').checkVisibility())
		return;
	for (const slash of notes[now]?.path.matchAll(/\//g) ?? [])
		page.open.add(notes[now].path.slice(0, slash.index + 1));
	const paths = notes.map((note, i) => [note.path, i]).filter(([, i]) =>
		over || !page.life.isOver(i));

	$('tree').replaceChildren(branch('Folders', '', paths, (path, [[, i]]) =>
		notes[i].path === path ? Object.assign(linkTo(i), {ariaCurrent:
			i === page.now ? 'page' : null}) : null),
	over === page.grown ? $('tree').lastChild : branch('Tags', '#', paths
		.flatMap(([, i]) => (notes[i].tags || []).map(t => ['#' + t, i])),
	(tag, list) => button(counted(tag, list), () => pick('tag', tag
		.slice(1)))));
	page.grown = over;
	marked()?.scrollIntoView({block: 'nearest'});
}
const counted = (name, list) => [el('span', {dir: 'auto'}, name), meta(' ' +
	new Set(list.map(([, i]) => i)).size)];
/* What in a list of [path, note] is below a prefix, by its next part; above it
 * what leaf makes of the prefix itself, if anything. */
function branch(name, prefix, list, leaf, self)
{
	const row = ([part, all, deep]) => {
		const path = prefix + part, own = leaf(path, all);

		return el('li', {}, deep ? branch(part, path + '/', all, leaf,
			own) : own);
	};
	const rows = () => {
		const parts = [...Map.groupBy(list.filter(([path]) => path
			.startsWith(prefix)), ([path]) => path.slice(prefix
			.length).split('/', 1)[0])].map(([part, all]) => [part,
			all, all.some(([path]) => path.length > prefix.length +
			part.length)]).sort((a, b) => b[2] - a[2] ||
			(a[0] < b[0] ? -1 : 1));
		const at = parts.findIndex(([, all]) => all.some(([, i]) =>
			i === page.now));
		const [ul, more] = longList(parts, row, Math.max(200, at + 1));

		ul.prepend(...self ? [el('li', {}, self)] : []);
		return [ul, more];
	};
	const open = page.open.has(prefix), e = el('details', {open, ontoggle() {
		page.open[e.open ? 'add' : 'delete'](prefix);
		if (e.open !== e.children.length > 1)
			e.replaceChildren(e.firstChild, ...e.open ? rows() : []);
	}}, el('summary', {}, counted(name, list)), open ? rows() : null);

	return e;
}

/* --- the page --- */

const VIEWS = {__proto__: null, timeline: showTimeline, health: showHealth,
	graph: showGraph};
function route()
{
	const [hash, ...rest] = location.hash.replace(/^#\/?/, '').split('#');
	const [name] = hash.split('/');
	const view = VIEWS[name] || page.live?.views[name];
	let path = '', place = '';

	try {
		path = decodeURIComponent(hash.replace(/^(note|graph)\//, ''));
		place = decodeURIComponent(rest.join('#'));
	} catch {
		/* a hash of somebody else */
	}
	const about = /note|graph/.test(name) && page.byPath.get(path);
	const i = page.now = name === 'note' ? about : undefined;

	page.stop?.();
	idle(showTree);
	/* On a telephone the results are left where they are. */
	if (!/note|wide/.test(document.body.className))
		page.top = $('main').scrollTop;
	const choosing = page.live?.choosing ? ' choosing' : '';
	document.body.className = (view ? `wide ${name}` : i !== undefined ?
		'note' : '') + choosing;
	for (const a of $('nav').children)
		a.toggleAttribute('aria-current', a.hash === '#/' + (view ?
			name : ''));
	$('view').setAttribute('aria-label', view ? name : 'Note');
	$('view').replaceChildren(...[view ? view(about) : i !== undefined ?
		showNote(i) : name === 'note' ? el('p', {},
		'No such note.') : overview()].flat());
	$('view').scrollTop = 0;
	$('main').scrollTop = view || i !== undefined ? 0 : page.top;
	document.title = (i !== undefined ? nameOf(i) + ' - ' : '') +
		page.meta.title;
	if (i !== undefined) {
		const at = place && placeIn($('view'), place);

		(at || $('view').querySelector('h2')).focus({preventScroll: true});
		if (at)
			at.scrollIntoView();
	}
}

function setTheme(theme)
{
	document.documentElement.dataset.theme = theme;
	$('theme').title = $('theme').ariaLabel = 'Theme: ' + theme;
	kept('cx-theme', theme);
	page.redraw?.();
}
const nextTheme = () => setTheme({auto: 'light', light: 'dark', dark: 'auto'}[
	document.documentElement.dataset.theme]);

function key(event)
{
	const typing = /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName) &&
		(event.target !== $('q') || event.key !== 'ArrowDown');

	if (event.ctrlKey || event.metaKey || event.altKey || $('keys').open)
		return;
	if (event.target === $('q') && event.key === 'Enter') {
		if (page.found.length)
			location.hash = hrefOf(page.found[0]);
	} else if (event.key === 'Escape') {
		location.hash = '#/';
		$('q').focus();
	} else if (typing || (event.target.tagName === 'CANVAS' &&
	    event.key !== '/')) {
		return;
	} else if (event.key === '/') {
		location.hash = '#/';
		$('q').focus();
		$('q').select();
	} else if (/^(j|k|ArrowDown|ArrowUp)$/.test(event.key) &&
	    !document.body.classList.contains('wide')) {
		move(/j|Down/.test(event.key) ? 1 : -1);
	} else if (event.key === 't') {
		nextTheme();
	} else if (event.key === '?') {
		$('keys').showModal();
	} else if (/^[1-9]$/.test(event.key)) {
		location.hash = $('nav').children[event.key - 1]?.hash ??
			location.hash;
	} else {
		return;
	}
	event.preventDefault();
}

/* Again for the data that is there now. */
function refresh()
{
	$('title').textContent = page.meta.title;
	fillFilters();
	search();
	route();
}

/* When nothing else is to be done; a key waits no longer than a frame. */
const idle = window.requestIdleCallback ?? setTimeout;
function prepare(from)
{
	const {warm} = page.find, end = performance.now() + 8;
	let k = from;

	while (warm && k < 2 * page.meta.notes.length && performance.now() < end)
		warm(k++);
	if (k > from)
		setTimeout(() => idle(() => prepare(k)));
}

async function start()
{
	setTheme(kept('cx-theme') || 'auto');
	load(await (page.live ?? {data: fromPage}).data());
	const again = event => {
		search();
		if ($('over').checked !== page.grown)
			idle(showTree);
		if (!document.body.classList.contains('wide'))
			return;
		/* Filters are for each view, words for the results. */
		if (event.target === $('q') && event.type === 'input')
			location.hash = '#/';
		else
			route();
	};

	Object.assign($('filters'), {oninput: again, onsubmit: e =>
		e.preventDefault(), onreset: e => setTimeout(again, 0, e)});
	$('more').onclick = () => showMore(30);
	$('theme').onclick = nextTheme;
	$('narrow').onclick = () => $('narrow').ariaExpanded = $('filters')
		.classList.toggle('open');
	$('help').onclick = () => $('keys').showModal();
	addEventListener('hashchange', route);
	addEventListener('keydown', key);
	new ResizeObserver(() => idle(showTree)).observe($('tree'));
	page.live?.start();
	refresh();
	document.documentElement.dataset.ready = '';
	idle(() => prepare(0));
}
