// serve.mjs URL VAULT: every action of cx serve in Chromium, and what is
// refused; the files are looked at afterwards.
import fs from 'node:fs';
import {execFileSync, spawnSync} from 'node:child_process';
import http from 'node:http';
import path from 'node:path';
import {start} from './browser.mjs';

const [url, vault] = process.argv.slice(2);
const {open, ok, is, search, go, accessible, done} = await start();
const at = new URL(url);
const file = name => fs.readFileSync(path.join(vault, name), 'utf8');
const all = () => fs.readdirSync(vault, {recursive: true})
	.filter(f => f.endsWith('.md') && !f.startsWith('inbox')).sort();
const has = (name, text, what) => ok(file(name).includes(text),
	`${what}: ${name} has ${text.trim()}`) ||
	console.log(file(name).replace(/^/gm, '#   '));

/* --- refused --- */

function request(to, {method = 'GET', headers = {}, body} = {})
{
	return new Promise(answer => {
		const r = http.request({host: at.hostname, port: at.port,
			path: to, method, headers}, reply => {
			let text = '';

			reply.on('data', d => text += d);
			reply.on('end', () => answer([reply.statusCode, text,
				reply.headers]));
		});

		r.on('error', e => answer([e.code]));
		r.end(body);
	});
}
const here = at.pathname + at.search;
const json = {'Content-Type': 'application/json', Origin: at.origin};
const body = '{"path":"atoms/blue_green.md","set":{"status":"archived"}}\n';
const before = file('atoms/blue_green.md');
for (const [what, to, options, status = 403] of [
	['without token', at.pathname + '?do=edit', {headers: json}],
	['with an empty token', at.pathname + '?t=&do=edit', {headers: json}],
	['with another token', at.pathname + '?t=' + '0'.repeat(48) +
		'&do=edit', {headers: json}],
	['with a part of the token', here.slice(0, -1) + '&do=edit',
		{headers: json}],
	['from another origin', here + '&do=edit',
		{headers: {...json, Origin: 'http://evil.example'}}],
	['from the origin null', here + '&do=edit',
		{headers: {...json, Origin: 'null'}}],
	['from another port', here + '&do=edit',
		{headers: {...json, Origin: 'http://127.0.0.1:1'}}],
	['without origin', here + '&do=edit',
		{headers: {'Content-Type': 'application/json'}}],
	['under another name', here + '&do=edit',
		{headers: {...json, Host: 'evil.example:' + at.port,
			Origin: 'http://evil.example:' + at.port}}],
	['of another site', here + '&do=edit',
		{headers: {...json, 'Sec-Fetch-Site': 'cross-site'}}],
	['as a form', here + '&do=edit', {headers: {...json,
		'Content-Type': 'application/x-www-form-urlencoded'}}, 415],
	['by GET', here + '&do=edit', {method: 'GET', headers: json,
		body: undefined}, 404],
	['what is no action', here + '&do=page', {headers: json}, 404],
	['a path', here + '&do=../../bin/sh', {headers: json}, 404]]) {
	const [got] = await request(to, {method: 'POST', body, ...options});

	is(got, status, `refused: ${what}`);
}
is((await request(at.pathname))[0], 403, 'refused: the page without token');
is((await request(at.pathname + '?t=&do=data&since='))[0], 403,
	'refused: the notes without token');
is((await request(here + '&do=data&since=', {headers: {Origin:
	'http://evil.example'}}))[0], 403, 'refused: the notes, elsewhere');
const sizeOf = async since => (await request(here + '&do=data&since=' +
	since))[1].length;
const size = await sizeOf('');
for (const since of ['../../token', '..', 'XXXXXX', '*', '../page'])
	ok(await sizeOf(since) === size, `all notes since ${since}`);
for (const to of ['/', '/cgi-bin/', '/token', '/../token', '/cgi-bin/../../token',
	'/cgi-bin/%2e%2e/%2e%2e/token', '/lighttpd.conf'])
	ok([403, 404, 400, 301].includes((await request(to))[0]),
		`refused: ${to}`);
is(file('atoms/blue_green.md'), before, 'nothing was done');
const [, , headers] = await request(here);
ok(/^default-src 'none'; script-src 'sha256-.{44}'; style-src 'sha256-.{44}'; .*; frame-ancestors 'none'$/
	.test(headers['content-security-policy']), 'the policy is a header, too');
is([headers['x-frame-options'], headers['cache-control'],
	headers['referrer-policy'], headers['access-control-allow-origin']],
	['DENY', 'no-store', 'no-referrer', undefined],
	'no other page may show it, nothing is kept');

/* images */
fs.writeFileSync(path.join(vault, 'atoms/p.png'), 'png');
fs.writeFileSync(path.join(vault, '.hidden.png'), 'no');
fs.writeFileSync(path.join(vault, 'atoms/p.txt'), 'no');
fs.symlinkSync('/etc/hostname', path.join(vault, 'atoms/link.png'));
const image = async name => {
	const [status, text] = await request(here + '&do=image', {method:
		'POST', headers: json, body: JSON.stringify({path: name})});

	return status === 200 ? text : status;
};
is(await image('atoms/p.png'), 'png', 'an image');
for (const name of ['atoms/p.txt', 'cortex.toml', '.hidden.png',
	'atoms/link.png', '../x.png', '/etc/x.png', 'atoms/../atoms/p.png',
	'none.png', '-h.png', '', 'atoms/p.png\n.png'])
	is(await image(name), 404, `no image: ${JSON.stringify(name)}`);
is((await request(here + '&do=image&path=atoms/p.png'))[0], 404,
	'no image by GET');
for (const name of ['atoms/p.png', '.hidden.png', 'atoms/p.txt',
	'atoms/link.png'])
	fs.unlinkSync(path.join(vault, name));

/* --- at once --- */

const replies = await Promise.all(Array.from({length: 32}, (_, i) =>
	request(here + '&do=edit', {method: 'POST', headers: json, body:
		`{"path":"atoms/one_queue.md","add":{"tags":["at-once-${i}"]}}\n`
	})));
is(replies.filter(([status, , headers]) => status !== 200 ||
	headers['cx-status'] !== '0').length, 0, '32 actions at once: done');
is(Array.from({length: 32}, (_, i) => i).filter(i => !new RegExp(
	`at-once-${i}\\b`).test(file('atoms/one_queue.md'))), [],
	'none of them is lost');
is((await request(here + '&do=edit', {method: 'POST', headers: json,
	body: '{"path":"../../etc/passwd","set":{"status":"open"}}\n'}))[2]
	['cx-status'] === '0', false, 'a path out of the vault');

/* --- in the browser --- */

fs.writeFileSync(path.join(vault, 'atoms/expired.md'), '---\nname: Coupon\n' +
	'type: insight\nexpires: 2026-01-01\n---\nTen percent.\n');

let page = await open(url);
const settle = async what => {
	await page.waitForFunction(() => !document.body.hasAttribute(
		'aria-busy') && !document.getElementById('message').hidden);
	const told = await page.$eval('#told', t => [t.className,
		t.textContent]);

	await page.evaluate(() => document.getElementById('message').hidden =
		true);
	return told;
};
const press = text => page.evaluate(t => Array.from(document
	.querySelectorAll('#view button')).find(b => b.textContent === t)
	.click(), text);
const undo = async () => {
	await page.evaluate(() => document.getElementById('undo').click());
	const told = await settle();

	ok(told[0] === 'error' || told[1] === 'undone',
		`undo: ${told[1]}`);
	return told;
};
const redo = async () => {
	await page.evaluate(() => document.getElementById('redo').click());
	return settle();
};
const shown = () => page.$$eval('#message button', l => l.filter(b =>
	!b.hidden).map(b => b.textContent));
const type = async (selector, text) => {
	await page.$eval(selector, e => e.value = '');
	await page.type(selector, text);
};

is((await search(page, 'freeze'))[0], 'rules/release_windows.md', 'search');
await search(page, 'deploy risk');
is(await page.$$eval('#results li', list => list.findIndex(li =>
	li.dataset.rule === 'not all of the words')), 1,
	'search: where those end that have all of the words');
for (const query of ['deploy', 'slow phones', '"both versions"', 'tag:deploy switch',
	'deploy type:Decision status:active', 'deploy status:500', 'deploy -freeze', '-x; $(touch x) `touch x` \'', 'rolback']) {
	const found = spawnSync('cx', ['search', '--no-log', '--limit', '0',
		'--json', '--fuzzy', '--', query], {cwd: vault}).stdout
		.toString().trim().split('\n').filter(Boolean).map(line =>
		JSON.parse(line).path);

	is(await search(page, query), found, `search: ${query}`);
}
is([await search(page, 'xqzxqz'), await page.$eval('#count', c =>
	c.textContent)], [[], "No active notes match: no note has 'xqzxqz'"],
	'search: what is said');
is(await page.evaluate(() => [typeof cxSearch, typeof Prism]), ['undefined',
	'object'], 'the page has no search of its own, and colours code');
fs.writeFileSync(path.join(vault, 'atoms/late.md'), '# Zymurgy\n\nnew\n');
is(await search(page, 'deploy zymurgy'), await search(page, 'zymurgy deploy'),
	'search: what the page does not know yet');
fs.unlinkSync(path.join(vault, 'atoms/late.md'));
await go(page, '#/note/atoms/blue_green.md');
await page.click('.tools > summary');
await accessible(page, 'a note with its actions: axe');
await page.select('.status', 'review');
is(await settle(), ['good', 'atoms/blue_green.md is review'],
	'status: done');
has('atoms/blue_green.md', 'status: review\n', 'status');
ok(await page.$eval('#view', v => v.textContent.includes('review')),
	'status: the page shows it');
await type('#edit-tags', 'deploy, new-tag');
await page.keyboard.press('Enter');
await page.evaluate(() => document.activeElement.blur());
await settle();
has('atoms/blue_green.md', 'tags: [deploy, new-tag]\n', 'tags');
await press('Pin');
await settle();
has('atoms/blue_green.md', 'pinned: true\n', 'pin');
await undo();
ok(!file('atoms/blue_green.md').includes('pinned'), 'undo: not pinned');
is(await page.$$eval('#view button', l => l.map(b => b.textContent)
	.filter(t => /pin/i.test(t))), ['Pin'], 'undo: the page shows it');
await press('Pin');
await settle();
fs.appendFileSync(path.join(vault, 'atoms/one_queue.md'), '\nMore.\n');
execFileSync('cx', ['edit', 'atoms/one_queue.md', 'type=rule'],
	{cwd: vault, stdio: 'ignore'});
is((await undo())[0], 'error', 'undo: another change has come since');
has('atoms/blue_green.md', 'pinned: true\n', 'undo: nothing is undone');
has('atoms/one_queue.md', 'type: rule\n', 'undo: nothing is undone');
await press('Unpin');
await settle();
/* Step by step, as far as the changes are those of this page. */
const texts = [file('atoms/blue_green.md')], offered = [await shown()];
for (const [what, does] of [['Pin', press], ['Archive', press], ['', undo],
	['', undo], ['', undo], ['', redo], ['', redo], ['', undo],
	['Reviewed', press], ['', undo]]) {
	await does(what);
	if (what)
		await settle();
	texts.push(file('atoms/blue_green.md'));
	offered.push(await shown());
}
is(texts.map(t => texts.indexOf(t)), [0, 1, 2, 1, 0, 1, 0, 1, 0, 9, 0],
	'undo and redo: step by step');
is(offered.map(o => o.map(t => t[0]).join('')), ['U', 'U', 'U', 'UR', 'UR',
	'R', 'UR', 'UR', 'UR', 'U', 'UR'], 'undo and redo: while there is one');
ok(!file('atoms/blue_green.md').includes('pinned'), 'unpin');
await press('Archive');
await settle();
has('atoms/blue_green.md', 'status: archived\n', 'archive');
await press('Restore');
await settle();
has('atoms/blue_green.md', 'status: active\n', 'restore');
await press('Reviewed');
await settle();
has('atoms/blue_green.md', 'reviewed: 20', 'reviewed');
await page.type('input[name=by]', 'no/such.md');
await press('Supersede');
is((await settle())[0], 'error', 'supersede: by nothing is refused');
await type('input[name=by]', 'atoms/database_upgrade.md');
await page.type('input[name=reason]', 'it is "new"; $(touch x)');
await press('Supersede');
await settle();
has('atoms/blue_green.md', 'status: superseded\n', 'supersede');
has('atoms/blue_green.md', '$(touch x)', 'supersede: the reason');
has('atoms/database_upgrade.md', 'supersedes', 'supersede');
const both = ['atoms/blue_green.md', 'atoms/database_upgrade.md'];
await undo();
ok(both.every(f => !/supersede/.test(file(f))), 'undo: both notes');

/* many */
await go(page, '#/');
await search(page, '');
await page.select('#project', 'api');
const chosen = await search(page, '');
ok(await page.$eval('#results input', e => !e.checkVisibility()),
	'bulk: no boxes until somebody asks for them');
await page.click('#bulk button');
await page.evaluate(() => Array.from(document.querySelectorAll(
	'#bulk button')).find(b => /^Select all/.test(b.textContent)).click());
await page.select('#bulk-what', 'add tag');
await page.type('#bulk-value', 'in-bulk');
await accessible(page, 'many notes: axe');
await page.click('#bulk-do');
await settle();
ok(chosen.length > 2 && chosen.every(f => file(f).includes('in-bulk')),
	`bulk, a filter: ${chosen.length} notes`);
is(all().filter(f => file(f).includes('in-bulk')).length, chosen.length,
	'bulk: no others');
await page.click('#results li:nth-child(1) input');
await page.click('#results li:nth-child(2) input');
const two = await page.$$eval('#results li', l => l.slice(0, 2).map(li =>
	decodeURIComponent(li.querySelector('a').hash.slice(7))));
await page.select('#bulk-what', 'archive');
await page.click('#bulk-do');
await settle();
ok(two.every(f => file(f).includes('status: archived')) &&
	chosen.filter(f => !two.includes(f)).every(f =>
	!file(f).includes('status: archived')), 'bulk, a selection');
await undo();
ok(two.every(f => !file(f).includes('status: archived')), 'undo: bulk');
/* The project that one works in. */
await page.reload();
await page.waitForSelector('html[data-ready]');
is([await page.$eval('#project', s => s.value), await search(page, '')],
	['api', await search(page, 'project:api')],
	'the project is chosen again');
await page.select('#project', '');

/* review */
await go(page, '#/review');
await accessible(page, 'review: axe');
const queue = () => page.$$eval('#view li > a', l => l.map(a =>
	decodeURIComponent(a.hash.slice(7))));
const due = await queue();
await page.click('#view li:nth-child(2) summary');
await page.waitForSelector('#view li:nth-child(2) article p');
await page.focus('#view li:nth-child(2) button');
await page.keyboard.press('Enter');
await settle();
has(due[1], 'reviewed: 20', 'review, keep');
is(await queue(), due.toSpliced(1, 1), 'review: one less');
is(await page.$eval('#view .meta', p => p.textContent),
	`${due.length - 1} left, 1 of ${due.length} done`, 'review: how far');
is(await page.evaluate(() => [document.activeElement.tagName,
	document.activeElement.closest('li') === document.querySelector(
		'#view li:nth-child(2)')]), ['BUTTON', true],
	'review: the keyboard goes on at the next note');
await undo();
is(await queue(), due, 'undo: it is in the queue again');
const expired = 'atoms/expired.md';
is((await queue()).includes(expired), true, 'review: what has expired');
await page.evaluate(p => Array.from(document.querySelectorAll('#view li'))
	.find(li => li.querySelector('a').hash.endsWith(p))
	.querySelector('button').click(), expired);
await settle();
ok(!file(expired).includes('expires'), 'review: kept, it does not expire');

/* inbox */
await go(page, '#/inbox');
await page.waitForFunction(() => document.getElementById('view')
	.textContent.includes('The inbox is empty.'));
is(await page.$$eval('#view button', l => l.filter(b => !b.hidden).map(b =>
	b.textContent)), ['Save to inbox'],
	'inbox: nothing to turn into notes while it is empty');
await page.type('#capture', 'The printer on floor 3 needs <b>toner</b> ' +
	'every 14 days because of the labels.');
await press('Save to inbox');
is((await settle())[0], 'good', 'inbox: kept');
is(fs.readdirSync(path.join(vault, 'inbox/pending')).length, 1,
	'inbox: one event');
await page.waitForFunction(() => document.getElementById('view')
	.textContent.includes('<b>toner</b>'));
is(await page.$eval('#view li pre', p => p.textContent), 'The printer on ' +
	'floor 3 needs <b>toner</b> every 14 days because of the labels.',
	'inbox: the text, and no more');
await accessible(page, 'inbox: axe');
const was = all();
await press('Turn into notes');
await settle();
is(fs.readdirSync(path.join(vault, 'inbox/pending')), [], 'inbox: normalized');
is(all().filter(f => !was.includes(f)).length, 1, 'inbox: a new note');

/* a new note */
await go(page, '#/new');
await page.type('#new [name=name]', 'Labels <script>alert(1)</script> are "hot"');
await page.select('#new [name=type]', 'decision');
await page.select('#new [name=project]', 'web');
await page.type('#new [name=tags]', 'printer, labels');
await page.type('#new [name=body]', 'Line one\nLine $(two) `three`');
await accessible(page, 'new: axe');
await page.reload();
await page.waitForSelector('html[data-ready]');
is(await page.$eval('#new [name=body]', t => t.value),
	'Line one\nLine $(two) `three`', 'new: the draft is still there');
const then = all();
await press('Create note');
await settle();
const made = all().filter(f => !then.includes(f));
is(made.length, 1, 'new: one file');
has(made[0], 'type: decision\n', 'new');
has(made[0], 'project: web\n', 'new');
has(made[0], 'Line $(two) `three`', 'new');
is(await page.evaluate(() => decodeURIComponent(location.hash)), '#/note/' +
	made[0], 'new: the note is opened');
await go(page, '#/new');
is(await page.$eval('#new [name=name]', t => t.value), '',
	'new: the draft is gone');
is((await search(page, 'labels hot printer'))[0], made[0],
	'new: it is found');
ok(!fs.existsSync(path.join(vault, 'x')), 'no text was run');

/* what is wrong, as it is now */
await go(page, '#/health');
const health = () => page.waitForSelector('#view details').then(() =>
	page.$$eval('#view summary', l => l.map(s => s.textContent).filter(t =>
		/empty note|broken link/.test(t)).sort()));
const wrong = () => {
	const found = execFileSync('sh', ['-c', 'cx-scan --body . 2>/dev/null |' +
		' cx-check -C . || true'], {cwd: vault}).toString().trim()
		.split('\n').map(line => JSON.parse(line));

	return ['broken-link', 'empty-note'].map(code => [found.filter(f =>
		f.code === code).length, code]).filter(([n]) => n)
		.map(([n, code]) => `${n}${code.replace('-', ' ')} warning`)
		.sort();
};
is(await health(), wrong(), 'health');
fs.appendFileSync(path.join(vault, 'atoms/one_queue.md'),
	'[[no such]], [[none here]]\n');
await go(page, '#/new');
await page.evaluate(() => document.querySelector('#nav a').click());
await go(page, '#/note/atoms/one_queue.md');
await press('Pin');
await settle();
await go(page, '#/health');
is(await health(), wrong(), 'health: after a change');
await page.close();
page = await open(url, {width: 360, height: 740, theme: 'dark'});
for (const hash of ['#/', '#/note/atoms/one_queue.md', '#/review', '#/inbox',
	'#/new']) {
	await go(page, hash);
	ok(await page.evaluate(() => document.documentElement.scrollWidth) <=
		360, `phone: ${hash} fits`);
	await accessible(page, `phone, dark: ${hash}: axe`);
}
await page.close();
await done();
