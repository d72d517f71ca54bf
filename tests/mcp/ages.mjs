// ages.mjs ENTRIES BIN REPOSITORY: entries of clients, started as these do: with
// little of an environment, in /, at home or in a repository.
import { readFileSync } from 'node:fs';
import { check, done } from './check.mjs';

const entries = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const env = { HOME: process.env.HOME,
	PATH: `/usr/bin:/bin:${process.argv[3]}` };
for (const name of ['ASAN_OPTIONS', 'TMPDIR'])
	if (process.env[name])
		env[name] = process.env[name];
const places = ['/', process.env.HOME, process.argv[4]];

async function use(sdk, entry, cwd, text, work) {
	const { Client } = await import(`${sdk}/client/index.js`);
	const { StdioClientTransport } = await import(`${sdk}/client/stdio.js`);
	const client = new Client({ name: 'ages.mjs', version: '1' },
		{ capabilities: {} });
	let failed = null;

	try {
		await client.connect(new StdioClientTransport(
			{ ...entry, env, cwd, stderr: 'ignore' }));
		await work(client);
	} catch (e) {
		failed = `${e}`;
	}
	await client.close().catch(() => {});
	return [text, failed];
}
function say([text, failed]) {
	check(!failed, text, failed);
}

check(entries.length === 8, 'eight clients', entries);
const content = (n) => `The build of Shop ${n} needs Node ${n} because the ` +
	`old client ran out of memory at ${n}00 MB.`;
let n = 20;
for (const sdk of ['sdk-1.7', 'sdk-1.12', 'sdk-1.17',
	'@modelcontextprotocol/sdk']) {
	const { version } = JSON.parse(readFileSync(new URL(
		`node_modules/${sdk}/package.json`, import.meta.url), 'utf8'));

	n++;
	say(await use(sdk, entries[2], places[n % 3],
		`SDK ${version}: saves, and finds it`, async (client) => {
			const list = await client.listTools();
			const names = list.tools.map((t) => t.name);
			const call = async (name, args) => {
				const r = await client.callTool(
					{ name, arguments: args });
				if (r.isError)
					throw new Error(r.content[0].text);
				return r.content[0].text;
			};

			if (!names.includes('save_memory'))
				throw new Error(names.join(' '));
			await call('save_memory', { content: content(n),
				type: 'decision',
				reason: 'Asked for every few weeks' });
			const text = await call('search_memories',
				{ query: `Shop ${n}` });
			if (!text.includes(`Shop ${n}`))
				throw new Error(text);
		}));
}
for (const [i, entry] of entries.entries())
	for (const cwd of places)
		say(await use('@modelcontextprotocol/sdk', entry, cwd,
			`entry ${i} in ${cwd}`, async (client) => {
				const r = await client.callTool({
					name: 'memory_status',
					arguments: { project: '*' } });
				const { atoms } = r.structuredContent;
				if (!(atoms >= 1))
					throw new Error(JSON.stringify(r));
			}));
done();
