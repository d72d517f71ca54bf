// shots.mjs SITE DIR [OLD]: page-light.webp and page-dark.webp in DIR, what the
// page of examples/vault shows of a search and a note, and how far they are
// from those of OLD.  A browser draws letters as its fonts are, so what is
// compared is how dark each of 60 by 40 fields is.
import fs from 'node:fs';
import {start} from './browser.mjs';

const [site, dir, old] = process.argv.slice(2);
const {browser, open, ok, search, go, done} = await start();
const blank = await browser.newPage();
const fields = file => blank.evaluate(async data => {
	const image = new Image();

	image.src = 'data:image/webp;base64,' + data;
	await image.decode();
	const c = Object.assign(document.createElement('canvas'),
		{width: 60, height: 40}).getContext('2d');

	c.imageSmoothingQuality = 'high';
	c.drawImage(image, 0, 0, 60, 40);
	return [image.width, image.height, ...c.getImageData(0, 0, 60, 40).data];
}, fs.readFileSync(file).toString('base64'));

for (const theme of ['light', 'dark']) {
	const name = `/page-${theme}.webp`;
	const page = await open('file://' + site, {width: 1200, height: 720,
		theme});

	await search(page, 'deploy');
	await go(page, '#/note/atoms/blue_green.md');
	await page.screenshot({path: dir + name, type: 'webp', quality: 80});
	ok(fs.statSync(dir + name).size < 120000, `${theme}: a small picture`);
	const [now, then] = [await fields(dir + name), await fields(old + name)];
	const far = now.reduce((sum, v, i) => sum + Math.abs(v - then[i]), 0) /
		now.length;

	ok(now[0] === then[0] && far < 8, `${theme}: the picture of README.md is ` +
		`of now, but for ${far.toFixed(1)} of 255`);
}
await done();
