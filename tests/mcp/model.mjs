// model.mjs SCRIPT REQUESTS: a model on the loopback address, for agents.
// SCRIPT is JSON, a list of turns: {tool, arguments} or {text}.  Each request
// that has tools is answered with the next turn, in the form of Anthropic's
// Messages API or of OpenAI's Responses API.  It prints its port, appends what
// it was asked to REQUESTS, a line each, and what tools gave it to standard
// error.
import { createServer } from 'node:http';
import { appendFileSync, readFileSync } from 'node:fs';

const script = JSON.parse(readFileSync(process.argv[2], 'utf8'));
let at = 0;

// The name by which the client offers a tool, such as mcp__cortex__recall.
function offered(tools, name) {
	const ends = (t) => (t.name === name || t.name?.endsWith(`__${name}`));
	for (const t of tools ?? []) {
		if (ends(t))
			return { name: t.name };
		for (const of of t.tools ?? [])
			if (ends(of))
				return { name: of.name, namespace: t.name };
	}
	return null;
}

function next(tools, results) {
	for (const r of results)
		console.error(JSON.stringify(r));
	const turn = script[at] ?? { text: 'No more turns.' };
	if (!turn.tool) {
		at++;
		return turn;
	}
	const tool = offered(tools, turn.tool);
	if (!tool)
		return { text: `There is no tool ${turn.tool} among ` +
			`${(tools ?? []).map((t) => t.name).join(' ')}.` };
	at++;
	return { ...turn, ...tool, id: `call_${at}` };
}

function send(res, events, named) {
	res.writeHead(200, { 'content-type': 'text/event-stream' });
	for (const e of events)
		res.write(`${named ? `event: ${e.type}\n` : ''}data: ` +
			`${JSON.stringify(e)}\n\n`);
	res.end();
}

function anthropic(body, res) {
	const last = body.messages.at(-1).content;
	const results = Array.isArray(last) ?
		last.filter((c) => c.type === 'tool_result') : [];
	// Side questions, such as one for a title, have no tools.
	const turn = body.tools?.length ?
		next(body.tools, results) : { text: 'A title' };
	const block = turn.name ?
		{ type: 'tool_use', id: turn.id, name: turn.name, input: {} } :
		{ type: 'text', text: '' };
	const delta = turn.name ?
		{ type: 'input_json_delta',
			partial_json: JSON.stringify(turn.arguments) } :
		{ type: 'text_delta', text: turn.text };
	const usage = { input_tokens: 1, output_tokens: 1 };

	if (!body.stream) {
		res.writeHead(200, { 'content-type': 'application/json' });
		res.end(JSON.stringify({
			id: 'msg_1', type: 'message', role: 'assistant',
			model: body.model, stop_reason: turn.name ?
				'tool_use' : 'end_turn', stop_sequence: null, usage,
			content: [turn.name ?
				{ ...block, input: turn.arguments } :
				{ type: 'text', text: turn.text }],
		}));
		return;
	}
	send(res, [
		{ type: 'message_start', message: { id: `msg_${at}`,
			type: 'message', role: 'assistant', model: body.model,
			content: [], stop_reason: null, stop_sequence: null,
			usage } },
		{ type: 'content_block_start', index: 0, content_block: block },
		{ type: 'content_block_delta', index: 0, delta },
		{ type: 'content_block_stop', index: 0 },
		{ type: 'message_delta', usage, delta: { stop_sequence: null,
			stop_reason: turn.name ? 'tool_use' : 'end_turn' } },
		{ type: 'message_stop' },
	], true);
}

let seen = 0;
function openai(body, res) {
	const results = (body.input ?? []).filter((i) =>
		i.type === 'function_call_output');
	const turn = next(body.tools, results.slice(seen));
	seen = results.length;
	const id = `resp_${at}`;
	const item = turn.name ?
		{ type: 'function_call', id: `fc_${at}`, call_id: turn.id,
			name: turn.name, arguments: JSON.stringify(turn.arguments),
			...(turn.namespace && { namespace: turn.namespace }) } :
		{ type: 'message', id: `m_${at}`, role: 'assistant',
			content: [{ type: 'output_text', text: turn.text }] };

	send(res, [
		{ type: 'response.created', response: { id } },
		{ type: 'response.output_item.done', output_index: 0, item },
		{ type: 'response.completed', response: { id, usage: {
			input_tokens: 1, output_tokens: 1, total_tokens: 2 } } },
	], true);
}

const server = createServer((req, res) => {
	let text = '';

	req.on('data', (d) => (text += d));
	req.on('end', () => {
		const path = new URL(req.url, 'http://x').pathname;
		appendFileSync(process.argv[3], `${text}\n`);
		if (req.method === 'POST' && path.endsWith('/messages')) {
			anthropic(JSON.parse(text), res);
		} else if (req.method === 'POST' &&
			path.endsWith('/responses')) {
			openai(JSON.parse(text), res);
		} else {
			res.writeHead(404, { 'content-type': 'application/json' });
			res.end('{}');
		}
	});
});
server.listen(0, '127.0.0.1', () => console.log(server.address().port));
