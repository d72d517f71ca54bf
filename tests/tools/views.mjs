// views.mjs: pictures of the page as people see it, to look at.
//
//	cx serve >url &
//	NPM=$PWD/build/npm-page BROWSER=/usr/bin/chromium \
//		node tests/tools/views.mjs "$(cat url)" DIR
//
// puts twelve views into DIR, light and dark, 360, 768 and 1,440 pixels wide.
// The notes are the one with most links, the longest, and rich.md of tests/page,
// if the vault has it.  tests/page/site.t puts into build/npm-page what it needs.
import {start} from '../page/browser.mjs';

const [url, dir] = process.argv.slice(2);
const {open, search, go, done} = await start();
const sizes = [[360, 740], [768, 1024], [1440, 900]];
/* The first of each is where it is, the second what is searched. */
const views = await open(url).then(page => page.evaluate(() => {
	const {meta: {notes}, backlinks} = page;
	const most = f => hrefOf(notes.map((n, i) => [f(n, i), i])
		.sort((a, b) => b[0] - a[0])[0][1]);
	const linked = most((n, i) => n.links.length + backlinks[i].length);

	return {home: ['#/'], search: ['#/', notes[0].name.split(' ').pop()],
		note: [linked], long: [most(n => n.body.length)],
		rich: ['#/note/rich.md'], graph: ['#/graph'],
		local: [linked.replace('note', 'graph')],
		timeline: ['#/timeline'], health: ['#/health'],
		review: ['#/review'], new: ['#/new'],
		empty: ['#/', 'xyzzyx']};
}));

for (const theme of ['light', 'dark']) {
	for (const [width, height] of sizes) {
		const page = await open(url, {width, height, theme});

		for (const [name, [hash, query]] of Object.entries(views)) {
			await go(page, '#/');
			await search(page, query ?? '');
			await go(page, hash);
			await new Promise(r => setTimeout(r, 700));
			await page.screenshot({path:
				`${dir}/${name}-${width}-${theme}.png`});
		}
		await page.close();
	}
}
await done();
