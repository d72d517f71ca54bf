'use strict';
/*
 * page.js: shows and searches the notes that cx-page(1) has put into the
 * page.  A note is somebody's text: it becomes elements by name (clean, below)
 * and text nodes, never HTML.
 */
const $ = id => document.getElementById(id);
const page = {meta: null, rank: null, found: [], shown: 0, on: -1,
	unread: [], top: 0, backlinks: null, live: null};

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
		let c = s.charCodeAt(i);
		const escaped = c === 61;

		if (escaped)
			c = s.charCodeAt(++i);
		if (c > 255 || (c > 127 && c < 160))
			c = odd.get(c) ?? c;
		out[n++] = escaped ? c - 64 : c;
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
	page.meta = cxNotes(data, page.meta);
	page.rank = cxRank(page.meta, textOf);
	page.backlinks = page.meta.notes.map(() => []);
	page.memo = new Map(); /* what queries have found */
	page.terms = new Map();
	page.lines = [];
	page.meta.notes.forEach((note, i) => {
		for (const j of note.links)
			page.backlinks[j].push(i);
	});
	page.byPath = new Map(page.meta.notes.map((note, i) =>
		[note.path, i]));
	page.loaded?.();
}
const decoder = new TextDecoder();
const textOf = i => decoder.decode(page.meta.notes[i].body);
const htmlOf = i => decoder.decode(page.meta.notes[i].html);
const hrefOf = i => '#/note/' + page.meta.notes[i].path.split('/')
	.map(encodeURIComponent).join('/');
const nameOf = i => page.meta.notes[i].name || page.meta.notes[i].path;
const linkTo = i => el('a', {href: hrefOf(i), dir: 'auto'}, nameOf(i));
const some = (n, what) => `${n} ${what}${n === 1 ? '' : 's'}`;
const dateOf = note => note.time === undefined ? '' :
	note.updated.trim().slice(0, 10);

/* --- a text of somebody, as elements --- */

const PLAIN = new Set(['P', 'UL', 'LI', 'PRE', 'CODE', 'EM', 'STRONG', 'DEL',
	'BLOCKQUOTE', 'THEAD', 'TBODY', 'TR', 'TH', 'TD', 'HR', 'BR']);
/* Each of these has the direction of its own first letter. */
const BLOCK = new Set(['P', 'UL', 'BLOCKQUOTE', 'TH', 'TD']);
function clean(i)
{
	const from = new DOMParser().parseFromString(htmlOf(i), 'text/html')
		.body;
	const to = document.createDocumentFragment();
	/* Not by recursion: lists may be nested without end. */
	const open = [[from, to]];

	while (open.length) {
		const [source, target] = open.pop();

		for (const node of source.childNodes) {
			if (node.nodeType === Node.TEXT_NODE) {
				target.append(node.data);
			} else if (node.nodeType === Node.ELEMENT_NODE) {
				const made = cleanElement(node,
					page.meta.notes[i].to);

				target.append(made);
				open.push([node, made.querySelector('table') ??
					made]);
			}
		}
	}
	/* Screen readers get no gap where the note skips a level. */
	let level = 2;
	for (const h of to.querySelectorAll('h3, h4, h5, h6')) {
		level = Math.min(Number(h.tagName[1]), level + 1);
		h.setAttribute('aria-level', level);
	}
	return to;
}
function cleanElement(node, targets)
{
	const name = node.tagName;

	if (name === 'A')
		return cleanLink(node, targets);
	if (/^H[1-6]$/.test(name))
		return el('h' + Math.min(6, Number(name[1]) + 2),
			{dir: 'auto'});
	if (name === 'OL')
		return el('ol', {dir: 'auto', start: parseInt(
			node.getAttribute('start')) || undefined});
	if (name === 'TABLE')
		return el('div', {class: 'scroll', tabindex: 0, role: 'group',
			'aria-label': 'Table'}, el('table'));
	if (name === 'PRE')
		return el('pre', {tabindex: 0});
	if (name === 'LI' && node.classList.contains('task-list-item'))
		return el('li', {class: 'task'});
	if (name === 'INPUT')
		return el('input', {type: 'checkbox', disabled: true,
			checked: node.hasAttribute('checked'), 'aria-label':
			node.hasAttribute('checked') ? 'done' : 'to do'});
	if (name === 'IMG')
		return el('span', {class: 'meta'}, '[image: ' +
			(node.getAttribute('alt') ||
			node.getAttribute('src')) + ']');
	return el(PLAIN.has(name) ? name : 'span', {dir: BLOCK.has(name) &&
		'auto'});
}
function cleanLink(node, targets)
{
	const n = node.dataset.n, href = node.getAttribute('href') || '';

	if (n !== undefined && targets[n] >= 0)
		return el('a', {href: hrefOf(targets[n])});
	if (n !== undefined)
		return el('span', {class: 'broken', title: 'no such note'});
	if (/^(https?:\/\/|mailto:)/.test(href))
		return el('a', {href, rel: 'noopener noreferrer',
			target: '_blank'});
	return el('span');
}

/* --- search --- */

const FILTERS = ['project', 'type', 'status', 'layer'];
function accepts(all = false)
{
	const want = Object.fromEntries(FILTERS.concat('tag').map(f => [f,
		$(f).value.trim()]));
	const tag = page.rank.keyOf(want.tag.replace(/^#/, ''));
	/* Whoever asks for a status asks for what is over, too. */
	const over = all || $('over').checked || want.status;

	return i => {
		const note = page.meta.notes[i];

		return (over || !page.rank.isOver(i)) &&
			(!want.project || note.project === want.project) &&
			(!want.type || note.type === want.type) &&
			(!want.status || (note.status ?? 'active')
				.split(':')[0].trim() === want.status) &&
			(!want.layer || page.rank.layer(i) === want.layer) &&
			(!tag || (note.tags || []).some(t => t === tag ||
				t.startsWith(tag + '/')));
	};
}

/* What is found: the next key often asks for what this one has. */
function findNotes(asked)
{
	const key = JSON.stringify([asked, $('over').checked, ...FILTERS
		.concat('tag').map(f => $(f).value)]);

	if (page.memo.size > 20)
		page.memo.clear();
	if (!page.memo.has(key))
		page.memo.set(key, page.rank.search(asked, accepts()));
	return page.memo.get(key);
}
function search()
{
	const typed = $('q').value;
	let found = findNotes(typed);
	/* In the middle of a word. */
	const whole = found.length ? null : page.rank.complete(typed);
	const asked = whole ?? typed;
	/* A telephone does not show what they are. */
	const on = [...FILTERS, 'tag'].filter(f => $(f).value).length +
		$('over').checked;

	if (whole)
		found = findNotes(whole);
	const n = found.length, same = found === page.found &&
		asked === page.asked;

	page.asked = asked;
	page.found = found;
	$('narrow').textContent = on ? `Filters (${on})` : 'Filters';
	$('count').textContent = n ? some(n, 'note') + (whole ?
		` with \u201c${typed.trim()}\u2026\u201d` : '') : page.meta.notes.length ?
		'No notes match.' : 'This vault has no notes yet.';
	if (!same)
		showResults();
	/* What is seen at once now, the rest when no other key comes. */
	clearTimeout(page.later);
	page.later = setTimeout(showTexts, 30);
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
	const terms = new Set(words.trim() ? page.rank.queryTerms(words) : []);
	const to = Math.min(page.found.length, page.shown + by);

	$('results').append(...page.found.slice(page.shown, to)
		.map(i => resultOf(i, terms, unread)));
	page.shown = to;
	$('more').hidden = to === page.found.length;
}

/* The terms of a word; texts have the same words again and again. */
function termsOf(word)
{
	if (!page.terms.has(word))
		page.terms.set(word, page.rank.allTerms(word));
	return page.terms.get(word);
}

function resultOf(i, terms, unread)
{
	const note = page.meta.notes[i], date = dateOf(note);
	const text = el('div', {class: 'text', dir: 'auto'});
	const show = () => text.replaceChildren(
		...marked(snippet(i, terms), terms));
	const facts = [note.type, note.project].filter(x => x &&
		x !== 'unknown');

	if (unread && !page.lines[i]) {
		text.append('\u00a0'); /* its place */
		unread.push(show);
	} else {
		show();
	}
	return el('li', {'data-note': i}, page.live?.box(i),
		el('a', {href: hrefOf(i)},
			el('b', {dir: 'auto'}, marked(nameOf(i), terms)),
			text, el('div', {class: 'meta'}, [...facts, date,
				note.path].filter(Boolean).join(' \u00b7 '))));
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
	const head = () => {
		const all = decoder.decode(page.meta.notes[i].body
			.subarray(0, 2000)).split('\n');
		const texts = all.map(plain);
		let code = false;

		return all.map((line, k) => {
			const heading = /^ *#/.test(line);

			if (/^ {0,3}(```|~~~)/.test(line))
				code = !code;
			return {text: texts[k], heading,
				goesOn: !heading && !code &&
				/^[\p{L}_]/u.test(texts[k + 1] || '') &&
				/^[\p{L}`"'(_[]/u.test(all[k + 1]),
				terms: new Set((texts[k].match(WORD) || [])
					.flatMap(termsOf))};
		}).filter(({text}) => text);
	};

	return page.lines[i] ??= head();
}

/* A line without the signs of Markdown and HTML. */
function plain(line)
{
	return line.slice(0, 400).replace(/^[#>\s*-]+/, '')
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
		page.rank.pieces(s).flatMap(w => page.rank.unspaced(w) ?
			markedPairs(page.rank.units(w), hit) :
			hit(w) ? el('mark', {}, w) : w) : s);
}
/* Where no spaces are written, two letters are a word. */
function markedPairs(letters, hit)
{
	const is = letters.map(hit);
	const out = [];

	for (let i = 1; i < letters.length; i++) {
		if (hit(letters[i - 1] + letters[i]))
			is[i - 1] = is[i] = true;
	}
	for (let i = 0, j; i < letters.length; i = j) {
		for (j = i + 1; j < letters.length && is[j] === is[i]; j++)
			;
		const s = letters.slice(i, j).join('');

		out.push(is[i] ? el('mark', {}, s) : s);
	}
	return out;
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
	const count = f => {
		const n = new Map();

		for (const note of page.meta.notes)
			for (const v of [f(note)].flat())
				n.set(v, (n.get(v) || 0) + 1);
		return [...n].sort((a, b) => b[1] - a[1] ||
			(a[0] < b[0] ? -1 : 1));
	};
	const fill = (id, f) => {
		const before = $(id).value;

		$(id).replaceChildren(el('option', {value: ''}, 'any'),
			...count(f).map(([v, n]) => el('option', {value: v},
				`${v === 'unknown' ? 'none' : v} (${n})`)));
		$(id).value = before;
	};

	fill('project', note => note.project ?? 'unknown');
	fill('type', note => note.type ?? 'unknown');
	fill('status', note => (note.status ?? 'active').split(':')[0].trim());
	$('tags').replaceChildren(...count(note => note.tags || [])
		.slice(0, 500).map(([v]) => el('option', {value: v})));
}

/* --- views --- */

function showNote(i)
{
	const note = page.meta.notes[i];
	const chips = [note.type, note.project].filter(x => x && x !==
		'unknown').concat(note.status ?? 'active').map(c =>
		el('span', {class: 'chip'}, c));
	const layer = page.rank.layer(i);

	for (const row of $('results').children)
		row.classList.toggle('on', Number(row.dataset.note) === i);
	chips.push(el('span', {class: 'chip ' + layer}, layer));
	for (const tag of note.tags || [])
		chips.push(el('button', {class: 'chip', type: 'button',
			onclick: () => pick('tag', tag)}, '#' + tag));
	const facts = [note.path, note.created && 'created ' + note.created,
		dateOf(note) && 'updated ' + dateOf(note),
		note.use && `used ${some(note.use[0], 'time')}, last ` +
		note.use[2].slice(0, 10), note.due && dueOf(note)]
		.filter(Boolean);

	return el('article', {},
		el('a', {class: 'back', href: '#/'}, '\u2190 Results'),
		el('h2', {tabindex: -1, dir: 'auto'}, nameOf(i)),
		el('p', {class: 'meta'}, facts.join(' \u00b7 ')),
		el('div', {}, chips),
		page.live?.tools(i),
		clean(i),
		neighbours('Links to this note', page.backlinks[i]),
		neighbours('Links from this note', note.links));
}
const dueOf = note => `${note.due} for ${some(note.days, 'day')}`;
function neighbours(title, list)
{
	return list.length ? el('section', {}, el('h3', {}, `${title} ` +
		`(${list.length})`), el('ul', {class: 'rows'},
		list.map(i => el('li', {}, linkTo(i), el('span',
			{class: 'meta'}, ' ' + page.meta.notes[i].path))))) :
		null;
}
function pick(filter, value)
{
	$(filter).value = value;
	location.hash = '#/';
	search();
}

/* Beside the results, until one of them is chosen. */
function overview()
{
	const notes = page.meta.notes, all = notes.map((_, i) => i);
	const links = notes.reduce((n, note) => n + note.links.length, 0);
	const current = all.filter(i => !page.rank.isOver(i));
	const inLayer = layer => current.filter(i => page.rank.layer(i) ===
		layer).length;
	const linked = current.filter(i => page.backlinks[i].length > 1)
		.sort((a, b) => page.backlinks[b].length -
			page.backlinks[a].length || a - b).slice(0, 10);
	const list = (title, ids, more) => ids.length ? el('section', {},
		el('h3', {}, title), el('ul', {class: 'rows'}, ids.map(i =>
			el('li', {}, linkTo(i), el('span', {class: 'meta'},
				more(i)))))) : null;

	if (!notes.length)
		return el('p', {}, 'Make the first note with ', page.live ?
			el('a', {href: '#/new'}, 'New') : el('code', {},
				'cx new "Deploy freeze"'), '.');
	return el('div', {class: 'overview'}, el('h2', {}, page.meta.title),
		el('p', {class: 'meta'}, [some(notes.length, 'note'),
			some(links, 'link'), inLayer('hot') + ' hot',
			inLayer('warm') + ' warm', notes.length -
			current.length + ' inactive'].join(' \u00b7 ')),
		el('p', {class: 'meta'}, 'Press ', el('kbd', {}, '/'),
			' to search, ', el('kbd', {}, '?'), ' for all keys.'),
		list('Pinned', current.filter(i => notes[i].pinned &&
			notes[i].pinned !== 'false').slice(0, 10), i =>
			' ' + notes[i].path),
		list('Most linked', linked, i => ' ' + some(page.backlinks[i]
			.length, 'link')));
}

/* A list that shows more on demand. */
function longList(items, row, step = 200)
{
	const list = el('ul', {class: 'rows'});
	const more = el('button', {type: 'button', onclick: add}, 'Show more');
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

function monthBefore(month)
{
	const [y, m] = month.split('-').map(Number);

	return m > 1 ? `${month.slice(0, 4)}-${String(m - 1)
		.padStart(2, '0')}` : `${String(y - 1).padStart(4, '0')}-12`;
}
function showTimeline()
{
	const accept = accepts(), months = new Map();
	const dated = page.meta.notes.map((note, i) => [dateOf(note), i])
		.filter(([date, i]) => date && accept(i))
		.sort((a, b) => a[0] < b[0] ? 1 : a[0] > b[0] ? -1 :
			a[1] - b[1]);

	if (!dated.length)
		return el('div', {}, el('h2', {}, 'Timeline'), el('p', {},
			'No note here has a date.'));
	for (const [date] of dated)
		months.set(date.slice(0, 7), (months.get(date.slice(0, 7)) ||
			0) + 1);
	/* Five years of months, also those without a note. */
	const last = [];
	const begin = dated[dated.length - 1][0].slice(0, 7);

	for (let m = dated[0][0].slice(0, 7); last.length < 60 && m >= begin;
	    m = monthBefore(m))
		last.unshift([m, months.get(m) || 0]);
	const most = Math.max(1, ...last.map(m => m[1]));
	const lists = el('div');
	const show = month => lists.replaceChildren(...longList(month ?
		dated.filter(([date]) => date.startsWith(month)) : dated,
		([date, i]) => el('li', {}, el('span', {class: 'meta'},
			date + ' '), linkTo(i), el('span', {class: 'meta'},
			page.meta.notes[i].type === 'unknown' ? '' :
				' ' + page.meta.notes[i].type))));

	const bars = el('div', {class: 'bars', role: 'img', 'aria-label':
		'Notes a month: ' + last.map(m => m.join(' ')).join(', ')},
	last.map(([month, n]) => {
		const bar = el('i', {title: `${month}: ${n}`});

		bar.style.height = n ? `${Math.max(2, 100 * n / most)}%` : 0;
		return bar;
	}));
	const ends = el('p', {class: 'axis meta'}, last.length > 1 ?
		[0, last.length - 1].map(i => el('span', {}, last[i][0])) :
		null);

	for (const e of [bars, ends])
		e.style.maxWidth = `${Math.max(150, 42 * last.length)}px`;
	show('');
	return el('div', {}, el('h2', {}, 'Timeline'),
		el('p', {class: 'meta'}, some(dated.length, 'dated note')),
		bars, ends,
		el('p', {}, el('label', {}, 'Month ', el('select',
			{id: 'month', onchange: e => show(e.target.value)},
			el('option', {value: ''}, 'all'), [...months].map(
			([month, n]) => el('option', {value: month},
			`${month} (${n})`))))), lists);
}

function showHealth()
{
	const {meta} = page;

	/* cx serve checks the notes when somebody looks. */
	if (!meta.findings) {
		const wait = el('div', {}, el('h2', {}, 'Health'),
			el('p', {}, 'Checking \u2026'));

		page.live.findings().then(findings => {
			meta.findings = findings;
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
			groups.push(el('details', {}, el('summary', {},
				el('b', {}, String(items.length)), title,
				el('span', {class: 'meta'}, ' ' + hint)),
				longList(items, row)));
	};
	const note = i => el('li', {}, linkTo(i), el('span',
		{class: 'meta'}, ' ' + notes[i].path));
	const byRule = new Map();

	for (const f of meta.findings)
		byRule.set(f.code, (byRule.get(f.code) || []).concat(f));
	const rank = {error: 0, warning: 1, info: 2};

	for (const [code, list] of [...byRule].sort((a, b) =>
		rank[a[1][0].severity] - rank[b[1][0].severity] ||
		b[1].length - a[1].length))
		add(code, list[0].severity, list, f => el('li', {},
			page.byPath.has(f.path) ? linkTo(page.byPath
				.get(f.path)) : f.path,
			el('span', {class: 'meta'}, ` ${f.path}:${f.line} `),
			el('span', {class: f.severity}, f.message)));
	/* What has expired is over, and still wants attention. */
	add('due', 'stale, overdue, expired or unreviewed', notes.map((_, i) =>
		i).filter(accepts(true)).filter(i => notes[i].due).sort((a, b) => notes[b].days - notes[a].days),
		i => el('li', {}, linkTo(i), el('span', {class: 'meta'},
			' ' + dueOf(notes[i]))));
	add('orphans', 'no link in or out', all.filter(i =>
		!page.backlinks[i].length && !notes[i].links.length), note);
	if (notes.some(n => n.use))
		add('never read', 'not opened, according to the access log',
			all.filter(i => !notes[i].use?.[1]), note);
	return el('div', {}, el('h2', {}, 'Health'), groups.length ? groups :
		el('p', {class: 'good'}, 'No problems found.'));
}

/* --- the page --- */

const VIEWS = {__proto__: null, timeline: showTimeline, health: showHealth,
	graph: showGraph};
function route()
{
	const hash = location.hash.replace(/^#\/?/, '');
	const [name] = hash.split('/');
	const view = VIEWS[name] || page.live?.views[name];
	let path = '';

	try {
		path = decodeURIComponent(hash.replace(/^note\//, ''));
	} catch {
		/* a hash of somebody else */
	}
	const i = name === 'note' ? page.byPath.get(path) : undefined;

	page.stop?.();
	page.stop = null;
	/* On a telephone the results are left where they are. */
	if (!document.body.className)
		page.top = $('main').scrollTop;
	document.body.className = view ? `wide ${name}` : i !== undefined ?
		'note' : '';
	for (const a of $('nav').children)
		a.toggleAttribute('aria-current', a.hash === '#/' + (view ?
			name : ''));
	$('view').hidden = false;
	$('view').setAttribute('aria-label', view ? name : 'Note');
	$('view').replaceChildren(...[view ? view() : i !== undefined ?
		showNote(i) : name === 'note' ? el('p', {},
		'No such note.') : overview()].flat());
	$('view').scrollTop = 0;
	$('main').scrollTop = document.body.className ? 0 : page.top;
	document.title = (i !== undefined ? nameOf(i) + ' - ' : '') +
		page.meta.title;
	if (i !== undefined)
		$('view').querySelector('h2').focus({preventScroll: true});
}

function setTheme(theme)
{
	if (theme === 'auto')
		delete document.documentElement.dataset.theme;
	else
		document.documentElement.dataset.theme = theme;
	$('theme').textContent = 'Theme: ' + theme;
	try {
		localStorage.setItem('cx-theme', theme);
	} catch {
		/* no storage for this page */
	}
	page.redraw?.();
}
function nextTheme()
{
	const all = ['auto', 'light', 'dark'];
	const now = document.documentElement.dataset.theme || 'auto';

	setTheme(all[(all.indexOf(now) + 1) % 3]);
}

function key(event)
{
	const typing = /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName);

	if (event.ctrlKey || event.metaKey || event.altKey || $('keys').open)
		return;
	if (event.target === $('q') && event.key === 'ArrowDown') {
		move(1);
	} else if (event.target === $('q') && event.key === 'Enter') {
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
	} else if (event.key === 'j' || event.key === 'ArrowDown') {
		if (document.body.classList.contains('wide'))
			return;
		move(1);
	} else if (event.key === 'k' || event.key === 'ArrowUp') {
		if (document.body.classList.contains('wide'))
			return;
		move(-1);
	} else if (event.key === 't') {
		nextTheme();
	} else if (event.key === '?') {
		$('keys').showModal();
	} else if (/^[1-9]$/.test(event.key)) {
		location.hash = $('nav').children[event.key - 1]?.hash ??
			location.hash;
	} else if (event.key === 'x' && page.live) {
		event.target.closest('#results li')?.querySelector('input')
			.click();
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

async function start()
{
	let theme = 'auto';

	try {
		theme = localStorage.getItem('cx-theme') || theme;
	} catch {
		/* no storage for this page */
	}
	setTheme(theme);
	load(await (page.live ?? {data: fromPage}).data());
	const again = event => {
		search();
		/* Filters are for each view, words for the results. */
		if (event.target === $('q') && event.type === 'input' &&
		    document.body.classList.contains('wide'))
			location.hash = '#/';
		else if (document.body.classList.contains('wide'))
			route();
	};

	$('filters').addEventListener('input', again);
	$('filters').addEventListener('submit', e => e.preventDefault());
	$('filters').addEventListener('reset', e => setTimeout(again, 0, e));
	$('more').addEventListener('click', () => showMore(30));
	$('theme').addEventListener('click', nextTheme);
	$('narrow').addEventListener('click', () =>
		$('narrow').setAttribute('aria-expanded',
			$('filters').classList.toggle('open')));
	$('help').addEventListener('click', () => $('keys').showModal());
	addEventListener('hashchange', route);
	addEventListener('keydown', key);
	page.live?.start();
	refresh();
	document.documentElement.dataset.ready = '';
	const prepare = () => page.rank.prepare() && later(prepare);
	const later = window.requestIdleCallback ?? setTimeout;
	later(prepare);
}
