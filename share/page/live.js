'use strict';
/*
 * live.js: what cx serve adds to the page.  Every action is a request that
 * runs a filter on the files; then the page reads them again.
 */
page.live = {chosen: new Set(), most: 0, back: 0, forth: 0, views: {__proto__: null,
	review: showReview, inbox: showInbox, new: showNew}, start: startLive, tools: noteTools,
box: chooseBox, data: fetchData, find: askSearch, image: async path => new Uint8Array(await
	(await ask('image', JSON.stringify({path}))).arrayBuffer()), findings: () => records('health'), state: '',
loading: Promise.resolve()};

/* --- requests --- */

async function ask(action, body)
{
	const to = location.pathname + location.search + (action ?
		'&do=' + action : '');
	const reply = await fetch(to, body === undefined ? {} :
		{method: 'POST', body, headers:
			{'Content-Type': 'application/json'}});

	if (!reply.ok)
		throw new Error(await reply.text());
	return reply;
}
/* The records that a filter has printed, and what it has said. */
async function records(action, body)
{
	const text = await (await ask(action, body)).text();
	const end = text.startsWith('\n') ? 0 : text.indexOf('\n\n') + 1;
	const list = text.slice(0, end).split('\n').filter(Boolean)
		.map(line => JSON.parse(line));

	list.said = text.slice(end).trim();
	return list;
}
/* The notes as they are now; cx serve sends the text of those that differ from
 * what the page has, as long as it knows that. */
async function fetchData()
{
	const reply = await ask('data&since=' + page.live.state);
	const bytes = new Uint8Array(await reply.arrayBuffer());
	let at = bytes.indexOf(10) + 1;
	const sizes = JSON.parse(decoder.decode(bytes.subarray(0, at)));

	page.live.state = reply.headers.get('Cx-State');
	return sizes.map(n => bytes.subarray(at, at += n));
}
/* What cx search finds; not for each letter of somebody who types. */
async function askSearch(query)
{
	await new Promise(done => setTimeout(done, 60));
	if ($('q').value !== query)
		throw new Error('asked something else');
	const all = $('over').checked || $('status').value !== '';
	const found = await records('search', JSON.stringify({query, all}));

	const known = list => list.map(r => page.byPath.get(r.path))
		.filter(i => i !== undefined);

	return Object.assign(known(found), {said: found.said.replace(
		/^[\w -]+: /gm, '').replace(/\n/g, ', '), partial: new Set(
		known(found.filter(r => r.partial)))});
}
/* Says it; what this page has changed can be undone. */
function tell(text, bad)
{
	$('told').textContent = text;
	$('told').className = bad ? 'error' : 'good';
	$('undo').hidden = !page.live.back;
	$('redo').hidden = !page.live.forth;
	$('message').hidden = false;
}

/* How many changes of this page are the last ones: back, and undone: forth. */
function count(action, change, before)
{
	const by = {undo: -1, redo: 1}[action], {back, forth} = page.live;

	page.live.back = action === 'normalize' ? 0 : (by ?? 1) +
		(before === page.live.change ? back : 0);
	page.live.forth = by ? forth - by : 0;
	page.live.change = change;
}
const step = action => act(action, JSON.stringify({undo: page.live.change}),
	action + 'ne');
/* Does it, says how it went, shows what the files are now. */
async function act(action, body, done)
{
	let status;

	document.body.setAttribute('aria-busy', 'true');
	try {
		const reply = await ask(action, body);
		let said = (await reply.text()).trim()
			.replace(/^[\w -]+: /gm, '');

		status = Number(reply.headers.get('Cx-Status'));
		if (/^(un|re)do$/.test(action) && !status)
			said = ''; /* which is for a terminal */
		if (reply.headers.get('Cx-Undo'))
			count(action, ...['Undo', 'Before'].map(h =>
				reply.headers.get('Cx-' + h)));
		/* In order: what comes differs from what is there. */
		await (page.live.loading = page.live.loading.then(reload,
			reload));
		tell(status ? said || 'It failed.' : done + (said ?
			'; ' + said : ''), status);
	} catch (e) {
		tell('cx serve does not answer: ' + e.message.trim(), true);
	} finally {
		document.body.removeAttribute('aria-busy');
	}
	return status === 0;
}
/* The data of the files as they are; who works with the keyboard goes on
 * where they were. */
async function reload()
{
	try {
		load(await fetchData());
	} catch (e) {
		page.live.state = ''; /* all of it, next time */
		throw e;
	}
	const tops = ['view', 'main'].map(id => $(id).scrollTop);
	const all = () => [...$('view').querySelectorAll(
		'a, button, input, select')];
	const at = all().indexOf(document.activeElement);

	refresh();
	['view', 'main'].forEach((id, i) => $(id).scrollTop = tops[i]);
	all().slice(0, at + 1).pop()?.focus({preventScroll: true});
}
const edit = (list, change, done) => act('edit', JSON.stringify(list.map(i =>
	({path: page.meta.notes[i].path, ...change}))), done);
const day = new Date().toISOString().slice(0, 10);
const today = {updated: day};
const CHANGES = {archive: {set: {status: 'archived', ...today}}, restore: {set:
	{status: 'active', ...today}}, pin: {set: {pinned: true}}, unpin:
	{unset: ['pinned']}, reviewed: {set: {reviewed: day}}};

/* --- one note --- */

function noteTools(i)
{
	const note = page.meta.notes[i], path = note.path;
	const status = statusOf(note);

	return el('details', {class: 'tools', open: page.live.open === path,
		ontoggle: e => page.live.open = e.target.open ? path : null},
	el('summary', {}, 'Actions'), el('div', {class: 'bar', role: 'group',
		'aria-label': 'Actions'},
	el('label', {}, 'Status ', statusSelect(status, s => edit([i],
		{set: {status: s, ...today}}, `${path} is ${s}`))),
	el('label', {}, 'Tags ', el('input', {id: 'edit-tags', value:
		(note.tags || []).join(', '), onchange: e => edit([i], {set:
		{tags: e.target.value.split(/[,\s]+/).map(t =>
		t.replace(/^#/, '')).filter(Boolean), ...today}},
		`${path} has these tags`)})),
	[note.pinned ? 'unpin' : 'pin', status === 'archived' ? 'restore' :
		'archive', 'reviewed'].map(what => button(capital(what), () =>
		edit([i], CHANGES[what], `${what}: ${path}`))),
	el('form', {class: 'bar', onsubmit: e => {
		e.preventDefault();
		const by = page.byPath.get(e.target.elements.by.value);

		if (by === undefined || by === i)
			tell('No other note has this path.', true);
		else
			act('supersede', JSON.stringify({old: path, new: page
				.meta.notes[by].path, reason: e.target
				.elements.reason.value}), `${path} is superseded`);
	}}, el('label', {}, 'Superseded by ', el('input', {name: 'by',
		list: 'paths', placeholder: 'path of a note'})),
	el('label', {}, 'because ', el('input', {name: 'reason'})),
	el('button', {}, 'Supersede'))));
}
function statusSelect(now, onchange)
{
	const all = Object.keys(page.meta.status).filter(s =>
		s !== 'superseded');

	return el('select', {class: 'status', onchange: e =>
		onchange(e.target.value)}, [...new Set([now, ...all])].map(s =>
		el('option', {value: s, selected: s === now}, s)));
}

/* --- many notes --- */

function chooseBox(i)
{
	const path = page.meta.notes[i].path, {chosen} = page.live;

	return el('input', {type: 'checkbox', 'aria-label': 'Select ' +
		nameOf(i), checked: chosen.has(path), onchange: e => {
		chosen[e.target.checked ? 'add' : 'delete'](path);
		showBulk();
	}});
}
function showBulk()
{
	const {chosen} = page.live;
	const list = [...chosen].map(p => page.byPath.get(p))
		.filter(i => i !== undefined);
	const value = el('input', {id: 'bulk-value', 'aria-label':
		'Tag or status', hidden: true});
	const what = el('select', {id: 'bulk-what', 'aria-label': 'Action',
		onchange: () => value.hidden = !/tag|status/.test(what.value)},
		[...Object.keys(CHANGES), 'add tag', 'remove tag', 'status']
			.map(w => el('option', {}, w)));

	const choose = on => {
		document.body.classList.toggle('choosing', on);
		page.live.choosing = on;
		chosen.clear();
		showResults();
	};

	$('bulk').hidden = !page.found.length;
	$('bulk').replaceChildren(...page.live.choosing ? [
		button('Done', () => choose(false)),
		button(`Select all ${page.found.length}`, () => {
			for (const note of page.found)
				chosen.add(page.meta.notes[note].path);
			showResults();
		}), ...list.length ? [what, value, button('Apply to ' +
			list.length, () => bulk(list, what.value, value.value
			.trim()), {class: 'main', id: 'bulk-do'})] : []] :
		[button('Select', () => choose(true))]);
}
async function bulk(list, what, value)
{
	const changes = {...CHANGES, 'add tag': {add: {tags: [value]}, set:
		today}, 'remove tag': {remove: {tags: [value]}, set: today},
	status: {set: {status: value, ...today}}};

	if (/tag|status/.test(what) && !value) {
		tell(`Enter a ${what.split(' ').pop()}.`, true);
		return;
	}
	page.live.chosen.clear();
	await edit(list, changes[what], `${what}: ${some(list.length,
		'note')}`);
}

/* --- views --- */

function showReview()
{
	const notes = page.meta.notes;
	const all = allDue(), due = all.filter(accepts(true));
	const most = page.live.most = Math.max(page.live.most, all.length);
	const decide = (i, decision) => {
		const {path, type, expires} = notes[i];

		return act('review', JSON.stringify({path, type, expires, decision}),
			`${decision}: ${path}`);
	};
	/* What there is to decide by: the text, when it is opened. */
	const text = i => el('details', {class: 'tools', ontoggle: e =>
		e.target.children.length > 1 || e.target.append(
			el('article', {}, clean(i)))},
	el('summary', {}, 'Text'));

	return el('div', {}, el('h2', {}, 'Review'), most ? el('p',
		{class: 'meta'}, `${due.length} left` + (most > all.length ?
			`, ${most - all.length} of ${most} done` : '')) : null,
	due.length ? longList(due, i => el('li', {class: 'card'},
		linkTo(i), el('div', {class: 'meta'}, `${dueOf(notes[i])} ` +
			`\u00b7 ${notes[i].path}`), el('div', {class: 'text',
			dir: 'auto'}, snippet(i, [])), text(i),
		el('div', {class: 'bar', role: 'group', 'aria-label': 'Decide: '
			+ nameOf(i)}, ['keep', 'archive', 'resolve'].map(d =>
			button(capital(d), () => decide(i, d))))), 50) :
		el('p', {class: 'good'}, 'Nothing to review.'));
}

function showInbox()
{
	const list = el('div', {}, 'Loading \u2026');
	const text = el('textarea', {id: 'capture', rows: 4, cols: 60,
		'aria-label': 'Text for the inbox', placeholder:
		'Something to remember; it becomes a note later'});
	const turn = button('Turn into notes', () => act('normalize', '',
		'the inbox was turned into notes'), {hidden: true});
	const show = async () => {
		const waiting = await records('inbox');

		turn.hidden = !waiting.length;
		list.replaceChildren(waiting.length ? el('ul',
			{class: 'rows'}, waiting.map(eventOf)) :
			'The inbox is empty.',
		el('p', {class: 'meta'}, waiting.said));
	};

	show().catch(e => tell(e.message, true));
	return el('div', {}, el('h2', {}, 'Inbox'), text, el('div',
		{class: 'bar'}, button('Save to inbox', () =>
			text.value.trim() && act('capture', JSON.stringify(
				{text: text.value + '\n'}), 'saved'),
		{class: 'main'}), turn), list);
}
/* Its text, under where it is from and when it came. */
function eventOf(r)
{
	const time = r.extra?.timestamp ?? '';
	const facts = [time.slice(0, 16).replace('T', ' ') + (time && ' UTC'),
		r.type, r.project, ...r.tags.map(t => '#' + t), r.path];

	return el('li', {}, el('div', {class: 'meta'}, facts.filter(known)
		.join(' \u00b7 ')), el('pre', {tabindex: 0,
		dir: 'auto'}, r.body.trim().replace(/^## Raw Content\n+/, '')));
}

/* A draft stays in the browser until it is a note. */
function showNew()
{
	const draft = JSON.parse(kept('cx-draft') || '{}');
	const field = (name, make) => el('label', {}, capital(name), ' ', make);
	const types = Object.keys(page.meta.types);
	const projects = [...new Set([...page.meta.projects.names || [],
		...page.meta.notes.map(n => n.project)])].filter(known).sort();
	const choose = (name, all, now) => el('select', {name}, all.map(v =>
		el('option', {value: v, selected: v === now}, v || 'default')));
	const form = el('form', {id: 'new', oninput: () => kept('cx-draft',
		JSON.stringify(Object.fromEntries(new FormData(form)))),
	onsubmit: async e => {
		e.preventDefault();
		const {name, type, project, tags, body} = Object.fromEntries(
			new FormData(form)), was = page.byPath;
		const record = {name, type, body: body + '\n', tags:
			tags.split(/[,\s]+/).filter(Boolean)};

		if (project)
			record.project = project;
		if (await act('new', JSON.stringify(record), `created: ${name}`)) {
			kept('cx-draft', '');
			const made = page.meta.notes.findIndex(n =>
				!was.has(n.path));
			location.hash = made < 0 ? '#/' : hrefOf(made);
		}
	}},
	field('name', el('input', {name: 'name', required: true, size: 40,
		value: draft.name || ''})),
	field('type', choose('type', types, draft.type || 'insight')),
	field('project', choose('project', ['', ...projects], draft.project ??
		$('project').value)),
	field('tags', el('input', {name: 'tags', value: draft.tags || ''})),
	field('text', el('textarea', {name: 'body', rows: 12, cols: 70,
		required: true}, draft.body || '')),
	el('button', {class: 'main'}, 'Create note'));

	return el('div', {}, el('h2', {}, 'New note'), form);
}

function startLive()
{
	$('nav').append(el('a', {href: '#/review'}, 'Review'), el('a',
		{href: '#/inbox'}, 'Inbox'), el('a', {href: '#/new'}, 'New'));
	$('main').before(el('div', {id: 'message', class: 'bar', hidden: true},
		el('p', {id: 'told', role: 'status'}), button('Undo', () =>
			step('undo'), {id: 'undo'}), button('Redo', () =>
			step('redo'), {id: 'redo'})));
	$('count').after(el('div', {id: 'bulk', class: 'bar'}));
	document.body.append(el('datalist', {id: 'paths'}));
	page.searched = showBulk;
	page.loaded = () => {
		$('paths').replaceChildren(...page.meta.notes.slice(0, 2000)
			.map(n => el('option', {value: n.path}, n.name)));
	};
	/* Which project one works in is remembered. */
	page.loaded();
	fillFilters();
	$('project').value = kept('cx-project') || '';
	$('project').addEventListener('input', () => kept('cx-project',
		$('project').value));
}
