// site.mjs PAGE EMPTY XSS WANT FILTERS RICH: the page of examples/vault, one
// without notes, one of hostile notes, and one of notes that have everything, in
// Chromium.  WANT and FILTERS have what cx search finds.
import fs from 'node:fs';
import {start} from './browser.mjs';

const [site, empty, xss, want, filters, rich] = process.argv.slice(2);
const {open, ok, is, search, go, accessible, done, complaints} =
	await start();
/* How much has moved that was seen, as far as the browser counts it. */
const shifts = of => of.evaluate(() => new Promise(done => {
	const type = 'layout-shift';
	let sum = 0;

	if (PerformanceObserver.supportedEntryTypes.includes(type))
		new PerformanceObserver(list => list.getEntries().forEach(e =>
			sum += e.value)).observe({type, buffered: true});
	setTimeout(() => done(sum), 200);
}));
let page = await open('file://' + site);
is(await shifts(page), 0, 'nothing moved while it was loaded');

/* search */
for (const line of fs.readFileSync(want, 'utf8').trim().split('\n')) {
	const [query, ...paths] = line.split('\t');

	is(await search(page, query), paths, `search: ${query}`);
}
is([await search(page, 'rollb'), await page.$eval('#count', c =>
	c.textContent)], [await search(page, 'rollback'),
	"1 note; searching 'rollback' for 'rollb'"],
	'search: in the middle of a word');
is(await search(page, 'qqzz'), [], 'search: nothing');
is(await page.$eval('#count', c => c.textContent), 'No active notes match.',
	'search: nothing is said');
const ruled = async query => {
	await search(page, query);
	return page.$$eval('#results li', list => list.flatMap((li, i) =>
		li.dataset.rule ? [i, li.dataset.rule] : []));
};
is([await ruled('deploy risk'), await ruled('cache'), await ruled('')],
	[[1, 'not all of the words'], [], []],
	'search: where those end that have all of the words');
await search(page, 'slow phones submitted twice');
is((await page.$eval('#results .text', e => e.textContent)).slice(0, 75),
	'were right: the booking form could submit twice. That race became double_bo',
	'a line goes on in the next, as the text does');
await search(page, 'deploying');
is(await page.$eval('#results li mark', m => m.textContent), 'Deploy', 'the words that were found are marked');
for (const line of fs.readFileSync(filters, 'utf8').trim().split('\n')) {
	const [filter, ...paths] = line.split('\t');
	const [id, value] = filter.split('=');

	await page.evaluate((f, v) => {
		document.getElementById(f).value = v;
	}, id, value);
	is(await search(page, ''), paths, `filter: ${filter}`);
	await page.click('#clear');
}

/* words are searched from each view; filters are for that view */
await go(page, '#/timeline');
await page.select('#project', 'web');
is(await page.evaluate(() => location.hash), '#/timeline',
	'a filter stays in the view');
await page.type('#q', 'deploy');
is([await page.evaluate(() => location.hash), await page.evaluate(() =>
	document.activeElement.id)], ['#/', 'q'], 'words lead to the results');
await page.click('#clear');
for (const hash of ['#/constructor', '#/toString/x', '#/__proto__']) {
	await go(page, hash);
	is(await page.$eval('#view h2', h => h.textContent), 'example',
		`what is no view: ${hash}`);
}

/* a note */
await search(page, 'deploy');
await go(page, '#/note/atoms/blue_green.md');
is(await page.$eval('#view h2', h => h.textContent), 'Deploy blue and green',
	'a note has its name');
is(await page.$$eval('#view article p a', list => list.map(a =>
	[a.textContent, a.getAttribute('href')])), [
	['schema changes in two steps',
		'#/note/rules/migrations_in_two_steps.md'],
	['freeze', '#/note/rules/release_windows.md']],
	'links lead to notes');
is(await page.$$eval('#view section:nth-of-type(1) a', list => list.map(a =>
	a.textContent)), ['Double bookings on Easter Monday',
	'Schema changes ship in two steps'], 'backlinks');
await accessible(page, 'a note: axe');
await go(page, '#/note/no/such.md');
is(await page.$eval('#view', v => v.textContent), 'No such note.',
	'a note that is not there');

await go(page, '#/note/atoms/blue_green.md');
await page.evaluate(() => [...document.querySelectorAll('article .chip')].find(
	b => b.textContent === 'decision').click());
const same = await page.$$eval('#results li', l => l.length);
await page.click('#clear');
is([same, same > 1], [(await search(page, 'type:decision')).length, true],
	'what a note is leads to those that are the same');
await search(page, '');

/* the keyboard */
await go(page, '#/');
await page.keyboard.press('/');
is(await page.evaluate(() => document.activeElement.id), 'q', 'key /');
await page.keyboard.type('deploy');
await page.keyboard.press('ArrowDown');
is(await page.evaluate(() => document.activeElement.hash),
	'#/note/rules/release_windows.md', 'key: down, the first result');
await page.keyboard.press('j');
await page.keyboard.press('k');
await page.keyboard.press('Enter');
await page.waitForSelector('body.note');
is(await page.evaluate(() => location.hash),
	'#/note/rules/release_windows.md', 'keys: j, k, Enter');
await page.keyboard.press('Escape');
is(await page.evaluate(() => location.hash), '#/', 'key: Esc');
await page.evaluate(() => document.activeElement.blur());
await page.keyboard.press('?');
ok(await page.$eval('dialog', d => d.open), 'key: ?');
await accessible(page, 'the keys: axe');
await page.keyboard.press('Escape');

/* views */
await page.keyboard.press('2');
await page.waitForSelector('.bars');
ok(await page.$$eval('#view .rows li', l => l.length) === 19, 'timeline');
await accessible(page, 'timeline: axe');
await page.select('#month', '2025-11');
is(await page.$$eval('#view .rows li', l => l.length), 1, 'timeline: one month');
await page.keyboard.press('4');
await page.waitForSelector('#view details');
is(await page.$$eval('#view summary', l => l.map(s => s.textContent)
	.filter(s => /broken link|orphans/.test(s))), ['1broken link warning',
	'1orphans no link in or out'], 'health');
await page.click('#view summary');
await accessible(page, 'health: axe');
await page.keyboard.press('3');
await page.waitForSelector('canvas[data-frames]');
await new Promise(r => setTimeout(r, 500));
const drawn = await page.$eval('canvas', c => new Set(c.getContext('2d')
	.getImageData(0, 0, c.width, c.height).data).size);
ok(drawn > 20, 'graph: something is drawn');
await accessible(page, 'graph: axe');
await page.waitForFunction(() => document.querySelector('canvas')
	.getAttribute('aria-busy') === 'false');
await page.focus('canvas');
await page.keyboard.press('+');
await page.keyboard.press('ArrowLeft');
await page.keyboard.press('0');
const middle = await page.$eval('#hover', h => h.textContent);
await page.keyboard.press('Enter');
await page.waitForSelector('#view h2');
is(await page.$eval('#view h2', h => h.textContent), middle,
	'graph: the keyboard opens the note in the middle');
await go(page, '#/graph');
await new Promise(r => setTimeout(r, 500));
// A place where a note is: asked in the page, as a mouse that goes over all of
// the graph takes a minute; then the mouse itself goes there.
const place = await page.$eval('canvas', canvas => {
	const box = canvas.getBoundingClientRect();

	for (let y = box.top + 20; y < box.bottom - 20; y += 6)
		for (let x = box.left + 20; x < box.right - 20; x += 6) {
			if (document.elementFromPoint(x, y) !== canvas)
				continue;
			canvas.dispatchEvent(new PointerEvent('pointermove',
				{clientX: x, clientY: y}));
			if (!document.getElementById('hover').hidden)
				return {x, y};
		}
});
await page.mouse.move(0, 0);
await page.mouse.move(place.x, place.y);
const hit = await page.$eval('#hover', h => !h.hidden);
ok(hit, 'graph: a note under the pointer is named');
await page.mouse.down();
await page.mouse.up();
ok((await page.evaluate(() => location.hash)).startsWith('#/note/'),
	'graph: a click opens it');
await go(page, '#/note/atoms/blue_green.md');
await page.click('aside p:last-child a');
await page.waitForSelector('canvas[data-frames]');
is(await page.evaluate(() => [document.querySelector('canvas').ariaLabel
	.replace(/;.*/, ''), document.querySelector('#legend a').textContent]),
['Graph of 8 notes and 12 links', 'Deploy blue and green'],
	'the graph of a note: its neighbours, and theirs');
await accessible(page, 'the graph of a note: axe');
await page.click('#legend a');
await page.waitForSelector('article');
is(await page.evaluate(() => location.hash), '#/note/atoms/blue_green.md',
	'the graph of a note: back to the note');
await page.close();

/* small, dark */
for (const theme of ['light', 'dark']) {
	page = await open('file://' + site, {width: 360, height: 740, theme});
	is(await shifts(page), 0, `phone, ${theme}: nothing moved while it was loaded`);
	await search(page, 'deploy');
	await accessible(page, `phone, ${theme}: axe`);
	for (const hash of ['#/', '#/note/atoms/blue_green.md', '#/timeline',
		'#/health', '#/graph']) {
		await go(page, hash);
		ok(await page.evaluate(() => document.documentElement
			.scrollWidth) <= 360, `phone, ${theme}: ${hash} fits`);
	}
	await go(page, '#/');
	await search(page, '');
	await page.$eval('#main', m => m.scrollTop = 300);
	const tops = [];
	for (const hash of ['#/note/atoms/blue_green.md', '#/timeline', '#/']) {
		await go(page, hash);
		tops.push(await page.$eval('#main', m => m.scrollTop));
	}
	is(tops, [0, 0, 300], `phone, ${theme}: views begin at the top, ` +
		'results stay where they were');
	is(await page.evaluate(() => {
		const [nav, main] = ['nav', 'main'].map(id => document
			.getElementById(id).getBoundingClientRect());

		return [nav.bottom, main.bottom <= nav.top, nav.height >= 44];
	}), [740, true, true], `phone, ${theme}: the views are at the bottom`);
	const due = () => page.evaluate(() => {
		const [list, main] = ['list', 'main'].map(id => document
			.getElementById(id).getBoundingClientRect().top);

		return [document.querySelector('.Due').getClientRects().length,
			list - main > 20];
	});
	await page.$eval('#main', m => m.scrollTop = 0);
	const dues = [await due()];
	await search(page, 'deploy');
	dues.push(await due());
	await search(page, 'qqzz');
	dues.push(await due());
	await search(page, '');
	is(dues, [[1, true], [0, false], [0, false]], `phone, ${theme}: what is due, until somebody asks`);
	const narrow = () => page.$eval('#narrow', b => b.textContent);
	const before = await narrow();
	await page.click('#narrow');
	await page.select('#project', 'web');
	await page.click('#narrow');
	is([before, await narrow()], ['Filters', 'Filters (1)'],
		`phone, ${theme}: that a filter is on is seen`);
	await page.close();
}
page = await open('file://' + site);
await page.click('#theme');
await page.click('#theme');
is(await page.evaluate(() => [getComputedStyle(document.body)
	.backgroundColor, document.getElementById('theme').ariaLabel]),
	['rgb(20, 24, 29)', 'Theme: dark'], 'the switch: dark');
await accessible(page, 'dark: axe');
await page.reload();
await page.waitForSelector('html[data-ready]');
is(await page.$eval('#theme', b => b.ariaLabel), 'Theme: dark',
	'the switch is remembered');
await page.evaluate(() => localStorage.clear());
await page.close();

/* no notes */
page = await open('file://' + empty);
is(await page.$eval('#count', c => c.textContent), 'This vault has no notes yet.',
	'a page without notes');
await page.setViewport({width: 360, height: 740});
ok(await page.$eval('#view code', c => c.textContent.startsWith('cx new') &&
	c.getClientRects().length), 'phone: how to make the first one');
for (const hash of ['#/health', '#/graph', '#/timeline'])
	await go(page, hash);
is(await page.$eval('#view p', p => p.textContent), 'No note here has a date.',
	'a timeline without notes');
await page.close();

/* one of everything */
page = await open('file://' + rich);
await go(page, '#/note/rich.md');
await page.waitForFunction(() => document.querySelectorAll(
	'#view img[src]').length === 3);
const $$ = (selector, f) => page.$$eval('.body ' + selector, f);
const texts = selector => $$(selector, l => l.map(e => e.textContent));

is(await page.$$eval('#view article h2, .body h3', l => l.map(h =>
	h.textContent)), ['Rich note'], 'the title is there once');
is(await $$('table', l => Array.from(l[0].rows, r => Array.from(r.cells,
	c => [c.textContent, getComputedStyle(c).textAlign]))),
	[[['a', 'start'], ['b', 'right']], [['1', 'start'], ['2', 'right']]],
	'a table after a marker, aligned');
ok(!/AUTO|hidden|\^blk1/.test(await page.$eval('.body', e =>
	e.textContent)), 'no comment is shown');
is([await texts('mark'), await texts('kbd'), await texts('sub')],
	[['a bold highlight'], ['Ctrl', 'C'], ['2']],
	'highlights, keys, a subscript');
is(await texts('.math'), ['x^2\\,dx', '\\int_0^1 x^2\\,dx\n\n= 1/3'],
	'mathematics is its source, a price is none');
is(await $$('.callout', l => l.map(e => [e.className, e.querySelector('b')
	.textContent])), [['callout warn', 'Mind the gap'],
	['callout ', 'Note']], 'callouts');
is([await $$('details', l => l.length), await texts('summary'),
	await $$('li.task input', l => l.map(i => i.checked))],
	[1, ['More'], [false, true]], 'details, with tasks in it');
is(await $$('img', l => l.map(e => [e.alt, e.getAttribute('width'),
	e.src.slice(0, 22), e.naturalWidth])), [
	['p', null, 'data:image/png;base64,', 1],
	['', '60', 'data:image/png;base64,', 1],
	['raw', '30', 'data:image/png;base64,', 1]], 'images of the vault');
is(await texts('.missing'), ['image: r', 'no image none.png',
	'no image ../../etc/p.png', 'big: too large for this page'],
	'other images are named');
await page.waitForSelector('.t-keyword');
is(await texts('pre:not(.math)'), ['<kbd>code</kbd> ==x==\n',
	'graph TD; A-->B\n', 'def f(x):  # two\n    return "<b>" + `x` if ' +
	'x > 1.5 else None\n', 'x\n'], 'code stays code');
is(await $$('pre:not(.math) span:not(.t-punctuation, .t-operator)', l =>
	l.map(e => [e.className, e.textContent])), [['t-keyword', 'def'],
	['t-function', 'f'], ['t-comment', '# two'], ['t-keyword', 'return'],
	['t-string', '"<b>"'], ['t-keyword', 'if'], ['t-number', '1.5'],
	['t-keyword', 'else'], ['t-boolean', 'None']],
	'code of a language that is known is coloured');
is(await $$('a[href^="#"]:not(.embed a)', l => l.map(a => [a.textContent,
	a.getAttribute('href')])), [['1', '#/note/rich.md#fn-1'],
	['x', '#/note/rich.md#part'], ['Part', '#/note/rich.md#Part'],
	['Other', '#/note/other.md'], ['label', '#/note/other.md#Deep']],
	'links to notes and headings');
is(await texts('.embed'), ['Other \u203a DeepDeepIn the deep, see ' +
	'Rich note.'], 'a part of another note');
is(await page.$$eval('aside :is(section h3, ul)', l => l.map(s =>
	s.textContent)), ['Links to this note (1)', 'OtherIn the deep, see Rich note.',
	'Links from this note (1)', 'Other'],
	'links as cx links counts them, with their sentence');
is(await page.$$eval('.properties tr', l => l.map(r => r.textContent)),
	['ownersomeone', 'deadline2026-05-01', 'seeThe other'],
	'front matter');
await accessible(page, 'a rich note: axe');
await page.click('#theme');
await page.click('#theme');
await accessible(page, 'a rich note, dark: axe');
await page.click('#theme');
await go(page, '#/note/high.md');
is(await texts('mark'), ['First'], 'a highlight at the beginning');
await go(page, '#/note/long.md');
await page.waitForSelector('.t-keyword');
is(await $$('pre', l => l.map(e => [e.textContent.split('\n').length - 1,
	e.querySelectorAll('.t-keyword').length])), [[10000, 0], [1, 0],
	[1, 1]], 'long code and long lines stay as they are');
for (const [hash, what] of [['#/note/rich.md#part', 'Part'],
	['#/note/other.md#Deep', 'Deep']]) {
	await go(page, hash);
	is(await page.evaluate(() => document.activeElement.textContent),
		what, `${hash} is a place`);
}
await go(page, '#/note/trip.md');
is(await page.$eval('.properties', d => [d.open, d.textContent]), [true,
	'2 propertiesstart2023-05-01locthe islands'],
	'front matter is the note where there is nothing else');
await page.close();

/* hostile notes */
page = await open('file://' + xss);
const textOf = async query => {
	await search(page, query);
	return (await page.waitForFunction(() => document
		.querySelector('#results .text').textContent.trim())).jsonValue();
};
is(await textOf('zebras'), 'zebras here',
	'a link that began on the line before');
is(await textOf('badge'),
	'badge and one of the zebras here', 'an image in a link, a link that goes on');
const hostile = await search(page, '');
ok(hostile.length > 100, `${hostile.length} hostile notes`);
const scripts = await page.evaluate(() => document.scripts.length);
const bad = await page.evaluate(async paths => {
	const KNOWN = new RegExp('^(A|ARTICLE|ASIDE|B|BLOCKQUOTE|BR|BUTTON|' +
		'CODE|DEL|DETAILS|DIV|EM|H[2-6]|HR|INPUT|LI|MARK|NAV|OL|P|' +
		'PRE|SECTION|SPAN|STRONG|SUMMARY|TABLE|TBODY|TD|TH|THEAD|TR|' +
		'UL)$');
	const found = [];

	for (const path of paths) {
		const shown = new Promise(r => addEventListener('hashchange',
			r, {once: true}));

		location.hash = '#/note/' + path.split('/')
			.map(encodeURIComponent).join('/');
		await shown;
		if (!document.querySelector('#view h2'))
			found.push('not shown: ' + path);
		for (const e of document.querySelectorAll('#view *, ' +
		    '#results *')) {
			if (!KNOWN.test(e.tagName) || Array.from(e.attributes)
				.some(a => /^on|^style$|^src/.test(a.name) ||
				(a.name === 'href' &&
				!/^(#\/|https?:\/\/|mailto:)/.test(a.value))))
				found.push(e.outerHTML);
		}
	}
	return found;
}, hostile);
await go(page, '#/note/deep.md');
await accessible(page, 'headings that skip levels, a list of links: axe');
ok(await page.$$eval('article h3, article h4, article h5, article h6', list =>
	list.length > 2 && list.every(h => parseFloat(getComputedStyle(h)
		.fontSize) >= parseFloat(getComputedStyle(document.body)
		.fontSize))), 'no heading is smaller than the text');
is(bad.slice(0, 5), [], 'no element and no attribute but those of Markdown');
for (const query of ['alert', 'script', '"onload=alert', '<script>',
	'tag:<img', 'constructor', '__proto__'])
	await search(page, query);
for (const hash of ['#/timeline', '#/health', '#/graph'])
	await go(page, hash);
is(await page.evaluate(() => document.scripts.length), scripts,
	'no script came in');
is(await page.evaluate(() => location.protocol), 'file:', 'the same page');
/* Even one that got in would not run. */
const before = complaints.length;
const kept = await page.evaluate(async () => {
	const blocked = [];

	addEventListener('securitypolicyviolation', e =>
		blocked.push(e.violatedDirective));
	const s = document.createElement('script');

	s.textContent = 'window.ran = 1';
	document.body.append(s);
	document.body.insertAdjacentHTML('beforeend',
		'<img src="https://evil.example/p.png" onerror="window.ran=1">');
	await new Promise(r => setTimeout(r, 300));
	return [window.ran ?? 0, blocked.sort()];
});
is(kept, [0, ['img-src', 'script-src-attr', 'script-src-elem']],
	'the policy stops scripts, handlers and requests');
complaints.length = before; /* of the four lines above */
await page.close();
await done();
