// prism.mjs: writes share/page/prism.js, which colours the code in notes.
//
//	npm install prismjs && node tests/tools/prism.mjs >share/page/prism.js
//
// It is the core of Prism (MIT) and those of its languages that the code blocks
// of public vaults most often name.  The first line says whose it is, the second
// what cx site looks for in notes: the names of the languages.
import fs from 'node:fs';
import { createRequire } from 'node:module';
import vm from 'node:vm';

const require = createRequire(process.cwd() + '/');
const package_ = require.resolve('prismjs/package.json');
const { version } = JSON.parse(fs.readFileSync(package_, 'utf8'));
/* What one needs comes before it. */
const parts = ('core markup css clike javascript typescript bash shell-session ' +
	'json yaml python sql go java c cpp rust ruby toml ini diff docker ' +
	'makefile powershell').split(' ');
const more = { console: 'shell-session', zsh: 'bash', ksh: 'bash', jsx:
	'javascript', mjs: 'javascript', tsx: 'typescript', h: 'c', 'c++': 'cpp',
golang: 'go', rs: 'rust', make: 'makefile', conf: 'ini', jsonc: 'json',
jsonl: 'json', ndjson: 'json', patch: 'diff', ps1: 'powershell' };

const code = ['var Prism={manual:true}', ...parts.map(name => fs.readFileSync(
	package_.replace('package.json', `components/prism-${name}.min.js`),
	'utf8').trim()), `Object.entries(${JSON.stringify(more)}).forEach(([a,l])` +
	'=>Prism.languages[a]=Prism.languages[l])'].join(';').replace(/\n/g, ';');
/* In a page, after <!-- these would hide its end. */
if (/<\/?script/i.test(code))
	throw new Error('a tag in the code');
const page = vm.createContext({ document: undefined });
vm.runInContext(code, page);
const { languages } = vm.runInContext('Prism', page);
const names = Object.keys(languages).filter(name => typeof languages[name] ===
	'object' && !/^plain|^te?xt$/.test(name));

console.log(`// Prism ${version}, Copyright (c) 2012 Lea Verou, MIT license, ` +
	'see LICENSE; made by tests/tools/prism.mjs');
console.log('// ' + names.join('|').replace(/\+/g, '[+]'));
console.log(code);
