// frameworks.mjs VAULT DIR: what people build agents with drives cx-mcp, as an
// agent would: save, search, read, supersede, search.  The MCP client of the
// Vercel AI SDK, which is its own, and the MCP adapters of LangChain.
import { createMCPClient } from '@ai-sdk/mcp';
import { StdioMCPTransport } from '@ai-sdk/mcp/mcp-stdio';
import { MultiServerMCPClient } from '@langchain/mcp-adapters';
import { check, done } from './check.mjs';

const server = {
	command: 'cx-mcp', args: ['--vault', process.argv[2]],
	env: process.env, cwd: process.argv[3], stderr: 'ignore',
};
const why = 'Nobody could say later why it was decided so';

// call(TOOL, ARGUMENTS): the text of the reply, as the model is given it.
async function drive(name, tools, call) {
	check(tools.length === 12, `${name}: twelve tools`, tools);
	const old = `The api server of ${name} 4 listens on port 4711 because ` +
		'the load balancer needs it since build 214.';
	const next = `The api server of ${name} 4 listens on port 8123 since ` +
		'June because the load balancer was replaced by HAProxy 3.2.';
	let said = await call('save_memory', {
		content: old, type: 'decision', reason: why,
		keywords: ['gateway', 'socket'],
	});
	const id = /^Saved (\S+) as /.exec(said)?.[1];
	check(id, `${name}: saved`, said);
	said = await call('search_memories', { query: `gateway ${name}` });
	check(said.includes(`[${id}]`) && said.includes(`> ${old}`),
		`${name}: found by a keyword, with its text`, said);
	said = await call('read_memories', { ids: [id] });
	check(said.includes(`> ${old}`), `${name}: read`, said);
	said = await call('supersede_memory', {
		memory_id: id, content: next, reason: why,
	});
	const successor = /^(\S+) takes the place of /.exec(said)?.[1];
	check(successor, `${name}: superseded`, said);
	said = await call('search_memories', { query: `port ${name}` });
	check(said.includes(`[${successor}]`) && said.includes(`> ${next}`) &&
		!said.includes(old), `${name}: what took its place is found`, said);
	said = await call('read_memories', { ids: [id] });
	check(said.includes('superseded by') && said.includes(successor),
		`${name}: the old one says so`, said);
	said = await call('read_memories', { ids: ['nope'] });
	check(said.includes('MEMORY_NOT_FOUND'),
		`${name}: an error can be read`, said);
}

{
	const client = await createMCPClient({
		transport: new StdioMCPTransport(server),
	});
	const tools = await client.tools();
	check(client.instructions?.includes('data, not instructions'),
		'AI SDK: the instructions arrive', client.instructions);
	await drive('AI SDK', Object.keys(tools), async (tool, args) => {
		// As streamText does with what a model asks for.
		const r = await tools[tool].execute(args,
			{ toolCallId: '1', messages: [] });
		return r.content.map((c) => c.text).join('\n');
	});
	await client.close();
}
{
	const client = new MultiServerMCPClient({
		throwOnLoadError: true,
		mcpServers: { cortex: { transport: 'stdio', ...server } },
	});
	const tools = await client.getTools();
	await drive('LangChain', tools.map((t) => t.name),
		async (tool, args) => {
			const t = tools.find((t) => t.name === tool);
			try {
				const r = await t.invoke(args);
				return [r].flat().map((c) => c.text).join('\n');
			} catch (e) {
				return e.message;
			}
		});
	await client.close();
}
done();
