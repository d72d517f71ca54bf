'use strict';
/*
 * notes.js: what cx-page(1) says of the notes, and their words.
 *
 * The notes, each with its bytes: its body and HTML, and the counts of its
 * words where the page is to search.  Of a note that is as it was, these are in
 * before, the notes of another time.
 */
function cxNotes([json, terms, texts], before)
{
	const meta = JSON.parse(new TextDecoder().decode(json));
	const old = new Map(before?.notes.map(note => [note.path, note]));
	const number = new Map(meta.notes.map((note, i) => [note.path, i]));
	let at = 0, from = 0;

	for (const note of meta.notes) {
		if (note.sizes) {
			const [n, body, html] = note.sizes;

			note.counts = terms.subarray(at, at += n);
			note.body = texts.subarray(from, from += body);
			note.html = texts.subarray(from, from += html);
		} else {
			const {to, ...rest} = old.get(note.path);

			/* Links that only the HTML has come last. */
			note.to.push(...to.slice(note.to.length).map(i =>
				number.get(before.notes[i]?.path) ?? -1));
			Object.assign(note, {...rest, ...note});
		}
		note.links = [...new Set(note.to.filter(i => i >= 0))];
	}
	return meta;
}

/* How old notes are, and whether they are over. */
function cxLife(meta)
{
	const notes = meta.notes;
	let today;
	const tick = () => {
		today = Math.floor((meta.now ?? Date.now() / 1000) / 86400);
	};
	/* By the day as it is written, whatever the zone. */
	const days = notes.map(note => note.time === undefined ? -Infinity :
		Date.parse(note.updated.trim().slice(0, 10)) / 864e5);
	const statuses = notes.map(n => meta.weights[n.status ?? 'active']);
	const time = i => notes[i].time ?? -Infinity;
	const expired = i => notes[i].last_day < today;

	tick();
	/* Layers count to the newest that has come, where that is set. */
	const newest = days.reduce((a, b) => b > a && b <= today ? b : a,
		-Infinity);
	const age = i => (meta.layers.newest && newest > -Infinity ? newest :
		today) - days[i];

	return {tick, newest: notes.map((_, i) => i).sort((a, b) =>
			time(b) > time(a) ? 1 : time(b) < time(a) ? -1 : a - b),
		isOver: i => statuses[i][1] === 1 || expired(i),
		weight: i => Math.min(statuses[i][0], expired(i) ?
			meta.archived : Infinity) / 1e6,
		layer: i => age(i) <= meta.layers.hot ? 'hot' :
			age(i) <= meta.layers.warm ? 'warm' : 'cold'};
}

/* --- words (lib/text/analyze.h) --- */

const cxScript = list => list.split(' ').map(s => `\\p{sc=${s}}`).join('');
/* Written without spaces: two characters are a word. */
const UNSPACED = cxScript('Hani Hira Kana Hang Bopo Thai Laoo Tibt Mymr Khmr');
const ACCENTED = cxScript('Latn Grek Cyrl Hebr Arab');

function cxWords(meta)
{
	const PIECES = new RegExp(`[${UNSPACED}][${UNSPACED}\\p{M}]*|` +
		`[^${UNSPACED}]+`, 'gu');
	const IS_UNSPACED = new RegExp(`^[${UNSPACED}]`, 'u');
	const ACCENT = new RegExp(`(?<=[${ACCENTED}]\\p{M}*)\\p{M}`, 'gu');
	const IGNORED = /\p{Default_Ignorable_Code_Point}+/gu;
	const TYPED = {\u00f8: 'o', \u0111: 'd', \u00f0: 'd', \u0127: 'h',
		\u0131: 'i', \u0142: 'l', \u0167: 't', \u014b: 'n', \u00e6: 'ae',
		\u0153: 'oe', \u00fe: 'th', \u00df: 'ss', \u0640: ''};
	const WORDS = /(?<![\p{L}\p{N}])(?:[A-Za-z][A-Za-z0-9]*(?:\+\+|#)|\.[A-Za-z][A-Za-z0-9]+)(?![\p{L}\p{N}+#])|[\p{L}\p{M}\p{Nd}]+|(?![\0-\x7f])[\p{S}\u00a7\u00b6\u2020\u2021]/gu;
	const PARTS = /[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+/g;
	/* A line for each term: it, and the endings of what it is the stem of. */
	const stems = new Map();
	const vocabulary = (meta.terms ?? '').split('\n').map(line => {
		const [term, ...endings] = line.split(' ');

		for (const s of endings) {
			const cut = s.lastIndexOf('-') + 1;

			stems.set([...term].slice(0, cut ? -cut : undefined)
				.join('') + s.slice(cut), term);
		}
		return term;
	}).slice(0, -1);
	const stop = new Set(meta.stop), memo = new Map();

	/* As people type it: without case and accents. */
	function fold(s)
	{
		return s.normalize('NFKD').replace(IGNORED, '').replace(ACCENT,
			'').toUpperCase().toLowerCase().normalize('NFC')
			.replace(/[^\0-\x7f]/g, c => TYPED[c] ?? c)
			.replace(/\u03c2/g, '\u03c3');
	}
	/* As it is folded, it is another word: \u0141\u00f3d\u017a. */
	const isAccented = w => /^[\p{L}\p{M}]+$/u.test(w) && w !== '\u00df' &&
		fold(w) !== w.normalize('NFC').toLowerCase();
	const unspaced = s => IS_UNSPACED.test(s);
	/* Characters with their marks. */
	const units = s => s.match(/.\p{M}*/gsu) ?? [];
	const pieces = s => s.match(PIECES) ?? [];
	const pairs = s => {
		const c = units(s);

		return c.length < 2 ? c : c.slice(1).map((x, i) => c[i] + x);
	};
	/* Where a page does not know the stems, what is left without the endings
	 * of English will do to mark words. */
	const stem = w => meta.terms ? stems.get(w) ?? w :
		w.replace(/(?<=[a-z]{3})(ing|e?s|ed|e|y)$/, '')
			.replace(/([^aeiou])\1$/, '$1');
	const runs = s => Array.from(s.matchAll(WORDS), m => ({run: m[0],
		w: fold(m[0]), at: m.index}));
	/* The terms of a run. */
	function terms({run, w})
	{
		const bare = run.replace(/[.+#]/g, '');

		if (!memo.has(run))
			memo.set(run, [...bare && bare !== run ? [w, stem(fold(
				bare))] : pieces(w).flatMap(p => unspaced(p) ?
				pairs(p) : stem(p))]);
		return memo.get(run);
	}
	/* The parts of PrintNightmare and 125khz, but for iPhone. */
	function parts({run})
	{
		const all = /^[\0-\x7f]*$/.test(run) && run.match(PARTS) || [];

		return all.length < 2 || (all.length === 2 &&
			/^[A-Za-z]$/.test(all[0])) ? [] : all.filter(p =>
			p.length > 1).map(p => ({run: p, w: p.toLowerCase()}));
	}
	const isLoud = run => /^[A-Z]{2}([A-Za-z0-9]*[A-Z])?$/.test(run);
	/* The words of a query, and those that count: a stop word does in
	 * capitals, or where there is nothing else. */
	function take(asked)
	{
		const list = runs(asked), loud = !/[a-z]/.test(asked);
		const stops = x => stop.has(x.w) && (loud || !isLoud(x.run));
		const lone = x => x.w.length === 1 &&
			!/['\u2019]/.test(asked[x.at - 1]);
		const several = list.some(x => stops(x) && !lone(x));
		const only = list.every(stops);
		const said = list.map(x => ({...x, drop: !only && stops(x) &&
			(several || !lone(x))}));

		return {said, only, terms: said.filter(x => !x.drop).flatMap(x =>
			[...terms(x), ...parts(x).filter(p => !stop.has(p.w))
				.flatMap(terms)])};
	}
	return {UNSPACED, isAccented, unspaced, units, pieces, stem, stems, terms,
		take, vocabulary,
		termsOf: s => runs(s).flatMap(terms),
		keyOf: s => s.normalize('NFC').toLowerCase()
			.replace(IGNORED, '')};
}

if (typeof module === 'object')
	module.exports = {cxNotes, cxLife, cxWords};
