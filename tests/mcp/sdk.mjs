// sdk.mjs VAULT: the official TypeScript SDK drives every tool; its version 1
// with a handshake, its version 2 without.
import { isDeepStrictEqual } from 'node:util';
import { check, done } from './check.mjs';

function equal(got, want, text) {
	check(isDeepStrictEqual(got, want), text, got, want);
}

const server = {
	command: 'cx-mcp', args: ['--vault', process.argv[2]],
	env: process.env, cwd: process.argv[3], stderr: 'ignore',
};
const me = { name: 'sdk.mjs', version: '1' };
const why = 'Nobody could say later why it was decided so';

async function drive(client, name, n) {
	const tools = (await client.listTools()).tools;
	equal(tools.length, 12, `${name}: twelve tools`);
	const used = new Set();
	async function call(tool, args) {
		used.add(tool);
		const r = await client.callTool({ name: tool, arguments: args });
		return r;
	}
	async function good(tool, args) {
		const r = await call(tool, args);
		check(!r.isError && r.content[0].type === 'text' &&
			typeof r.structuredContent === 'object',
			`${name}: ${tool}`, r);
		return r.structuredContent;
	}
	const saved = await good('save_memory', {
		content: `Build ${n} of the api server needs Node ${n} because ` +
			`the ${name} client ran out of memory at ${n} MB.`,
		type: 'decision', reason: why, tags: [`t${n}`], importance: 7,
	});
	const found = await good('search_memories', { query: `t${n} memory` });
	equal(found.memories[0].id, saved.id, `${name}: found`);
	equal((await good('list_projects', {})).projects[0].name, 'sdk',
		`${name}: project`);
	equal((await good('update_memory', {
		memory_id: saved.id, importance: 9, expires: '2030-01-01',
	})).changed, { importance: 9, expires: '2030-01-01' },
	`${name}: changed`);
	const next = await good('supersede_memory', {
		memory_id: saved.id, reason: why,
		content: `Build ${n} of the api server needs Bun ${n} since ` +
			`June, because Node leaked ${n} MB an hour in production.`,
	});
	equal(next.old_id, saved.id, `${name}: superseded`);
	await good('edit_memory', {
		memory_id: next.new_id, operation: 'append',
		content: `Checked again on server db${n} in July.`,
	});
	const read = await good('read_memories', { ids: [saved.id] });
	check(JSON.stringify(read).includes(next.new_id),
		`${name}: the old one says what superseded it`);
	check((await good('get_memories', { budget: 2000 })).shown > 0,
		`${name}: shown`);
	check((await good('recall', { limit: 5 })).memories.length > 0,
		`${name}: recalled`);
	check((await good('capture', { type: 'manual', content: name })).event,
		`${name}: captured`);
	check((await good('memory_status', {})).index.fresh, `${name}: fresh`);
	equal((await good('delete_memory', { memory_id: next.new_id })).status,
		'archived', `${name}: archived`);
	const r = await call('delete_memory', { memory_id: 'nope' });
	equal([r.isError, r.structuredContent.error.code],
		[true, 'MEMORY_NOT_FOUND'], `${name}: an error of a tool`);
	let thrown = null;
	try {
		await call('no_such_tool', {});
	} catch (e) {
		thrown = e.code;
	}
	equal(thrown, -32602, `${name}: an error of the protocol`);
	used.delete('no_such_tool');
	equal(tools.map((t) => t.name).filter((t) => !used.has(t)), [],
		`${name}: every tool was used`);
}

{
	const { Client } =
		await import('@modelcontextprotocol/sdk/client/index.js');
	const { StdioClientTransport } =
		await import('@modelcontextprotocol/sdk/client/stdio.js');
	const client = new Client(me);
	await client.connect(new StdioClientTransport(server));
	equal(client.getServerVersion().name, 'cx-mcp', 'SDK 1: connected');
	await client.ping();
	await drive(client, 'SDK 1', 21);
	await client.close();
}
{
	const { Client } = await import('@modelcontextprotocol/client');
	const { StdioClientTransport } =
		await import('@modelcontextprotocol/client/stdio');
	const client = new Client(me, { versionNegotiation: { mode: 'auto' } });
	await client.connect(new StdioClientTransport(server));
	equal(client.getNegotiatedProtocolVersion(), '2026-07-28',
		'SDK 2: connected without a handshake');
	await drive(client, 'SDK 2', 34);
	await client.close();
}
done();
