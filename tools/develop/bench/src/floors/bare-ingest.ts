import { readFile } from 'node:fs/promises';
import { Client } from 'pg';
import { type BareSnapshot, insertBare } from './insert-bare.ts';

/**
 * The floor of an ingest: a snapshot is read, parsed, and its nodes, pods and containers inserted,
 * as they are, in one transaction. No checks, no prices, no keys, no history.
 */
const [databaseUrl = '', file = ''] = process.argv.slice(2);
const snapshot = JSON.parse(await readFile(file, 'utf8')) as BareSnapshot;
const client = new Client({ connectionString: databaseUrl });
await client.connect();
await insertBare(client, snapshot);
await client.end();
