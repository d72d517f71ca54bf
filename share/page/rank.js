'use strict';
/*
 * rank.js: the search of a page that has no server to ask.
 *
 * It weighs what cx-page(1) has counted as cx-score(1) does, in fewer parts and
 * in floating point: it promises the first result of `cx search`, not its
 * scores; tests/page/rank.t says how often it is the same.
 */
/* A function that finds notes that accept(i) takes, best first. */
function cxSearch(meta, words, life, textOf)
{
	const {UNSPACED, isAccented, unspaced, units, pieces, stem, stems, terms, take,
		keyOf, vocabulary} = words;
	const notes = meta.notes, N = notes.length;
	const weak = new Set(meta.weak), asking = new Set(meta.asking);
	const idf = df => Math.log(1 + (N - df + 0.5) / (df + 0.5));

	/* For each term: note, text, names, labels, note, ... */
	const lists = vocabulary.map(() => []);
	const counts = new Map(vocabulary.map((w, t) => [w, lists[t]]));
	notes.forEach(({counts: bytes}, i) => {
		let at = 0, t = 0;
		const number = () => {
			let sum = bytes[at] & 127;

			for (let by = 128; bytes[at++] > 127; by *= 128)
				sum += (bytes[at] & 127) * by;
			return sum;
		};

		for (let left = number(); left > 0; left--) {
			t += number();
			const text = number();

			lists[t].push(i, text >>> 1, text & 1 && number(),
				text & 1 && number());
		}
	});
	/* Of names; of texts in words, and in pairs. */
	const lengths = [0, 1, 2].map(f => {
		const l = notes.map(n => n.lengths[f]);
		const mean = l.reduce((a, b) => a + b, 0) /
			l.filter(n => n).length || 1;

		return l.map(n => n / mean);
	});
	const norms = lengths.map((list, f) => list.map(l => f ?
		1 / (.25 + .75 * l) : 3 / (.5 + .5 * l)));
	const longs = notes.map(n => Math.log(1 + n.lengths[3]));
	/* What it counts that a note has all words: less in a long one. */
	const alls = notes.map((_, i) => .6 + 1.5 / (1 + 60 *
		Math.max(lengths[1][i], lengths[2][i])));
	const index = keysOf => {
		const map = new Map();

		notes.forEach((note, i) => keysOf(note).forEach(key =>
			map.has(key) ? map.get(key).push(i) :
				map.set(key, [i])));
		return map;
	};
	const names = index(n => n.exact), headings = index(n => n.heads);

	/* --- neighbours: two notes of which one links to the other --- */

	const HUB = 64; /* who has more is nobody's */
	const linked = notes.map(() => new Set());
	notes.forEach((note, i) => note.links.forEach(j => j !== i &&
		linked[i].add(j) && linked[j].add(i)));
	const ones = linked.map(s => s.size > HUB ? [] : [...s].filter(j =>
		linked[j].size <= HUB)), twos = [];
	const one = i => ones[i], two = i => twos[i] ??= [...new Set(one(i)
		.flatMap(one))].filter(k => k !== i && !linked[i].has(k));
	/* A word counts once, in a note or beside it.  points: by word and
	 * note. */
	function besides(best, points)
	{
		const most = points.map(p => p.slice());
		const gain = new Float64Array(N);

		for (const i of best)
			for (const [step, share] of [[one, 1.4], [two, 1]]) {
				const own = points.map(p => p[i]);

				for (const j of step(i)) {
					const part = share / Math.max(2,
						step(j).length);

					for (let t = 0; t < own.length; t++) {
						const more = part * own[t] -
							most[t][j];

						if (more > 0) {
							most[t][j] += more;
							gain[j] += .7 * more;
						}
					}
				}
			}
		return gain;
	}

	/* --- what is typed (lib/rank/query.h) --- */

	/* What type: and status: filter by; with another value they are text. */
	const values = Object.fromEntries(Object.entries({type: meta.types, status:
		meta.status}).map(([f, set]) => [f, new Set([...Object.keys(set),
		...notes.map(n => n[f] ?? '')].map(keyOf))]));
	const TERM = /(-(?="[^"]*"))?(?:(name|tag|project|description|path|type(?=:)|status(?=:))s?:(?=\S)|(#)(?=[\p{L}\p{M}\p{S}]))?(?:"([^"]*)"|"?(\S+))/gu;
	const parse = text => Array.from(text.matchAll(TERM), ([all, not, field,
		tag, phrase, word, typed = (phrase ?? word).trim()]) =>
		values[field]?.has(keyOf(typed)) === false ? {typed: all} :
		{not: !!not, field: tag ? 'tag' : field, phrase: !!phrase, typed})
		.filter(t => keyOf(t.typed));
	function inField(note, {field, typed})
	{
		const key = keyOf(typed), own = keyOf(note[field] || '');

		return field === 'tag' ? (note.tags || []).map(keyOf).some(t =>
			t === key || t.startsWith(key + '/')) : values[field] ||
			field === 'project' ? own === key : own.includes(key);
	}

	/* --- as it stands (lib/text/literal.h) --- */

	const squash = s => keyOf(s).replace(/\u03c2/g, '\u03c3')
		.replace(/[\s\p{Z}]+/gu, ' ');
	const bare = s => s.replace(/[*`]|(?<![\p{L}\p{M}\p{N}])_|_(?![\p{L}\p{M}\p{N}])|(?<=\[)\[|\[(?=\[)|(?<=\])\]|\](?=\])/gu, '')
		.replace(/ +/g, ' ');
	const flat = [];
	const textsOf = i => flat[i] ??= [notes[i].name, ...notes[i].tags || [],
		notes[i].path, notes[i].description, ...notes[i].also || [],
		textOf(i)].filter(Boolean).map(squash).reduce((a, s) =>
		[a[0] + '\n' + s, a[1] + '\n' + bare(s)], ['', '']);
	/* What finds it where it is no part of a word. */
	function standsAlone(typed)
	{
		const s = squash(typed), last = units(s).pop() ?? '';
		const word = `(?![${UNSPACED}])[\\p{L}\\p{M}\\p{N}]`;
		const at = new RegExp((unspaced(s) ? '' : `(?<!${word})`) +
			s.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&') +
			(/[\p{L}\p{M}\p{N}]/u.test(last) && !unspaced(last) ?
				`(?!${word})` : ''), 'gu');

		return {at, in: i => textsOf(i).some(text =>
			text.includes(s) && text.search(at) >= 0)};
	}
	/* Words with punctuation or a capital inside; in a short query, accented. */
	const literalsOf = asked => [...new Set(asked.split(/[\s\p{Z}]+/u)
		.map(w => w.replace(/^[([{<\p{Pi}\p{Pf}'"]+|[.,;:!?)\]}>\u2026\p{Pi}\p{Pf}'"]+$/gu,
			'')))].filter(w => /[\p{L}\p{N}]/u.test(w) &&
			(!/^[\p{L}\p{M}\p{N}'\u2019]*$/u.test(w) ||
			/[a-z][A-Z]/.test(w) || (isAccented(w) &&
			asked.trim().split(/\s+/).length < 4))).slice(0, 16);

	/* What a word is in the notes that none of them has. */
	const known = {__proto__: null};
	for (const v of new Set([...stems.keys(), ...vocabulary]))
		(known[v[0]] ??= []).push(v);
	function isNear(a, b)
	{
		let i = 0, x = a.length, y = b.length;

		while (i < x && a[i] === b[i])
			i++;
		while (x > i && y > i && a[x - 1] === b[y - 1])
			x--, y--;
		return i > 0 && (Math.max(x, y) - i < 2 || (x - i === 2 &&
			y - i === 2 && a[i] === b[i + 1] && a[i + 1] === b[i]));
	}
	function nearest(w)
	{
		const df = t => counts.get(t)?.length ?? 0;
		const most = list => list.map(stem).reduce((a, b) => df(b) >
			df(a) ? b : a, '');
		const cut = /^(.{3,}?)(ing|ings|ed|er|ers|es|s|ly|al|ment|ness)$/
			.exec(w)?.[1].replace(/(?<=..)(.)\1$/, '$1');

		if (df(w) || w.length < 2 || unspaced(w))
			return w;
		const list = known[w[0]] ?? [];
		const begins = part => part && most(list.filter(v =>
			v.startsWith(part)));
		return begins(w) || begins(cut) || (w.length > 3 &&
			most(list.filter(v => isNear(v, w)))) || w;
	}
	/* Of a single character: of the pairs that have it, too. */
	function postings(w)
	{
		const own = counts.get(w) ?? [], sum = new Map();

		if (!unspaced(w) || units(w).length > 1)
			return own;
		for (const v of vocabulary) {
			const p = unspaced(v) && units(v).includes(w) ?
				counts.get(v) : [];

			for (let k = 0; k < p.length; k += 4)
				sum.set(p[k], (sum.get(p[k]) ?? [0, 0, 0]).map(
					(n, f) => Math.max(n, p[k + 1 + f])));
		}
		return [...sum].flat(2);
	}

	/* Stop words are counted in names alone; for a query of nothing else that
	 * is no part of a name, texts are read, unless they are many, and some
	 * names have a word. */
	const READ = 1000;
	const called = list => list.map(w => new Set((counts.get(w) ?? [])
		.filter((_, k) => k % 4 === 0))).reduce((a, b) =>
		new Set([...a].filter(i => b.has(i)))).size > 0;
	function inTexts(w, said)
	{
		const {at} = standsAlone(said.find(x => stem(x.w) === w)?.w ?? w);
		const own = new Map(), p = counts.get(w) ?? [];

		for (let k = 0; k < p.length; k += 4)
			own.set(p[k], p.slice(k + 1, k + 4));
		return notes.flatMap((_, i) => {
			const n = textsOf(i)[1].match(at)?.length ?? 0;
			const [text, ...rest] = own.get(i) ?? [0, 0, 0];

			return n || own.has(i) ? [i, Math.max(n, text), ...rest] :
				[];
		});
	}
	/* The notes with this year, month or day of a month. */
	const months = ('january february march april may june july august ' +
		'september october november december').split(' ');
	const dates = index(({time, updated}) => {
		const [y, m, d] = time === undefined ? [] : updated.trim()
			.slice(0, 10).split('-').map(Number);

		return y ? [String(y), months[m - 1], String(d)] : [];
	});
	function datesOf(said)
	{
		const list = said.map(x => x.w.replace(/(?<=^\d+)[a-z]{2}$/, ''));
		const isMonth = w => months.includes(w) && (w !== 'may' ||
			list.some(w => /^\d+$/.test(w)));
		const day = list.some(isMonth) ? /^([1-9]|[12]\d|3[01])$/ : /^$/;

		return list.filter(w => isMonth(w) || day.test(w) ||
			/^(19|20)\d\d$/.test(w)).map(w => dates.get(w) ?? []);
	}

	/* --- one query --- */

	/* Of the notes that the name or heading is, a part of the words: the
	 * share that these weigh. */
	function namedIn(said, weigh)
	{
		const keys = said.flatMap(x => (/[+#.]/.test(x.run) ? [x.w] :
			pieces(x.w)).flatMap(p => unspaced(p) ? terms({run: p,
			w: p}) : p).map(key => ({key, weight: x.drop ? 0 :
			weigh(stem(key))})));
		const sentence = said.some(x => x.drop || asking.has(x.w));
		const sum = list => list.reduce((a, k) => a + k.weight, 0);
		const all = sum(keys), n = Math.min(keys.length, 32);
		const named = new Map();

		for (let from = 0; all && from < n; from++) {
			for (let to = from + 1; to <= n; to++) {
				const part = keys.slice(from, to);
				const whole = part.length === keys.length;
				const key = part.map(k => k.key).join('_');
				const add = (list, share) => list && (whole ||
					list.length <= 64) && list.forEach(i =>
					named.set(i, Math.max(share,
						named.get(i) ?? 0)));

				if (!whole && !sentence && part.length < 2)
					continue;
				add(names.get(key), whole || .8 * sum(part) / all);
				add(headings.get(key), whole ? .8 :
					.4 * sum(part) / all);
			}
		}
		return named;
	}
	const place = new Map(life.newest.map((i, k) => [i, N - 1 - k]));
	/* The first n of a list, best first; a comparison of all takes longer. */
	function top(list, n, points)
	{
		const least = Float64Array.from(list, i => points[i]).sort()
			.at(-n) ?? -Infinity;

		return list.filter(i => points[i] >= least).sort((a, b) =>
			points[b] - points[a]).slice(0, n);
	}
	function rank(query, fits, loose)
	{
		const asked = query.filter(t => !t.not && !values[t.field])
			.map(t => t.typed).join(' ');
		const {said, only, terms: list} = take(asked);
		const times = new Map(), text = new Float64Array(N);
		const score = new Float64Array(N), docs = new Set();
		const least = new Float64Array(N).fill(1), has = new Uint16Array(N);
		const calls = new Uint16Array(N), weights = new Map();
		const points = [];
		const near = new Map();
		/* Pairs in a row are half a word each. */
		const overlap = (a, b) => a && b && unspaced(a) && unspaced(b) &&
			units(a)[1] === units(b)[0];

		list.forEach((w, k) => times.set(w, (times.get(w) ?? 0) +
			(weak.has(w) || overlap(list[k - 1], w) ||
			overlap(w, list[k + 1]) ? .5 : 1)));
		const read = only && list.length && !called(list) &&
			(N <= READ || list.every(w => w.length > 1 &&
			!counts.get(w)?.length));
		for (const [w, n] of times) {
			const as = loose ? nearest(w) : w;
			const p = read ? inTexts(w, said) : postings(as);
			const i0 = n * idf(p.length / 4);
			const norm = norms[unspaced(w) ? 2 : 1];
			const own = new Float64Array(N);

			if (p.length)
				points.push(own);
			weights.set(w, p.length ? i0 : 0);
			if (as !== w)
				near.set(w, as);
			for (let k = 0; k < p.length; k += 4) {
				const i = p[k], x = p[k + 1] * norm[i] + p[k + 2] *
					norms[0][i] + p[k + 3] * 2;
				const share = 10 * x / (5 * x + 6);

				own[i] = 1.1 * i0 * share;
				text[i] += own[i];
				docs.add(i);
				has[i]++;
				least[i] = Math.min(least[i], share / 2);
				calls[i] += p[k + 2] > 0;
			}
		}
		const best = text.reduce((a, b) => Math.max(a, b), 0);
		for (const list of datesOf(said))
			for (const i of list)
				docs.add(i) && (score[i] += 3 * idf(list.length));
		const found = [...docs].filter(fits);
		if (times.size > 1) {
			const gain = besides(top(found, 400, text.map((x, i) =>
				x + score[i])), points);

			gain.forEach((x, i) => {
				score[i] += x;
				if (x > 0 && !docs.has(i) && fits(i))
					found.push(i);
			});
		}
		const sums = [...weights.values()], strongest = Math.max(0, ...sums);
		const all = sums.reduce((a, b) => a + b, 0);
		const named = namedIn(said, w => weights.get(w) / times.get(w) ||
			0);
		const few = !said.some(x => x.drop || asking.has(x.w)) &&
			asked.trim().split(/\s+/).length < 4;

		for (const i of found) {
			score[i] += text[i] + best * (.075 * longs[i] +
				(notes[i].asks ? 0 : .15) + (named.get(i) ?? 0)) +
				strongest * ({hot: .2, warm: .1}[life.layer(i)] ??
				0);
			if (has[i] === times.size && times.size > 1)
				score[i] += best * Math.max(few && alls[i] *
					least[i] ** 2, calls[i] === times.size);
		}
		for (const x of literalsOf(asked)) {
			const share = Math.min(1, [...new Set(take(x).terms)].reduce(
				(a, w) => a + (weights.get(w) ?? 0), 0) / all);
			const literal = standsAlone(x);
			/* high-speed, and/or */
			const prose = /^\p{L}[\p{L}\p{M}\-/'\u2019]*$/u.test(x);
			const part = isAccented(x) ? 1 : 3;

			for (const i of top(found, 100, score))
				score[i] += literal.in(i) && part * best *
					share ** (prose ? 3 : 1);
		}
		for (const i of found)
			score[i] = Math.round(score[i] * 1e6 *
				(named.get(i) === 1 ? 1 : life.weight(i)));
		/* Of equal ones the newest. */
		const order = Float64Array.from(found.filter(i => score[i] > 0),
			i => score[i] * N + place.get(i)).sort().reverse();

		return Object.assign(Array.from(order, x => life.newest[N - 1 -
			x % N]),
		{said: [...near].map(([w, as]) => `searching '${as}' for '${w}'`)
			.join(', '), terms: [...near.values()], partial:
			new Set(found.filter(i => has[i] < times.size))});
	}

	const find = (text, accept) => {
		const query = parse(text), fields = query.filter(t => t.field);
		const phrases = query.filter(t => t.phrase && !t.field).map(t =>
			({not: t.not, literal: standsAlone(t.typed)}));
		const fits = list => fields.length + list.length ? i => accept(i) &&
			fields.every(t => inField(notes[i], t) !== t.not) &&
			list.every(t => t.literal.in(i) !== t.not) : accept;

		if (query.every(t => t.not || t.field))
			return life.newest.filter(fits(phrases));
		const found = rank(query, fits(phrases));

		/* A phrase that no note has leaves out none; a word that none has
		 * is the nearest one. */
		return found.length ? found : rank(query,
			fits(phrases.filter(t => t.not)), true);
	};

	/* What the first query would take time for, in 2 N steps: with some
	 * queries in it, of which a browser learns how it goes. */
	const tried = vocabulary.slice(0, 2).join(' ');
	const warm = k => {
		if (k < N)
			two(k);
		else
			textsOf(k - N);
		if (k % 100 === 0)
			find(tried, i => i >= k % N && i < k % N + 100);
	};

	return Object.assign(find, {warm});
}

if (typeof module === 'object')
	module.exports = {cxSearch};
