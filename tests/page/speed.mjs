// speed.mjs PAGE: how long the page takes in Chromium, one figure a line.
// Times are the work from a key to what is laid out, without the wait for the
// screen's next frame.
import fs from 'node:fs';
import {start} from './browser.mjs';

const [file] = process.argv.slice(2);
const {open} = await start();
const say = (what, n, unit) => console.log(`${what}\t${n}\t${unit}`);
const median = l => l.toSorted((a, b) => a - b)[l.length >> 1];

say('size', fs.statSync(file).size / 1e6, 'MB');
const began = performance.now();
const page = await open('file://' + file, {motion: 'no-preference'});
say('ready', Math.round(performance.now() - began), 'ms');
say('notes', await page.$$eval('#count', c => parseInt(c[0].textContent)),
	'');

/* What people type: words of the vault, letter by letter.  The first query
 * comes as soon as the page is there. */
await page.evaluate(() => {
	window.times = [];
	addEventListener('input', () => {
		window.from = performance.now();
	}, true);
	addEventListener('input', () => {
		void document.body.offsetHeight;
		document.getElementById('results').getBoundingClientRect();
		window.times.push(performance.now() - window.from);
	});
});
const times = async query => {
	await page.click('#q', {clickCount: 3});
	await page.evaluate(() => window.times = []);
	await page.keyboard.type(query, {delay: 80});
	return page.evaluate(() => window.times);
};
const queries = (process.argv[3] ?? 'deploy risk,database upgrade,' +
	'what did we decide about the cache').split(',');
const first = await times(queries[0]);

say('first key', first[0].toFixed(1), 'ms');
say('first query: worst key', Math.max(...first).toFixed(1), 'ms');
for (const query of queries) {
	const next = await times(query);

	say(`next keys: median (${query})`, median(next).toFixed(1), 'ms');
	say(`next keys: worst (${query})`, Math.max(...next).toFixed(1), 'ms');
}

/* The graph, while it is laid out and while it is moved. */
const frames = () => page.$eval('canvas', c => Number(c.dataset.frames));
const rate = async (what, ms, during = () => {}) => {
	const [n, t] = [await frames(), performance.now()];

	while (performance.now() - t < ms) {
		await during(performance.now() - t);
		await new Promise(r => setTimeout(r, 15));
	}
	say(what, ((await frames() - n) * 1000 / (performance.now() - t))
		.toFixed(0), 'frames/s');
};
await page.evaluate(() => {
	document.getElementById('clear').click();
	location.hash = '#/graph';
});
await page.waitForSelector('canvas[data-frames]');
await rate('graph: laid out', 3000);
const box = await page.$eval('canvas', c => {
	const {x, y, width, height} = c.getBoundingClientRect();

	return {x: x + width / 2, y: y + height / 2};
});
await page.mouse.move(box.x, box.y);
await page.mouse.down();
await rate('graph: moved', 3000, t => page.mouse.move(box.x + 200 *
	Math.sin(t / 300), box.y + 100 * Math.cos(t / 300)));
await page.mouse.up();
await rate('graph: zoomed', 3000, t => page.mouse.wheel({deltaY: 60 *
	Math.sin(t / 400)}));
process.exit();
