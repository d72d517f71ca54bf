// rank.cjs [--over] PAGE QUERIES [TOP]: searches as the page does, without a
// browser; with --over also what is over.
// QUERIES is NDJSON with qid and query, or one query a line; prints qid and path.
// rank.cjs PAGES prints the notes; PAGES is what cx-page --raw printed, and,
// after commas, what it printed later with --since.
'use strict';
const fs = require('fs'), path = require('path'), zlib = require('zlib');
const own = name => require(path.join(__dirname, '../../share/page', name));
const {cxNotes, cxLife, cxWords} = own('notes.js');
const {cxSearch} = own('rank.js');

const over = process.argv[2] === '--over' && process.argv.splice(2, 1);
function dataOf(file)
{
	const bytes = fs.readFileSync(file), page = bytes.toString('latin1');
	let at = bytes.indexOf(10) + 1;

	if (page.startsWith('['))
		return JSON.parse(page.slice(0, at)).map(n =>
			bytes.subarray(at, at += n));
	return ['cx-notes', 'cx-terms', 'cx-texts'].map(id => zlib.inflateSync(
		Buffer.from(new RegExp(`id="${id}">([^<]*)<`).exec(page)[1]
			.replace(/=([^])/g, (_, c) => String.fromCharCode(
				(c.charCodeAt(0) - 64) & 255)), 'latin1')));
}
const meta = process.argv[2].split(',').reduce((before, file) =>
	cxNotes(dataOf(file), before), null);
if (!process.argv[3]) {
	const pathOf = i => meta.notes[i]?.path ?? null;

	/* Targets of the HTML are numbered as one likes. */
	for (const {sizes, counts, to, links, body, html, ...note} of
		meta.notes) {
		note.links = links.map(pathOf);
		note.texts = [body, html].map(b => b.toString())
			.join('').replace(/data-n="(\d+)"/g, (_, n) => pathOf(to[n]));
		console.log(JSON.stringify(Object.entries(note).sort()));
	}
	process.exit();
}
const life = cxLife(meta);
const find = cxSearch(meta, cxWords(meta), life, i =>
	meta.notes[i].body.toString());
const top = Number(process.argv[4] ?? 10);
for (const line of fs.readFileSync(process.argv[3], 'utf8').split('\n')) {
	if (!line)
		continue;
	const {qid, query} = line[0] === '{' ? JSON.parse(line) :
		{qid: line, query: line};
	const found = find(query, i => over || !life.isOver(i));

	for (const i of found.slice(0, top))
		console.log([qid, meta.notes[i].path].join('\t'));
}
