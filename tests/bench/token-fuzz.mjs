// token-fuzz.mjs COUNTER N SEED [FILE...]: compares N strings of all kinds, made
// from SEED and from what FILEs have, with gpt-tokenizer: scripts, emoji, runs
// of blanks, digits and signs, changed case, base64, long words, random bytes.
// COUNTER is build/unit/test-tokens.  A count below the larger one of the two
// tokenizers is printed, and the status is then 1.  With - as COUNTER strings
// and counts are printed, as tests/tokens/strings.ndjson has them.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { countTokens as o } from 'gpt-tokenizer/encoding/o200k_base';
import { countTokens as c } from 'gpt-tokenizer/encoding/cl100k_base';
const [counter, total, seed, ...files] = process.argv.slice(2);
const state = BigInt(seed) * 0x9E3779B97F4A7C15n & 0xFFFFFFFFFFFFFFFFn;
let a = Number(state & 0xFFFFFFFFn) | 1, b = Number(state >> 32n);
function u32() { a ^= a << 13; a ^= a >>> 17; a ^= a << 5; b = (Math.imul(b, 1664525) + 1013904223) | 0; return (a + b) >>> 0; }
const below = (n) => u32() % n;
const pick = (v) => v[below(v.length)];
const corpus = files.map((f) => fs.readFileSync(f, 'utf8').replaceAll('\0', ''));
const ranges = [[0x20,0x7e],[0x20,0x7e],[0xa0,0x24f],[0x370,0x52f],[0x590,0x6ff],[0x900,0xdff],[0xe00,0xeff],[0x1100,0x11ff],[0x1e00,0x206f],[0x20a0,0x2bff],[0x3000,0x30ff],[0x4e00,0x9fff],[0xac00,0xd7a3],[0xfe00,0xffef],[0x1f000,0x1faff],[0x10000,0x10fff],[0xe0000,0xe01ff],[0x1d400,0x1d7ff],[0,0x2ff],[0x300,0x36f]];
const ch = () => { const [l,h] = pick(ranges); let x = l + below(h - l + 1); return x === 0 ? 'a' : String.fromCodePoint(x); };
const fixed = ["世","界","世界","长","😀","🎉","👩‍👩‍👧","🏳️‍🌈","x","xxx"," ","  ","    ","\n","\r\n","\t","\u00a0","\u3000","\ufeff","\u0085","\u2028","a","Numbat","的","日本","語","あ","한국","é","e\u0301","1","23","2026-05-01","3.14",".","...","> ","…","\"","''","'s","'S","'ll","'LL","'Re","ſ","'ſ",":","//","/","/\n","--","---","====","**","__","```","#","##"," #","[[","]]","](","http://","https://www.","</div>","<b>","{\"","\":","\",","();","->","=>","!=","&&","||","camelCase","HTMLParser","XMLHttpRequest","ABCdef","abcDEF","İ","ß","ﬁ","ǅ","ʰ","ª","ـ","ﷺ","²","Ⅳ","①","٣","߁","\u200d","\ufe0f","\u0301","\u202e","\u200b"];
const words = corpus.length ? corpus.join(' ').split(/\s+/).filter((w) => w.length) : ['deploy'];
const b64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/=';
function caseMess(s) { return [...s].map((x) => below(3) ? x : below(2) ? x.toUpperCase() : x.toLowerCase()).join(''); }
function one() {
	const kind = below(12), n = 1 + below(below(8) ? 30 : 300);
	let s = '';
	switch (kind) {
	case 0: { const k = 1 + below(6), sub = Array.from({length: k}, () => pick(fixed)); for (let i = 0; i < n; i++) s += sub[below(k)]; break; }
	case 1: for (let i = 0; i < n; i++) s += ch(); break;
	case 2: { const [l,h] = pick(ranges); for (let i = 0; i < n; i++) { const x = l + below(h-l+1); s += String.fromCodePoint(x || 97); } break; }
	case 3: if (corpus.length) { const t = pick(corpus), i = below(t.length); s = t.slice(i, i + n * 4); } break;
	case 4: for (let i = 0; i < n; i++) s += caseMess(pick(words)) + (below(3) ? ' ' : ''); break;
	case 5: for (let i = 0; i < n * 3; i++) s += b64[below(64)]; break;
	case 6: for (let i = 0; i < n; i++) s += pick([' ','\n','\r','\t','  ','\r\n','\n\n','\v','\f','\u00a0','a','.','/']); break;
	case 7: for (let i = 0; i < n; i++) s += '!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~'[below(32)].repeat(1 + below(below(4) ? 2 : 40)); break;
	case 8: for (let i = 0; i < n; i++) s += below(1e9).toString(pick([2,8,10,16,36])) + pick(['',' ','.',',','-',':']); break;
	case 9: { for (let i = 0; i < n * 2; i++) s += below(3) ? 'abcdefghijklmnopqrstuvwxyz'[below(26)] : pick(words); break; }
	case 10: for (let i = 0; i < n; i++) s += pick([() => pick(fixed), ch, () => pick(words), () => ' '])(); break;
	case 11: { const buf = Buffer.from(Array.from({length: n}, () => 1 + below(255))); s = buf.toString('utf8'); break; }
	}
	if (below(10) === 0) { const v = [...s]; for (let i = 0; i < 3 && v.length; i++) v.splice(below(v.length), 1, ch()); s = v.join(''); }
	return s.replaceAll('\0', '').toWellFormed();
}
let under = 0, over = 0, excess = 0, sum = 0, done = 0;
for (let i = 0; counter === '-' && i < +total; i++) {
	const s = one();
	if ([...s].length <= 100)
		console.log(JSON.stringify({ tokens: Math.max(o(s), c(s)), text: s }));
}
while (counter !== '-' && done < +total) {
	const batch = Array.from({ length: Math.min(20000, total - done) }, one);
	const got = execFileSync(counter, ['--count'], { input: batch.map((s) => s + '\0').join(''), maxBuffer: 1 << 28 }).toString().split('\n');
	batch.forEach((s, i) => {
		const most = Math.max(o(s), c(s));
		sum += most;
		over += got[i] > most;
		excess += Math.max(0, got[i] - most);
		if (got[i] < most && under++ < 10)
			console.log(`${got[i]} for ${most}: ${JSON.stringify(s)}`);
	});
	done += batch.length;
}
if (counter !== '-')
	console.log(`${done} strings, ${sum} tokens: ${under} under, ${over} over by ${excess}`);
process.exit(under ? 1 : 0);
