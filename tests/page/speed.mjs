// speed.mjs PAGE [QUERIES]: how long the page takes in Chromium, one figure a
// line.  PAGE is a file, or the address that cx serve has printed.
//
// "Keys" are what the page's thread has worked from a key until all is drawn:
// processor time, so that other programs of the machine do not count.  "Seen" is
// the time from the key to the end of the frame that shows the results, waiting
// included, so that they do.
import fs from 'node:fs';
import {start} from './browser.mjs';

const [address, typed = 'deploy risk,database upgrade,cache queue,' +
	'memory'] = process.argv.slice(2);
const served = /^http:/.test(address);
const {open} = await start();
const say = (what, n, unit) => console.log(`${what}\t${n}\t${unit}`);
const median = l => l.toSorted((a, b) => a - b)[l.length >> 1];

if (!served)
	say('size', fs.statSync(address).size / 1e6, 'MB');
const began = performance.now();
const page = await open(served ? address : 'file://' + address,
	{motion: 'no-preference'});
say('ready', Math.round(performance.now() - began), 'ms');
say('notes', await page.$$eval('#count', c => parseInt(c[0].textContent)),
	'');

/* What people type: words of the vault, letter by letter.  The first query
 * comes as soon as the page is there. */
const cdp = await page.createCDPSession();
await cdp.send('Performance.enable', {timeDomain: 'threadTicks'});
const busy = async () => 1000 * (await cdp.send('Performance.getMetrics'))
	.metrics.find(m => m.name === 'TaskDuration').value;
let requests = 0;
page.on('request', () => requests++);
/* The first results; more of them come when no key does. */
await page.evaluate(() => document.getElementById('q').addEventListener(
	'input', e => {
		page.drawn = new Promise(done => requestAnimationFrame(() =>
			setTimeout(() => {
				clearTimeout(page.later);
				done(performance.now() - e.timeStamp);
			})));
	}));
const times = async query => {
	const keys = [], seen = [];

	await page.focus('#q');
	await page.$eval('#q', q => q.select());
	for (const key of query) {
		const before = await busy();

		await page.keyboard.press(key === ' ' ? 'Space' : key);
		seen.push(await page.evaluate(() => page.drawn));
		keys.push(await busy() - before);
		await new Promise(r => setTimeout(r, 40));
	}
	return {keys, seen};
};
const queries = typed.split(',');
const first = await times(queries[0]);

say('first key', first.keys[0].toFixed(1), 'ms');
say('first query: worst key', Math.max(...first.keys).toFixed(1), 'ms');
say('first query: worst seen', Math.max(...first.seen).toFixed(1), 'ms');
/* Others than the first, whose results the page remembers. */
for (const query of queries.slice(1)) {
	const next = await times(query);

	for (const what of ['keys', 'seen']) {
		say(`next ${what}: median (${query})`, median(next[what])
			.toFixed(1), 'ms');
		say(`next ${what}: worst (${query})`, Math.max(...next[what])
			.toFixed(1), 'ms');
	}
}
say('requests while typing', requests, '');
if (served)
	process.exit();

/* The graph, while it is laid out and while it is moved. */
const frames = () => page.$eval('canvas', c => Number(c.dataset.frames));
const rate = async (what, during) => {
	const [n, t, b] = [await frames(), performance.now(), await busy()];

	while (await during(performance.now() - t))
		await new Promise(r => setTimeout(r, 15));
	const drawn = await frames() - n;

	say(what, (drawn * 1000 / (performance.now() - t)).toFixed(0),
		'frames/s');
	say(what, ((await busy() - b) / drawn).toFixed(1), 'ms/frame');
};
await page.evaluate(() => {
	document.getElementById('clear').click();
	location.hash = '#/graph';
});
await page.waitForSelector('canvas[data-frames]');
await rate('graph: laid out', () => page.$eval('canvas', c =>
	c.getAttribute('aria-busy') === 'true'));
const box = await page.$eval('canvas', c => {
	const {x, y, width, height} = c.getBoundingClientRect();

	return {x: x + width / 2, y: y + height / 2};
});
await page.mouse.move(box.x, box.y);
await page.mouse.down();
await rate('graph: moved', async t => {
	await page.mouse.move(box.x + 200 * Math.sin(t / 300), box.y + 100 *
		Math.cos(t / 300));
	return t < 3000;
});
await page.mouse.up();
await rate('graph: zoomed', async t => {
	await page.mouse.wheel({deltaY: 60 * Math.sin(t / 400)});
	return t < 3000;
});
process.exit();
