// tree.mjs PAGE: the folders and tags of the page that tree.t makes.
import {start} from './browser.mjs';

const [site] = process.argv.slice(2);
const {open, ok, is, go, accessible, done} = await start();
const wide = {width: 1440, height: 900};
let page = await open('file://' + site, wide);
const grown = () => page.waitForSelector('#tree details ul');
/* What can be chosen, in order; how many elements there are. */
const rows = (of = '#tree') => page.$$eval(`${of} :is(summary, a, ` +
	'button:not([hidden]))', l => l.map(e => e.textContent));
const size = () => page.$$eval('#tree *', l => l.length);
const summary = name => page.evaluateHandle(n => [...document
	.querySelectorAll('#tree summary')].find(s =>
	s.textContent.startsWith(n)), name);
const press = async (name, key = 'Enter') => {
	await (await summary(name)).focus();
	await page.keyboard.press(key);
	await new Promise(r => setTimeout(r, 100));
};
const current = () => page.$$eval('#tree [aria-current]', l => l.map(a =>
	a.textContent));

await grown();
is(await page.$$eval('nav', l => l.map(n => n.ariaLabel)), ['Views',
	'Folders and tags'], 'it has a name');
ok(await page.evaluate(() => {
	const [tree, list] = ['tree', 'list'].map(id => document
		.getElementById(id).getBoundingClientRect());

	return tree.left === 0 && tree.right <= list.left && tree.top ===
		list.top && tree.bottom === list.bottom;
}), 'it is to the left of the results');
is(await rows(), ['Folders 4999', '<img src=x onerror=alert(1)> 1', 'a 2',
	'many 4995', 'Top', 'Tags 4', 'area 3', '#<i> 1', '#plain 1'],
	'what is in it at first, each with its notes; inactive ones are left out');
const least = await size();
ok(least < 60, `... as ${least} elements`);
await accessible(page, 'axe');

/* folders */
await press('a ');
is(await rows('#tree li details[open]'), ['a 2', 'b 1', 'One'],
	'a folder opens with the keyboard, folders before notes');
await press('many', ' ');
is((await rows('#tree li details[open]')).slice(3), ['many 4995',
	...Array.from({length: 200}, (_, i) => `Note ${1001 + i}`),
	'Show more'], 'of a large one, the first 200');
await press('many');
await press('a ');
is(await size(), least, 'what is closed has no elements');
await press('<img');
is([await rows('#tree li details[open]'), await page.$$eval(
	'#tree :is(img, i, b)', l => l.length)], [
	['<img src=x onerror=alert(1)> 1', '<b onclick=alert(1)>Bold'], 0],
	'names are text');
await page.click('#tree li details[open] a');
await page.waitForSelector('#tree [aria-current]');
is([await page.$eval('#view h2', h => h.textContent), await current()],
	['<b onclick=alert(1)>Bold', ['<b onclick=alert(1)>Bold']],
	'a note is a link to it, and marked');
await press('<img');
for (const [path, want] of [['a/b/deep.md', 'Deep'], ['many/n5995.md',
	'Note 5995']]) {
	await go(page, '#/note/' + path);
	await page.waitForFunction(name => document.querySelector(
		'#tree [aria-current]')?.textContent === name, {}, want);
	ok(await page.$eval('#tree [aria-current]', a => {
		const row = a.getBoundingClientRect();

		return a.getClientRects().length && row.top >= 0 &&
			row.bottom <= innerHeight;
	}), `the folders of the open note are open, and it is seen: ${path}`);
}
await accessible(page, 'a note of a large folder: axe');
await go(page, '#/');
await page.waitForFunction(() => !document.querySelector(
	'#tree [aria-current]'));
ok(true, 'no note is marked where none is open');
await press('many');

/* tags */
await press('area');
await press('db');
is((await rows('#tree > :last-child')), ['Tags 4', 'area 3', '#area 3', 'db 1',
	'#area/db 1', '#area/db/sql 1', '#area/web 2', '#<i> 1', '#plain 1'],
	'tags by their parts; a note counts once');
for (const [text, tag, notes] of [['#area/web', 'area/web', ['Deep', 'One']],
	['#area', 'area', ['Deep', 'One', 'Top']]]) {
	await page.evaluate(t => [...document.querySelectorAll('#tree button')]
		.find(b => b.textContent.startsWith(t + ' ')).focus(), text);
	await page.keyboard.press('Enter');
	await new Promise(r => setTimeout(r, 200));
	is(await page.evaluate(() => [location.hash, document.getElementById(
		'tag').value, [...document.querySelectorAll('#results b')]
		.map(b => b.textContent).sort(), document.activeElement
		.closest('#tree') && document.activeElement.textContent]),
	['#/', tag, notes, `${text} ${notes.length}`],
	`a tag is a filter, and stays in focus: ${text}`);
}
await accessible(page, 'tags: axe');
await page.click('#narrow');
await page.click('#over');
await page.waitForFunction(() => [...document.querySelectorAll(
	'#tree summary')].some(s => s.textContent.startsWith('old')));
is((await rows()).filter(t => /^(Folders|old|Tags|#over|#area\/web)/.test(t)),
	['Folders 5000', 'old 1', 'Tags 5', '#area/web 3', '#over 1'],
	'inactive notes, where they are asked for');
await page.click('#theme');
await page.click('#theme');
await accessible(page, 'dark: axe');
for (const hash of ['#/timeline', '#/graph', '#/health']) {
	await go(page, hash);
	ok(!await page.$eval('#tree', t => t.checkVisibility()),
		`${hash} has all of the width`);
}
await page.close();

/* where there is no room */
page = await open('file://' + site, {width: 1199, height: 800});
await new Promise(r => setTimeout(r, 500));
is([await page.$eval('#tree', t => getComputedStyle(t).display),
	await size()], ['none', 0], 'none below 1,200 pixels, and not made');
await page.setViewport({width: 1200, height: 800});
await grown();
is((await rows()).length, 9, '... until there is room');
ok(await page.evaluate(() => document.documentElement.scrollWidth) <= 1200,
	'... in which it fits');
await page.close();
await done();
