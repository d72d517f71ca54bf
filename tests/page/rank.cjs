// rank.cjs [--over] PAGE QUERIES [TOP]: searches as the page does, without a
// browser; with --over also what is over.
// QUERIES is NDJSON with qid and query, or one query a line; prints qid, score
// and path.
'use strict';
const fs = require('fs'), path = require('path'), zlib = require('zlib');
const {cxRank} = require(path.join(__dirname, '../../share/page/rank.js'));

const over = process.argv[2] === '--over' && process.argv.splice(2, 1);
const page = fs.readFileSync(process.argv[2]).toString('latin1');
const data = id => zlib.inflateSync(Buffer.from(
	new RegExp(`id="${id}">([^<]*)<`).exec(page)[1]
		.replace(/=([^])/g, (_, c) => String.fromCharCode(
			(c.charCodeAt(0) - 64) & 255)), 'latin1'));
const meta = JSON.parse(data('cx-notes')), texts = data('cx-texts');
const at = [];
let sum = 0;
for (const {sizes: [body, html]} of meta.notes) {
	at.push([sum, sum + body]);
	sum += body + html;
}
const rank = cxRank(meta, data('cx-terms'), i =>
	texts.subarray(...at[i]).toString());
const top = Number(process.argv[4] ?? 10);
for (const line of fs.readFileSync(process.argv[3], 'utf8').split('\n')) {
	if (!line)
		continue;
	const {qid, query} = line[0] === '{' ? JSON.parse(line) :
		{qid: line, query: line};
	const found = rank.search(query, i => over || !rank.isOver(i));

	for (const {note, score} of found.slice(0, top))
		console.log([qid, Math.floor((score * 1e6 + 2 ** 19) /
			2 ** 20), meta.notes[note].path].join('\t'));
}
