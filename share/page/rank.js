'use strict';
/*
 * rank.js: the ranking of cx search, for a page.
 *
 * It is the ranking "recall" of cx-score(1) on what cx-page(1) has counted:
 * the same results, scores and order.  tests/page/rank.t holds it to
 * `cx search` and to tests/tools/recall-reference.py.  Logarithms and norms are
 * rounded once to multiples of 2^-20; all else is whole numbers, products
 * before quotients, quotients rounded down.
 *
 *	const meta = cxNotes([notes, terms, texts]); // bytes of cx-page
 *	const rank = cxRank(meta, i => text of note i);
 *	const found = rank.search('deploy risk', accept);
 *	for (const i of found) ... found.score[i] ...
 */

/*
 * The notes, each with its bytes: the counts of its words, its body and HTML.
 * Of a note that is as it was, these are in before, the notes of another time.
 */
function cxNotes([json, terms, texts], before)
{
	const meta = JSON.parse(new TextDecoder().decode(json));
	const old = new Map(before?.notes.map(note => [note.path, note]));
	const number = new Map(meta.notes.map((note, i) => [note.path, i]));
	let at = 0, from = 0;

	if (meta.notes.every(note => note.sizes))
		before = null; /* all of them come again */
	meta.words = meta.terms.split('\n').slice(0, -1);
	const numbers = before && numbersIn(before.words, meta.words);
	for (const note of meta.notes) {
		if (note.sizes) {
			const [n, body, html] = note.sizes;

			note.counts = terms.subarray(at, at += n);
			note.body = texts.subarray(from, from += body);
			note.html = texts.subarray(from, from += html);
			if (numbers) {
				note.counts = renumber(note.counts, numbers);
				note.scopes = note.scopes.map(t => numbers[t]);
			}
		} else {
			const {to, ...rest} = old.get(note.path);

			/* Links that only the HTML has come last. */
			note.to.push(...to.slice(note.to.length).map(i =>
				number.get(before.notes[i]?.path) ?? -1));
			Object.assign(note, {...rest, ...note});
		}
		note.links = [...new Set(note.to.filter(i => i >= 0))];
	}
	if (before) {
		meta.words = before.words;
		meta.stems = {...before.stems, ...meta.stems};
	}
	return meta;
}
/* What the numbers of some words are in all; new ones are added to all. */
function numbersIn(all, some)
{
	const known = new Map(all.map((w, i) => [w, i]));

	return some.map(w => known.get(w) ?? all.push(w) - 1);
}
/* The number of LEB128 at a place. */
function leb128(bytes, at)
{
	let b = bytes[at.i++], sum = b & 127, shift = 128;

	for (; b & 128; shift *= 128) {
		b = bytes[at.i++];
		sum += (b & 127) * shift;
	}
	return sum;
}
/* The counts of a note (bin/cx-page/page.h) with other numbers of terms. */
function renumber(bytes, numbers)
{
	const at = {i: 0}, counts = [], out = [];
	const put = n => {
		for (; n > 127; n = Math.floor(n / 128))
			out.push(n & 127 | 128);
		out.push(n);
	};
	let term = 0, last = 0;

	for (let left = leb128(bytes, at); left > 0; left--) {
		term += leb128(bytes, at);
		const text = leb128(bytes, at);

		counts.push([numbers[term], text, ...text & 1 ?
			[leb128(bytes, at), leb128(bytes, at)] : []]);
	}
	put(counts.length);
	for (const [t, ...rest] of counts.sort((a, b) => a[0] - b[0])) {
		[t - last, ...rest].forEach(put);
		last = t;
	}
	return Uint8Array.from(out);
}

function cxRank(meta, textOf)
{
	const ONE = 2 ** 20, SHORTLIST = 400, HUB = 64, FEEDBACK = 8;
	const DESCRIPTION = 3; /* words of one that is a name */
	const NAMED_WORDS = 32, NAMED_NOTES = 64;
	const FEW_WORDS = 3; /* of a list all of which are meant */
	const notes = meta.notes, N = notes.length;

	/* --- arithmetic --- */

	const fixed = x => Math.floor(x * ONE + 0.5);
	/* Up to 2^52 the double next to the quotient is on its side of every
	 * whole number. */
	const mulDiv = (a, b, c) => a * b < 2 ** 52 ? Math.floor(a * b / c) :
		Number(BigInt(a) * BigInt(b) / BigInt(c));
	const idf = (n, df) => fixed(Math.log(1 + (n - df + 0.5) / (df + 0.5)));
	const saturate = (i, x) => mulDiv(i * 11, x, 5 * x + 6 * ONE);
	/* b is the part that length has. */
	const norm = (weight, b, length, n, sum) => sum === 0 ? 0 :
		fixed(weight / (1 - b + b * length * n / sum));

	/* --- words (lib/text/analyze.h) --- */

	const NS = '\u0e00-\u109f\u1100-\u11ff\u1780-\u17ff\u2e80-\u2fdf' +
		'\u3005-\u3007\u3021-\u3029\u3038-\u303c\u3040-\u30ff' +
		'\u3105-\u318f\u31a0-\u31bf\u31f0-\u31ff\u3400-\u4dbf' +
		'\u4e00-\u9fff\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff' +
		'\u{1b000}-\u{1b16f}\u{20000}-\u{3ffff}';
	const PIECES = new RegExp(`[${NS}]+|[^${NS}]+`, 'gu');
	const UNSPACED = new RegExp(`^[${NS}]`, 'u');
	const PARTS = /[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+/g;
	const stop = new Set(meta.stop), weak = new Set(meta.weak);
	const asking = new Set(meta.asking);
	const irregular = new Map(Object.entries(meta.irregular));
	const stems = new Map(Object.entries(meta.stems));
	const stemmed = new Map();
	const isASCII = s => /^[\0-\x7f]*$/.test(s);
	const spelled = new TextEncoder();

	/* Letters whose marks are accents, which people leave out: Latin,
	 * Greek, Cyrillic, Hebrew, Arabic. */
	const ACCENT = new RegExp('(?<=[\\x00-\\u052f\\u0590-\\u06ff' +
		'\\u0750-\\u077f\\u0870-\\u08ff\\u1c80-\\u1c8f\\u1d00-\\u1fff' +
		'\\u2c60-\\u2c7f\\ua640-\\ua69f\\ua720-\\ua7ff' +
		'\\uab30-\\uab6f\\P{L}]|^)(?<!\\p{M})\\p{M}+', 'gu');
	const IGNORED = /\p{Default_Ignorable_Code_Point}+/gu;
	/* What people type for a letter that has no decomposition. */
	const TYPED = new Map([...'\u00f8o\u0111d\u00f0d\u0127h\u0131i\u0167t\u014bn\u0138k\u0180b\u0253b\u0256d\u0257d\u0247e\u01e5g\u0268i\u0249j\u0199k\u019al\u026bl\u0275o\u024dr\u0289u\u028bv\u024fy\u01b4y\u01b6z\u0142l']
		.flatMap((c, i, all) => i % 2 ? [] : [[c, all[i + 1]]])
		.concat([['\u00e6', 'ae'], ['\u0153', 'oe'], ['\u00fe', 'th'], ['\u00df', 'ss'],
			['\u0640', '']]));
	const SYMBOL = /(?![\0-\x7f\u2500-\u259f\ufffd])[\p{Sc}\p{Sm}\p{So}\u00a7\u00b6\u2020\u2021]/u;
	const SPECIAL = /((?<![\w\x80-\u{10ffff}])[A-Za-z][A-Za-z0-9]*(?:\+\+|#)(?![\w+#\x80-\u{10ffff}])|(?<![\w.)\/\]\x80-\u{10ffff}])\.[A-Za-z][A-Za-z0-9]+(?![\w\x80-\u{10ffff}]))/u;
	const RUNS = new RegExp(`[\\p{L}\\p{M}\\p{Nd}]+|${SYMBOL.source}`, 'gu');

	const plain = s => isASCII(s) ? s :
		s.normalize('NFKD').replace(IGNORED, '');
	const bare = s => isASCII(s) ? s : s.replace(ACCENT, '');
	/* Full case folding, as far as lower case of upper case is that. */
	function fold(w)
	{
		return isASCII(w) ? w.toLowerCase() : Array.from(w, c =>
			c === '\u0131' ? c : c.toUpperCase().toLowerCase())
			.map(c => TYPED.get(c) ?? c).join('').normalize('NFC');
	}
	/* The words of a text: folded, as written, in capitals, by itself (a
	 * letter, not that of it's), a symbol, C++ or .NET. */
	function wordsOf(s)
	{
		return s.split(SPECIAL).flatMap((part, k) => {
			if (k % 2)
				return {w: part.toLowerCase(), run: part,
					special: true};
			part = plain(part);
			return Array.from(part.matchAll(RUNS), m => ({
				w: fold(bare(m[0])), run: bare(m[0]),
				marked: bare(m[0]) !== m[0],
				symbol: SYMBOL.test(m[0]),
				alone: !/['\u2019]/.test(part[m.index - 1])}));
		}).filter(x => x.w);
	}
	const isLoud = run => /^[A-Z]{2}([A-Za-z0-9]*[A-Z])?$/.test(run);
	/* At most 128 bytes of a word count. */
	function cut(w)
	{
		while (w.length > 42 && spelled.encode(w).length > 128)
			w = w.replace(/.$/su, '');
		return w;
	}
	const words = s => wordsOf(s).filter(x => !x.symbol).map(x => x.w);
	const pieces = w => isASCII(w) ? [w] : w.match(PIECES);
	/* Characters with their marks, eight of them at most. */
	function units(run)
	{
		return isASCII(run) ? Array.from(run) :
			run.match(/.\p{M}{0,7}/gsu);
	}
	function pairs(run)
	{
		const c = units(run);

		return c.length === 1 ? c :
			c.slice(1).map((x, i) => c[i] + x);
	}
	function stem(w)
	{
		if (stems.has(w) || !meta.porter || !isASCII(w))
			return stems.get(w) ?? w;
		if (!stemmed.has(w))
			stemmed.set(w, porter(irregular.get(w) ?? w));
		return stemmed.get(w);
	}
	/* A Korean word with its particle, beside its pairs. */
	const isWhole = w => /[\uac00-\ud7a3]/.test(w) &&
		Array.from(w).length > 2;
	/* English has no accents. */
	const isKnown = x => stop.has(x.w) && !x.marked;
	const isStop = x => isKnown(x) && !isLoud(x.run);
	const never = () => false;
	/* Terms of words but for those that are dropped.  A stop word counts
	 * in one with a script without spaces. */
	function toTerms(list, drop = isStop, parts = false)
	{
		return list.flatMap(x => {
			if (x.special) {
				const run = x.run.replace(/[.+#]/g, '');

				return [stem(cut(x.w)), ...toTerms([{run,
					w: run.toLowerCase(), alone: true}],
					drop)];
			}
			const found = pieces(x.w).flatMap(p =>
				UNSPACED.test(p) ? pairs(p) : p === x.w &&
				drop(x) ? [] : stem(cut(p)));
			const part = parts && isASCII(x.run) &&
				x.run.match(PARTS) || [];

			if (isWhole(cut(x.w)))
				found.push(cut(x.w));
			return part.length < 2 || (part.length === 2 &&
				/^[A-Za-z]$/.test(part[0])) ? found :
				[...found, ...toTerms(part.filter(p =>
				p.length > 1).map(run => ({run,
				w: run.toLowerCase()})), drop)];
		});
	}
	const termsOf = s => toTerms(wordsOf(s));
	const isAlone = x => x.w.length === 1 && x.alone;
	/* What is dropped of a query, as cx_analyze_query does. */
	function dropped(s)
	{
		const list = wordsOf(s), loud = !/[a-z]/.test(s);
		const drop = x => isKnown(x) && (loud || !isLoud(x.run));

		if (!toTerms(list, drop, true).length)
			return {only: true, drop: never};
		return {only: false, drop: list.some(x => drop(x) &&
			!isAlone(x)) ? drop : x => drop(x) && !isAlone(x)};
	}
	const queryTerms = s => toTerms(wordsOf(s), dropped(s).drop, true);
	/* A word without a term is a stop word. */
	function wordsAndTerms(s)
	{
		const {only, drop} = dropped(s);

		return wordsOf(s).filter(x => !x.symbol).flatMap(x =>
			(x.special ? [x.w] : pieces(x.w)).flatMap(p =>
			UNSPACED.test(p) ? pairs(p).map(c => [c, c]) :
			[[cut(p), p === x.w && isKnown(x) && (only ||
			drop(x)) ? null : stem(cut(p))]]));
	}
	const exactWords = s => wordsAndTerms(s).map(([word]) => word);

	/* --- as it stands (lib/text/literal.h) --- */

	const isWordAt = c => c !== undefined && /[\p{L}\p{M}\p{N}]/u.test(c);
	function squash(s)
	{
		const plain = isASCII(s) ? s.toLowerCase() :
			Array.from(s.normalize('NFC'), c =>
			Array.from(c.toLowerCase())[0]).join('')
			.replace(IGNORED, '').replace(/\u03c2/g, '\u03c3');
		const one = t => t.replace(/[\t-\r \p{Z}]+/gu, ' ')
			.replace(/^ | $/g, '');

		return [one(plain), one(plain.replace(/[*`]|(?<![\p{L}\p{M}\p{N}])_|_(?![\p{L}\p{M}\p{N}])|(?<=\[)\[|\[(?=\[)|(?<=\])\]|\](?=\])/gu, ''))];
	}
	function standsIn(x, texts)
	{
		const first = /^./su.exec(x)[0], last = /.$/su.exec(x)[0];
		const goesOn = c => isWordAt(c) && !UNSPACED.test(c);

		return texts.some(t => t.some(s => {
			for (let at = s.indexOf(x); at >= 0;
			    at = s.indexOf(x, at + 1)) {
				const end = at + x.length;
				const before = /.$/su.exec(s.slice(
					Math.max(0, at - 2), at))?.[0];
				const after = /^./su.exec(s.slice(end,
					end + 2))?.[0];

				if (!(goesOn(before) && !UNSPACED.test(first)) &&
				    !(goesOn(after) && goesOn(last)))
					return true;
			}
			return false;
		}));
	}
	const QUOTES = '\'"\u2018\u2019\u201c\u201d\u00ab\u00bb\u300c\u300d';
	const AROUND = new RegExp(`^[(\\[{<${QUOTES}]+|[.,;:!?)\\]}>\u2026${QUOTES}]+$`, 'gu');
	function literals(s)
	{
		if (dropped(s).only)
			return [s];
		return [...new Set(s.split(/[\t-\r \p{Z}]+/u)
			.map(w => w.replace(AROUND, '')))].filter(w =>
			/[\p{L}\p{M}\p{N}]/u.test(w) &&
			!/^[\p{L}\p{M}\p{N}'\u2019]*$/u.test(w) ||
			/[a-z][A-Z]/.test(w)).slice(0, 16);
	}
	/* high-speed, and/or */
	const isProse = w => /^[\p{L}\p{M}][\p{L}\p{M}\-/'\u2019]*$/u.test(w);
	/* Under which names meet regardless of case (lib/base/utf8.h). */
	const keyOf = s => isASCII(s) ? s.toLowerCase() :
		Array.from(s.normalize('NFC'), c => c.toLowerCase()).join('')
			.replace(IGNORED, '');

	/* --- what is known of the notes --- */

	const vocabulary = meta.words;
	const termOf = new Map(vocabulary.map((w, i) => [w, i]));
	/* Counts by note (first), and again by term (start). */
	const most = notes.reduce((n, note) => n + (note.counts.length >> 1),
		0); /* two bytes each at least */
	const counts = () => ({note: new Uint32Array(most),
		term: new Uint32Array(most), text: new Uint32Array(most),
		names: new Uint16Array(most), labels: new Uint16Array(most)});
	const fore = counts(), back = counts();
	const first = new Uint32Array(N + 1);
	const start = new Uint32Array(vocabulary.length + 2);
	{
		let n = 0;

		for (let i = 0; i < N; i++) {
			const at = {i: 0}, bytes = notes[i].counts;
			const number = () => leb128(bytes, at);
			let term = 0;

			for (let left = number(); left > 0; left--, n++) {
				term += number();
				const text = number();

				fore.note[n] = i;
				fore.term[n] = term;
				fore.text[n] = text >>> 1;
				if (text & 1) {
					fore.names[n] = number();
					fore.labels[n] = number();
				}
				start[term + 2]++;
			}
			first[i + 1] = n;
		}
		/* Counting sort: start[t + 1] is where the next one goes. */
		for (let t = 2; t < start.length; t++)
			start[t] += start[t - 1];
		for (let k = 0; k < n; k++) {
			const to = start[fore.term[k] + 1]++;

			back.note[to] = fore.note[k];
			back.text[to] = fore.text[k];
			back.names[to] = fore.names[k];
			back.labels[to] = fore.labels[k];
		}
	}
	const df = t => start[t + 1] - start[t];

	/* Of names; of texts in words, and in pairs: a text in two scripts is
	 * two fields, each of its own length. */
	const norms = [0, 1, 2].map(() => new Float64Array(N));
	const allShare = new Float64Array(N); /* of a note with all words */
	const lengthOf = i => notes[i].lengths[0] + notes[i].lengths[1] +
		notes[i].lengths[2];
	{
		const sum = [0, 0, 0], n = [0, 0, 0];

		for (const {lengths} of notes) {
			for (const f of [0, 1, 2]) {
				n[f] += lengths[f] > 0;
				sum[f] += lengths[f];
			}
		}
		for (let i = 0; i < N; i++) {
			const l = notes[i].lengths;
			const share = f => sum[f] ? l[f] * n[f] / sum[f] : 0;

			for (const f of [0, 1, 2])
				norms[f][i] = norm(f ? 1 : 3, f ? 0.75 : 0.5,
					l[f], n[f], sum[f]);
			allShare[i] = fixed(0.4 + 1 / (1 + 60 *
				Math.max(share(1), share(2))));
		}
	}
	const isPair = word => UNSPACED.test(word);
	const weigh = (i, pair, text, names, labels) =>
		text * norms[pair ? 2 : 1][i] + names * norms[0][i] +
		labels * 2 * ONE;

	const folders = new Map(), folderOf = new Uint32Array(N);
	const folderNotes = [], folderLength = [];
	for (let i = 0; i < N; i++) {
		const path = notes[i].path;
		const dir = path.slice(0, Math.max(path.lastIndexOf('/'), 0));

		if (!folders.has(dir)) {
			folders.set(dir, folderNotes.length);
			folderNotes.push(0);
			folderLength.push(0);
		}
		const f = folderOf[i] = folders.get(dir);
		folderNotes[f]++;
		folderLength[f] += lengthOf(i);
	}
	const isText = folderNotes.map(n => n >= 2 && n <= 200);
	const foldersN = isText.filter(Boolean).length;
	const foldersLength = folderLength.reduce((sum, n, f) =>
		sum + (isText[f] ? n : 0), 0);
	const folderNorm = folderLength.map(n => norm(1, 0.5, n, foldersN,
		foldersLength));

	const MONTHS = ['january', 'february', 'march', 'april', 'may', 'june',
		'july', 'august', 'september', 'october', 'november',
		'december'];
	/* 'e' exact, 'g' scope, 'h' heading, 'u' date: notes */
	const index = new Map();
	const list = (kind, word) => index.get(kind + word) || [];
	{
		const add = (key, i) => {
			const l = index.get(key);

			if (!l)
				index.set(key, [i]);
			else if (l[l.length - 1] !== i)
				l.push(i);
		};

		notes.forEach((note, i) => {
			for (const e of note.exact)
				add('e' + e, i);
			for (const h of note.heads)
				add('h' + h, i);
			for (const t of note.scopes)
				add('g' + vocabulary[t], i);
			if (note.time === undefined)
				return;
			const [y, m, d] = note.updated.trim().slice(0, 10)
				.split('-');

			add('u' + y, i);
			add('u' + MONTHS[m - 1], i);
			add('u' + Number(d), i);
		});
	}

	/* Neighbours that are no hubs, ascending; null of a hub. */
	const near = Array.from({length: N}, () => new Set());
	notes.forEach((note, i) => {
		for (const j of note.links) {
			if (j !== i) {
				near[i].add(j);
				near[j].add(i);
			}
		}
	});
	const isHub = near.map(s => s.size > HUB);
	const n1 = near.map((s, i) => isHub[i] ? null :
		[...s].filter(j => !isHub[j]));
	const n2 = new Array(N), mark = new Int32Array(N).fill(-1);
	function secondNeighbours(i)
	{
		if (n2[i])
			return n2[i];
		n2[i] = [];
		mark[i] = i;
		for (const j of n1[i] || [])
			mark[j] = i;
		for (const j of n1[i] || []) {
			for (const k of n1[j]) {
				if (mark[k] !== i)
					n2[i].push(k);
				mark[k] = i;
			}
		}
		return n2[i];
	}

	/* --- life and time --- */

	const today = () => Math.floor((meta.now ?? Date.now() / 1000) / 86400);
	const NEVER = Infinity;
	const lastDay = Float64Array.from(notes, n => n.last_day ?? NEVER);
	const expired = i => lastDay[i] !== NEVER && lastDay[i] < today();
	const status = notes.map(n => meta.weights[n.status ?? 'active']);
	const weights = Float64Array.from(status, s => s[0]);
	const ended = Uint8Array.from(status, s => s[1]);
	const isOver = i => ended[i] === 1 || expired(i);
	const weightOf = i => expired(i) ? Math.min(weights[i],
		meta.archived) : weights[i];
	/* By the day as it is written, whatever the zone. */
	function layer(i)
	{
		const note = notes[i];

		if (note.time === undefined)
			return 'cold';
		const age = today() - Date.parse(note.updated.trim()
			.slice(0, 10)) / 864e5;

		return age <= meta.layers.hot ? 'hot' :
			age <= meta.layers.warm ? 'warm' : 'cold';
	}

	/* --- queries (lib/rank/query.h) --- */

	const FIELDS = ['name', 'tag', 'project', 'description', 'path'];
	function parse(text)
	{
		const found = [];
		let rest = text;
		const SPACE = /^[\t-\r \p{Z}]+/u;

		for (;;) {
			rest = rest.replace(SPACE, '');
			if (!rest)
				return found;
			const term = {field: null, exclude: false};

			if (/^-"[^"]*"/.test(rest)) {
				term.exclude = true;
				rest = rest.slice(1);
			}
			const name = /^(name|tags?|project|description|path):(?=[^\t-\r \p{Z}])/u
				.exec(rest);
			if (name) {
				term.field = name[1] === 'tags' ? 'tag' :
					name[1];
				rest = rest.slice(name[0].length);
			} else if (/^#[\p{L}\p{M}]/u.test(rest) ||
			    (rest[0] === '#' && SYMBOL.test(
			    Array.from(rest)[1] ?? ''))) {
				term.field = 'tag';
				rest = rest.slice(1);
			}
			const quoted = /^"([^"]*)"/.exec(rest);
			if (quoted) {
				term.typed = quoted[1].replace(/^[ \t\r\n]+|[ \t\r\n]+$/g, '');
				rest = rest.slice(quoted[0].length);
			} else {
				term.typed = /^"?([^\t-\r \p{Z}]*)/u
					.exec(rest)[1];
				rest = rest.replace(/^"?[^\t-\r \p{Z}]*/u, '');
			}
			term.phrase = quoted !== null;
			term.text = keyOf(term.typed);
			if (term.text)
				found.push(term);
		}
	}

	/* Which notes the terms with a field leave. */
	function fieldsFit(i, query)
	{
		return query.every(t => t.field === null ||
			inField(notes[i], t) !== t.exclude);
	}
	function inField(note, t)
	{
		switch (t.field) {
		case 'tag':
			return (note.tags || []).map(keyOf).some(tag =>
				tag === t.text || tag.startsWith(t.text + '/'));
		case 'project':
			return keyOf(note.project || '') === t.text;
		default:
			return keyOf(note[t.field] || '').includes(t.text);
		}
	}

	/* Whether the terms of a phrase stand one after the other. */
	function phraseIn(phrase, text)
	{
		const p = toTerms(wordsOf(phrase), never);
		const t = toTerms(wordsOf(text), never);

		for (let i = 0; p.length && i + p.length <= t.length; i++) {
			if (p.every((x, k) => x === t[i + k]))
				return true;
		}
		return false;
	}
	/* What a literal is looked for in. */
	function textsOf(i)
	{
		const {name, tags, path, description, also} = notes[i];

		return [name, ...tags || [], path, description, ...also || [],
			textOf(i)].filter(t => t).map(squash);
	}
	/* As it stands; of a phrase that no note has, its words in a row. */
	function phraseOf(i, term)
	{
		/* Only a note with all of its terms can have it. */
		term.terms ??= termsOf(term.text)
			.map(w => termOf.get(w) ?? -1);
		term.literal ??= squash(term.typed)[0];
		term.memo ??= new Map();
		if (!term.memo.has(i))
			term.memo.set(i, term.terms.every(t => find(i, t) >= 0) &&
				(term.loose ?
				phraseIn(term.text, notes[i].name || '') ||
				phraseIn(term.text, textOf(i)) : term.literal &&
				standsIn(term.literal, textsOf(i))));
		return term.memo.get(i);
	}
	/* Where the counts of a term in a note are; -1 where it is not. */
	function find(i, t)
	{
		let lo = first[i], hi = first[i + 1];

		while (lo < hi) {
			const mid = (lo + hi) >>> 1;

			if (fore.term[mid] < t)
				lo = mid + 1;
			else
				hi = mid;
		}
		return lo < first[i + 1] && fore.term[lo] === t ? lo : -1;
	}

	/* --- the terms of a query --- */

	/* The counts of a term: {note, text, names, labels}; joined: one of the
	 * characters that the query has only in one with another script. */
	function postings(word, joined)
	{
		const of = t => Object.fromEntries(['note', 'text', 'names',
			'labels'].map(f => [f, t === undefined ? [] :
			back[f].subarray(start[t], start[t + 1])]));
		const own = of(termOf.get(word));

		if (joined || !UNSPACED.test(word) || units(word).length > 1)
			return own;
		/* A single character: the pairs that begin or end with it,
		 * the more of the two, and where it stands alone. */
		const sums = new Map();
		const add = (list, which) => list.note.forEach((i, k) => {
			if (!sums.has(i))
				sums.set(i, {text: [0, 0, 0],
					names: [0, 0, 0], labels: [0, 0, 0]});
			for (const f of ['text', 'names', 'labels'])
				sums.get(i)[f][which] += list[f][k];
		});

		add(own, 2);
		vocabulary.forEach((w, t) => {
			if (!UNSPACED.test(w))
				return;
			const c = units(w);

			if (c.length === 2 && c[0] === word)
				add(of(t), 0);
			if (c.length === 2 && c[1] === word)
				add(of(t), 1);
		});
		const all = [...sums].sort((a, b) => a[0] - b[0]);

		return {note: all.map(a => a[0]), ...Object.fromEntries(
			['text', 'names', 'labels'].map(f => [f, all.map(a =>
			a[1][f][2] + Math.max(a[1][f][0], a[1][f][1]))]))};
	}

	function datesOf(text)
	{
		const said = words(text).flatMap(pieces).map(w =>
			w.replace(/^(\d{1,2})(st|nd|rd|th)$/, '$1'));
		const numbers = said.some(w => /^[0-9]+$/.test(w));
		const isMonth = w => MONTHS.includes(w) && (w !== 'may' ||
			numbers);
		const months = said.some(isMonth);

		return said.flatMap(w => isMonth(w) ||
			/^(19|20)[0-9]{2}$/.test(w) ? w :
			months && /^[0-9]{1,2}$/.test(w) && w >= 1 && w <= 31 ?
			String(Number(w)) : []);
	}

	const WHEN = /(?<![\p{L}\p{M}\p{N}_])(when|how long|(what|which) (date|day|month|year|time))(?![\p{L}\p{M}\p{N}_])/iu;

	/* --- one query --- */

	const lengthShare = Float64Array.from(notes, n =>
		fixed(.075 * Math.log(1 + n.lengths[3])));
	const asks = Uint8Array.from(notes, n => n.asks ? 1 : 0);
	const when = Uint8Array.from(notes, n => n.when ? 1 : 0);

	function excludedBy(query)
	{
		const out = new Set();

		for (const t of query) {
			if (!t.exclude || t.phrase || t.field !== null)
				continue;
			const ids = termsOf(t.text).map(w => termOf.get(w) ?? -1);

			if (!ids.length || ids.includes(-1))
				continue;
			for (let k = start[ids[0]]; k < start[ids[0] + 1]; k++) {
				const i = back.note[k];

				if (ids.every(id => find(i, id) >= 0))
					out.add(i);
			}
		}
		return out;
	}

	/* Whether one pair ends with the character that the next begins with. */
	function overlap(a, b)
	{
		if (!a || !b || !isPair(a) || !isPair(b))
			return false;
		const x = units(a), y = units(b);

		return x.length === 2 && y.length === 2 && x[1] === y[0];
	}

	const greatest = l => l.reduce((a, b) => Math.max(a, b), 0);
	/* Those with the most points first; of those with the same, the first
	 * first.  Points and place are one number, which sorts without a
	 * function: points are whole, and below 2^53 / N. */
	function falling(list, points)
	{
		const n = list.length, all = new Float64Array(n);
		const sorted = new Array(n);

		for (let k = 0; k < n; k++)
			all[k] = points(list[k]) * n + n - 1 - k;
		all.sort();
		for (let k = 0; k < n; k++)
			sorted[n - 1 - k] = list[n - 1 - all[k] % n];
		return sorted;
	}
	/* Of notes with the same score, the newer one. */
	const day = i => notes[i].time === undefined ? -Infinity :
		Date.parse(notes[i].updated.trim().slice(0, 10)) / 864e5;
	const days = Float64Array.from(notes, (_, i) => day(i));
	const newestFirst = notes.map((_, i) => i).sort((a, b) =>
		days[a] === days[b] ? a - b : days[b] - days[a]);
	const described = new Array(N);
	const description = i => described[i] ??=
		exactWords(notes[i].description ?? '').join('_');

	/* A number for each note, 0: the same arrays for each query, as new
	 * ones would soon be a collection of garbage in the middle of a key. */
	const arrays = [];
	let used = 0;
	const zeros = () => (arrays[used++] ??= new Float64Array(N)).fill(0);

	function rank(query, accept)
	{
		used = 0;
		arrays.splice(40); /* of a long query */
		const typed = query.filter(t => !t.exclude).map(t => t.typed);
		const asked = typed.join(' ');
		/* How often a term is asked for, and how much it counts, in
		 * halves: characters in a row are in two pairs each, and
		 * `while` and the like say little. */
		const counted = new Map(), halves = new Map();
		let length = 0;

		queryTerms(asked).forEach((w, k, all) => {
			const half = weak.has(w) || isWhole(w) ||
				overlap(all[k - 1], w) ||
				overlap(w, all[k + 1]) ? 1 : 2;

			counted.set(w, (counted.get(w) || 0) + 1);
			halves.set(w, (halves.get(w) || 0) + half);
			length += half;
		});
		const joined = new Set(), alone = new Set();

		for (const w of words(asked))
			for (const p of pieces(w))
				(p === w ? alone : joined).add(p);
		const several = counted.size > 1;
		const text = zeros(), other = zeros();
		const folder = new Float64Array(folderNotes.length);
		const terms = [];
		/* A whole word is there in its pairs, too.  How many of the
		 * others are in the names of a note. */
		const must = [], calls = zeros();
		const everywhere = counted.size && dropped(asked).only ?
			countEverywhere([...counted.keys()]) : null;

		for (const [word, qtf] of counted) {
			const p = everywhere?.get(word) ?? postings(word,
				joined.has(word) && !alone.has(word));
			const n = p.note.length;
			const pair = isPair(word), half = halves.get(word);
			const i0 = idf(N, n);
			const points = zeros();
			const sums = new Float64Array(folder.length);

			for (let k = 0; k < n; k++) {
				const i = p.note[k], f = folderOf[i];

				points[i] = Math.floor(half * saturate(i0,
					weigh(i, pair, p.text[k], p.names[k],
					p.labels[k])) / 2);
				text[i] += points[i];
				if (isText[f])
					sums[f] += p.text[k] + p.names[k];
			}
			const fi = idf(foldersN, sums.reduce((c, n) => c +
				(n > 0), 0));

			for (let f = 0; f < sums.length; f++) {
				if (sums[f])
					folder[f] += Math.floor(half *
						saturate(fi, sums[f] *
						folderNorm[f]) / 2);
			}
			if (!isWhole(word)) {
				must.push({points, most: 11 * half * i0});
				for (let k = 0; k < n; k++)
					calls[p.note[k]] += p.names[k] > 0;
			}
			terms.push({word, qtf, points, found: n, near:
				[zeros(), zeros()]});
		}
		const best = greatest(text);
		const weightOfTerm = w => {
			const t = terms.find(x => x.word === w);

			return t?.found ? halves.get(w) * idf(N, t.found) : 0;
		};
		const strongest = Math.floor(terms.reduce((most, t) =>
			Math.max(most, weightOfTerm(t.word)), 0) / 2);
		const scopes = new Set();

		for (const t of terms) {
			const who = list('g', t.word), c = who.length;

			if (4 * c < N || 20 * c >= 19 * N)
				continue;
			scopes.add(t.word);
			const points = mulDiv(t.qtf * 35 * Math.min(ONE,
				idf(N, c)), best, 100 * ONE);

			for (const i of who)
				other[i] += points;
		}
		for (const w of datesOf(asked)) {
			const who = list('u', w), points = 3 * idf(N,
				who.length);

			for (const i of who)
				other[i] += points;
		}

		/* Without siblings, as in the best folder, as far as it has
		 * the words itself. */
		const most = Math.floor(3 * greatest(folder) / 10);
		const g = i => isText[folderOf[i]] || !best ?
			Math.floor(3 * folder[folderOf[i]] / 10) :
			mulDiv(most, text[i], best);
		const out = excludedBy(query);
		let short = [];

		for (let i = 0; i < N; i++) {
			if (text[i] + other[i] > 0 && !out.has(i) && accept(i))
				short.push(i);
		}
		/* One word alone finds all that have it. */
		if (counted.size !== 1)
			short = falling(short, i => text[i] + other[i] + g(i))
				.slice(0, SHORTLIST);

		/* What the shortlist gives its neighbours at one step, and at
		 * two: the most of each term. */
		const seen = new Uint8Array(N);
		const given = several ? terms.filter(t => t.found) : [];
		const give = (list, step, s) => {
			for (let k = 0; k < list.length; k++)
				seen[list[k]] |= 1;
			for (const {points, near} of given) {
				const p = points[s], to = near[step];

				for (let k = 0; p && k < list.length; k++) {
					if (p > to[list[k]])
						to[list[k]] = p;
				}
			}
		};
		for (const s of short)
			seen[s] = 2;
		for (const s of several ? short : []) {
			give(n1[s] || [], 0, s);
			give(secondNeighbours(s), 1, s);
		}

		const asksWhen = WHEN.test(asked) ? Math.floor(best / 5) : 0;
		const nameWords = exactWords(asked), name = nameWords.join('_');
		const exact = new Set(name ? list('e', name) : []);
		const headed = new Set(name ? list('h', name) : []);
		const said = wordsAndTerms(asked);
		const sentence = said.some(([word, term]) =>
			term === null || asking.has(word));
		const few = !sentence &&
			asked.split(/[ \t\r\n]+/).filter(w => w).length <= FEW_WORDS;
		/* C, of a note that has all words. */
		const all = i => {
			if (must.length < 2)
				return 0;
			const least = few ? must.reduce((least, t) => t.most ?
				Math.min(least, mulDiv(10 * ONE, t.points[i],
				t.most)) : least, ONE) : 0;

			return Math.max(calls[i] === must.length ? best : 0,
				Math.floor(3 * mulDiv(mulDiv(best, allShare[i],
				ONE), mulDiv(least, least, ONE), ONE) / 2));
		};
		const named = namedIn(said, sentence, w =>
			idf(N, terms.find(t => t.word === w).found));
		const points = zeros(), weight = zeros();
		const score = new Float64Array(N), found = [];

		for (let i = 0; i < N; i++) {
			let x = 0;

			if (!seen[i] || (!(seen[i] & 2) && (out.has(i) ||
			    !accept(i))))
				continue;
			if (seen[i] & 1) {
				const a = 10 * Math.max(2, n1[i].length);
				const b = 10 * Math.max(2,
					secondNeighbours(i).length);

				for (const {points, near} of given) {
					const p = Math.floor(Math.max(14 *
						near[0][i] / a, 10 *
						near[1][i] / b));

					if (p > points[i])
						x += p - points[i];
				}
				x = Math.floor(7 * x / 10);
			}
			const own = text[i] + other[i] + g(i) + x;

			if (own <= 0)
				continue;
			const hasAll = text[i] > 0 && (!several ||
				must.every(t => t.points[i] > 0));
			/* Who types a whole name wants that note, also if it
			 * is over. */
			const whole = exact.has(i) || (hasAll && nameWords.length >=
				DESCRIPTION && description(i) === name) ?
				best : 0;

			points[i] = own + mulDiv(best, lengthShare[i], ONE) +
				(asks[i] ? 0 : Math.floor(3 * best / 20)) +
				(when[i] ? asksWhen : 0) + whole +
				(whole ? 0 : Math.max(headed.has(i) ?
				Math.floor(4 * best / 5) : 0, mulDiv(best,
				named.get(i) ?? 0, 10 * ONE))) +
				(hasAll ? all(i) : 0) +
				Math.floor(strongest / {hot: 5, warm: 10,
					cold: Infinity}[layer(i)]);
			weight[i] = whole ? 1e6 : weightOf(i);
			found.push(i);
		}
		if (length >= 2 * FEEDBACK)
			feedback(falling(found, i => points[i]).slice(0, 20),
				points, length, scopes);
		addLiterals(asked, falling(found, i => points[i]).slice(0, 400),
			points, best, terms, weightOfTerm);
		for (const i of found)
			score[i] = mulDiv(points[i], weight[i], 1e6);
		return Object.assign(falling(newestFirst.filter(i =>
			score[i] > 0), i => score[i]), {score});
	}

	/* What is typed with punctuation inside, and stands so. */
	function addLiterals(asked, docs, points, best, terms, weightOfTerm)
	{
		const all = terms.reduce((sum, t) => sum +
			weightOfTerm(t.word), 0);

		for (const x of all ? literals(asked) : []) {
			const share = dropped(asked).only ? ONE : Math.min(ONE,
				mulDiv([...new Set(queryTerms(x))].reduce(
				(sum, w) => sum + weightOfTerm(w), 0), ONE,
				all));
			const text = squash(x)[0];

			for (const i of docs) {
				if (standsIn(text, textsOf(i)))
					points[i] += 3 * mulDiv(best, isProse(x) ?
						mulDiv(mulDiv(share, share,
						ONE), share, ONE) : share,
						ONE);
			}
		}
	}
	/* The counts of stop words, which only names have: of a query of
	 * nothing else, in all texts, unless a name has them all. */
	function countEverywhere(list)
	{
		const own = new Map(list.map(w => [w, postings(w, true)]));
		const names = [...own.values()].map(p => new Set(p.note));

		if (N > 50000 || [...names[0]].some(i =>
			names.every(s => s.has(i))))
			return null;
		const out = new Map(list.map(w => [w, {note: [], text: [],
			names: [], labels: []}]));

		for (let i = 0; i < N; i++) {
			const n = new Map();

			for (const t of toTerms(wordsOf(textOf(i)), never))
				n.set(t, (n.get(t) ?? 0) + 1);
			for (const w of list) {
				const k = find(i, termOf.get(w) ?? -1);
				const p = out.get(w), text = Math.max(n.get(w) ??
					0, k < 0 ? 0 : fore.text[k]);

				if (k < 0 && !text)
					continue;
				p.note.push(i);
				p.text.push(text);
				p.names.push(k < 0 ? 0 : fore.names[k]);
				p.labels.push(k < 0 ? 0 : fore.labels[k]);
			}
		}
		return out;
	}

	/* The notes with a name or a heading that the query has among other
	 * words: tenths of the share that these words weigh.  In a list of
	 * words, which has no stop word, one word is no name. */
	function namedIn(asked, sentence, weigh)
	{
		const named = new Map();
		const weight = asked.map(([, term]) => term === null ? 0 :
			weigh(term));
		const all = weight.reduce((a, b) => a + b, 0);

		if (!all || asked.length > NAMED_WORDS)
			return named;
		for (let from = 0; from < asked.length; from++) {
			for (let to = from + 1; to <= asked.length; to++) {
				const part = asked.slice(from, to)
					.map(([word]) => word);
				const key = part.join('_');
				const sum = weight.slice(from, to)
					.reduce((a, b) => a + b, 0);
				const several = part.some((word, k) => k > 0 &&
					!overlap(part[k - 1], word));

				if (part.length === asked.length ||
				    !(sentence || several))
					continue;
				for (const [kind, tenths] of [['e', 8], ['h', 4]]) {
					const who = list(kind, key);
					const share = tenths *
						mulDiv(sum, ONE, all);

					if (who.length > NAMED_NOTES)
						continue;
					for (const i of who)
						named.set(i, Math.max(share,
							named.get(i) ?? 0));
				}
			}
		}
		return named;
	}

	/* A long query describes what is wanted: terms that the best results
	 * share rank these again. */
	function feedback(docs, points, length, scopes)
	{
		const few = docs.slice(0, 10);

		if (docs.length < 2)
			return;
		const shares = few.map(i => fixed((points[i] /
			points[few[0]]) ** 3));
		const sum = shares.reduce((a, b) => a + b);
		const pointsFor = (i, t) => {
			const k = find(i, t);

			return k < 0 ? 0 : saturate(idf(N, df(t)), weigh(i,
				isPair(vocabulary[t]), fore.text[k],
				fore.names[k], fore.labels[k]));
		};
		const shared = new Map();

		for (const i of few) {
			for (let k = first[i]; k < first[i + 1]; k++)
				shared.set(fore.term[k],
					(shared.get(fore.term[k]) || 0) + 1);
		}
		const terms = [...shared].filter(([t, n]) => n > 1 &&
			!scopes.has(vocabulary[t])).map(([t]) => ({t,
			y: few.reduce((y, i, k) => y + mulDiv(shares[k],
				pointsFor(i, t), sum), 0)}))
			.filter(s => s.y > 0)
			.sort((a, b) => b.y - a.y || byBytes(vocabulary[a.t],
				vocabulary[b.t])).slice(0, 25);
		const total = terms.reduce((a, s) => a + s.y, 0);

		if (!total)
			return;
		const lengths = mulDiv(few.reduce((a, i, k) => a + shares[k] *
			lengthOf(i), 0), ONE, sum);

		for (const i of docs) {
			const y = terms.reduce((a, s) => a + mulDiv(s.y,
				pointsFor(i, s.t), total), 0);

			points[i] += mulDiv(length * y, lengths,
				4 * (lengths + 50 * ONE));
		}
	}
	function byBytes(a, b)
	{
		const x = spelled.encode(a), y = spelled.encode(b);

		for (let i = 0; i < x.length && i < y.length; i++) {
			if (x[i] !== y[i])
				return x[i] - y[i];
		}
		return x.length - y.length;
	}

	/* Without words: the newest first. */
	function newest(query, accept)
	{
		const now = meta.now ?? Math.floor(Date.now() / 1000);
		const found = [], score = new Float64Array(N);
		const time = i => notes[i].time ?? -Infinity;
		const out = excludedBy(query);

		for (let i = 0; i < N; i++) {
			const age = Math.max(0, now - time(i)) / 86400;

			if (out.has(i) || !accept(i))
				continue;
			score[i] = Math.floor((4e5 * Math.round(2 ** (-age /
				30) * 1e6) + 5e5) / 1e6);
			found.push(i);
		}
		found.sort((a, b) => score[b] - score[a] ||
			(time(a) < time(b)) - (time(a) > time(b)) || a - b);
		return Object.assign(found, {score});
	}

	/* The notes that accept(i) takes, best first; .score is by note. */
	function search(text, accept)
	{
		const query = parse(text);
		const some = query.some(t => !t.exclude);
		const phrases = query.filter(t => t.phrase && t.field === null);
		const fields = query.some(t => t.field !== null);
		const fits = !phrases.length && !fields ? accept : i =>
			accept(i) && fieldsFit(i, query) && phrases.map(t => {
				const has = phraseOf(i, t);

				t.seen ||= has;
				return t.off || has !== t.exclude;
			}).every(Boolean);

		if (!/\S/.test(text) || (some && !query.some(t => !t.exclude &&
		    t.field === null)))
			return newest(query, fits);
		let found = rank(query, fits);

		/* Of a phrase that no note has, the words in a row will do; one
		 * of which none has these either says nothing. */
		while (!found.length && phrases.some(t => !t.exclude && !t.seen &&
			!t.off)) {
			for (const t of phrases.filter(t => !t.exclude &&
				!t.seen)) {
				t.off = t.loose;
				t.loose = true;
				t.memo = null;
			}
			found = rank(query, fits);
		}
		return found;
	}

	/* The query whose last word is the most frequent one that begins as
	 * the last word of this does; null if none does. */
	function complete(text)
	{
		const last = /(?<![^\s])[\p{L}\p{N}]{2,}$/u.exec(text)?.[0];
		const w = last && fold(last);
		let best = -1;

		if (!w || UNSPACED.test(w))
			return null;
		vocabulary.forEach((v, t) => {
			if (v.startsWith(w) && (best < 0 || df(t) > df(best)) &&
			    queryTerms(v)[0] === v)
				best = t;
		});
		return best < 0 ? null : text.slice(0, -last.length) +
			vocabulary[best];
	}

	/* What the first query of several words would take time for: second
	 * neighbours, and code that the browser has not compiled yet.  Small
	 * steps, to be called until it is false. */
	let steps = 0;
	function prepare()
	{
		const at = steps++ * 100;
		const frequent = vocabulary.map((_, t) => t)
			.filter(t => df(t) > N / 50).slice(0, 3);

		for (let i = at; i < Math.min(N, at + 100); i++)
			secondNeighbours(i);
		if (at >= N)
			search(frequent.map(t => vocabulary[t]).join(' '),
				i => !isOver(i));
		return at < N + 1000;
	}

	return {search, complete, prepare, layer, isOver, queryTerms, words,
		allTerms: s => toTerms(wordsOf(s), never),
		keyOf, pieces: s => s.match(PIECES),
		units, unspaced: s => UNSPACED.test(s)};
}

/* The stemmer of M. F. Porter, "An algorithm for suffix stripping", Program
 * 14, 1980, as libstemmer's `porter`. */
const porter = (() => {
	const S2 = {ational: 'ate', tional: 'tion', enci: 'ence', anci: 'ance',
		izer: 'ize', abli: 'able', alli: 'al', entli: 'ent', eli: 'e',
		ousli: 'ous', ization: 'ize', ation: 'ate', ator: 'ate',
		alism: 'al', iveness: 'ive', fulness: 'ful', ousness: 'ous',
		aliti: 'al', iviti: 'ive', biliti: 'ble'};
	const S3 = {icate: 'ic', ative: '', alize: 'al', iciti: 'ic',
		ical: 'ic', ful: '', ness: ''};
	const S4 = Object.fromEntries(('al ance ence er ic able ible ant ' +
		'ement ment ent ion ou ism ate iti ous ive ize').split(' ')
		.map(s => [s, '']));
	/* c for consonants, v for vowels. */
	function shape(w)
	{
		let s = '';

		for (const c of w)
			s += 'aeiou'.includes(c) || (c === 'y' &&
				s.endsWith('c')) ? 'v' : 'c';
		return s;
	}
	const m = w => (shape(w).match(/v+c/g) || []).length;
	const vowel = w => shape(w).includes('v');
	const cvc = w => shape(w).endsWith('cvc') && !/[wxy]$/.test(w);
	function longest(w, endings)
	{
		for (let k = Math.min(7, w.length); k > 0; k--) {
			if (Object.hasOwn(endings, w.slice(-k)))
				return w.slice(-k);
		}
		return '';
	}

	return word => {
		let w = word;

		if (w.endsWith('sses') || w.endsWith('ies'))
			w = w.slice(0, -2);
		else if (/[^s]s$|^s$/.test(w))
			w = w.slice(0, -1);
		const past = /(ed|ing)$/.exec(w);
		if (w.endsWith('eed')) {
			if (m(w.slice(0, -3)) > 0)
				w = w.slice(0, -1);
		} else if (past && vowel(w.slice(0, past.index))) {
			w = w.slice(0, past.index);
			if (/(at|bl|iz)$/.test(w))
				w += 'e';
			else if (/([bdfgmnprt])\1$/.test(w))
				w = w.slice(0, -1);
			else if (m(w) === 1 && cvc(w))
				w += 'e';
		}
		if (w.endsWith('y') && vowel(w.slice(0, -1)))
			w = w.slice(0, -1) + 'i';
		for (const endings of [S2, S3]) {
			const e = longest(w, endings);

			if (e && m(w.slice(0, -e.length)) > 0)
				w = w.slice(0, -e.length) + endings[e];
		}
		const e = longest(w, S4);
		if (e) {
			const b = w.slice(0, -e.length);

			if (m(b) > 1 && (e !== 'ion' || /[st]$/.test(b)))
				w = b;
		}
		if (w.endsWith('e')) {
			const b = w.slice(0, -1);

			if (m(b) > 1 || (m(b) === 1 && !cvc(b)))
				w = b;
		}
		if (w.endsWith('ll') && m(w.slice(0, -1)) > 1)
			w = w.slice(0, -1);
		return w || word;
	};
})();

if (typeof module === 'object')
	module.exports = {cxNotes, cxRank, porter};
