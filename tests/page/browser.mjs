// browser.mjs: what the tests of the page share.  TAP on standard output.
// $BROWSER is a Chromium, or a Firefox, which takes no media features.
//
//	const {browser, open, ok, is, done} = await start();
//	const page = await open(url, {width: 360});
//
// A page that says something on its console, throws, asks somebody else or
// opens a dialog has failed.
import fs from 'node:fs';
import path from 'node:path';
import {createRequire} from 'node:module';

const from = createRequire(path.join(process.env.NPM, 'package.json'));
const puppeteer = (await import(from.resolve('puppeteer-core'))).default;
const axe = fs.readFileSync(from.resolve('axe-core/axe.min.js'), 'utf8');

/* No browser is called slow, only stuck: on a machine that just built
 * everything it took more than puppeteer's 30 s to be read from the disk. */
const LONG = 300000; /* ms */

export async function start()
{
	const firefox = /firefox/.test(process.env.BROWSER);
	const browser = await puppeteer.launch({
		executablePath: process.env.BROWSER,
		timeout: LONG,
		protocolTimeout: 2 * LONG,
		...firefox ? {browser: 'firefox', extraPrefsFirefox: {
			'layout.css.prefers-color-scheme.content-override': 1,
			'ui.prefersReducedMotion': 1,
		}} : {args: ['--no-sandbox', '--disable-gpu',
			'--disable-dev-shm-usage']},
	});
	let n = 0, bad = 0;
	const complaints = [];

	function ok(good, text)
	{
		n++;
		bad += !good;
		console.log(`${good ? 'ok' : 'not ok'} ${n} - ${text}`);
		return good;
	}
	function is(got, want, text)
	{
		const [g, w] = [got, want].map(x => JSON.stringify(x));

		if (!ok(g === w, text))
			console.log(`#   got:      ${g}\n#   expected: ${w}`);
	}
	async function open(url, {width = 1280, height = 800,
		theme = 'light', motion = 'reduce'} = {})
	{
		const page = await browser.newPage();
		const own = new URL(url);

		page.setDefaultTimeout(LONG);
		page.on('console', m => complaints.push('console: ' +
			m.text()));
		page.on('pageerror', e => complaints.push('error: ' +
			e.message));
		page.on('dialog', d => {
			complaints.push('dialog: ' + d.message());
			d.dismiss();
		});
		page.on('request', r => {
			const to = new URL(r.url());

			if (to.protocol !== 'data:' && (to.protocol !==
			    own.protocol || to.host !== own.host))
				complaints.push('request: ' + r.url());
		});
		await page.setViewport({width, height});
		if (!firefox)
			await page.emulateMediaFeatures([
				{name: 'prefers-color-scheme', value: theme},
				{name: 'prefers-reduced-motion',
					value: motion}]);
		await page.goto(url);
		await page.waitForSelector('html[data-ready]');
		if (firefox && theme === 'dark')
			await page.evaluate(() => {
				document.documentElement.dataset.theme = 'dark';
			});
		return page;
	}
	/* Types into the search field; what is found, best first. */
	async function search(page, query)
	{
		await page.evaluate(q => {
			document.getElementById('q').value = q;
			document.getElementById('q').dispatchEvent(
				new Event('input', {bubbles: true}));
		}, query);
		/* A server takes its time. */
		await page.waitForSelector('#results[aria-busy=false]');
		return page.evaluate(() => {
			while (!document.getElementById('more').hidden)
				document.getElementById('more').click();
			return Array.from(document.querySelectorAll(
				'#results li'), li => decodeURIComponent(
				li.querySelector('a').hash.slice(7)));
		});
	}
	async function go(page, hash)
	{
		await page.evaluate(h => {
			location.hash = h;
		}, hash);
		await page.waitForFunction(() => new Promise(done =>
			setTimeout(() => done(true), 50)));
	}
	async function accessible(page, text)
	{
		await page.evaluate(axe + ';0');
		const found = await page.evaluate(() => window.axe.run(document,
			{runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa',
				'wcag22aa', 'best-practice']}));

		is(found.violations.map(v => `${v.id}: ${v.nodes.slice(0, 3)
			.map(x => x.html.slice(0, 120)).join(' ')}`), [], text);
	}
	async function done()
	{
		is(complaints.slice(0, 10), [], 'nothing on the console, ' +
			'no error, no dialog, no request to anybody else');
		await browser.close();
		console.log(`1..${n}`);
		process.exitCode = bad ? 1 : 0;
	}
	return {browser, open, ok, is, search, go, accessible, done,
		complaints};
}
