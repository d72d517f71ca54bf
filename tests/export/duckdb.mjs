// duckdb.mjs FILE: runs the statements of SQL in it, and prints each row of
// what they answer as a list; standard input is theirs.
import { DuckDBInstance } from '@duckdb/node-api';
import { readFileSync } from 'node:fs';

const db = await (await DuckDBInstance.create(':memory:')).connect();
const all = await db.extractStatements(readFileSync(process.argv[2], 'utf8'));
for (let i = 0; i < all.count; i++) {
	const answer = await (await all.prepare(i)).runAndReadAll();
	for (const row of answer.getRowsJson())
		console.log(JSON.stringify(row));
}
