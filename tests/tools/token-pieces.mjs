// token-pieces.mjs: writes share/token-pieces, the table of tokens.h: the bytes
// of each piece and a newline, in order of bytes.
//
//	npm install gpt-tokenizer && node tests/tools/token-pieces.mjs >share/token-pieces
//
// A piece is a byte string that is one token both in o200k_base and in
// cl100k_base (MIT, OpenAI's tiktoken, as the npm package gpt-tokenizer ships
// them).  The rank of a token in cl100k is the order in which it was learned,
// and so a measure of how common it is: words up to the first limit, other
// ASCII up to the second, and all that is beyond ASCII, as it is little.
// Digits need no table: up to three are one token in both.
import fs from 'node:fs';
import { createRequire } from 'node:module';

const WORDS = 30000, OTHERS = 25000, LONGEST = 24;
const at = createRequire(process.cwd() + '/').resolve('gpt-tokenizer/package.json');
const data = at.replace(/package\.json$/, 'data/');

function vocabulary(name) {
	const ranks = new Map();
	for (const line of fs.readFileSync(data + name + '.tiktoken', 'utf8').split('\n')) {
		const [text, rank] = line.split(' ');
		if (text)
			ranks.set(Buffer.from(text, 'base64').toString('latin1'), Number(rank));
	}
	return ranks;
}

const o200k = vocabulary('o200k_base');
const pieces = [];
for (const [text, rank] of vocabulary('cl100k_base')) {
	const ascii = /^[\x00-\x7f]+$/.test(text);
	const word = /^ ?[A-Za-z]+$/.test(text);
	if (!o200k.has(text) || text.length < 2 || text.length > LONGEST ||
	    /[\n\r\0]/.test(text) || (ascii && /[0-9]/.test(text)) ||
	    (ascii && rank > (word ? WORDS : OTHERS)))
		continue;
	pieces.push(text);
}
pieces.sort((a, b) => (a < b ? -1 : a > b ? 1 : 0)); // by bytes

process.stdout.write(Buffer.from(pieces.join('\n') + '\n', 'latin1'));
