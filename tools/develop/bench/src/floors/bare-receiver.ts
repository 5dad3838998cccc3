import { createServer } from 'node:http';
import { zstdDecompressSync } from 'node:zlib';
import { Pool } from 'pg';
import { type BareSnapshot, insertBare } from './insert-bare.ts';

/**
 * The floor of the receiver: a server that decompresses and parses what agents send and inserts its
 * nodes, pods and containers, as they are, in one transaction. No tokens, no checks, no order, no
 * prices, no keys, no history.
 */
const [databaseUrl = '', port = ''] = process.argv.slice(2);
const pool = new Pool({ connectionString: databaseUrl, max: 4 });

createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    void (request.method === 'POST' ? take(Buffer.concat(chunks)) : Promise.resolve()).then(() => {
      response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}');
    });
  });
}).listen(Number(port), '127.0.0.1');

async function take(body: Buffer): Promise<void> {
  const snapshot = JSON.parse(zstdDecompressSync(body).toString()) as BareSnapshot;
  const client = await pool.connect();
  await insertBare(client, snapshot);
  client.release();
}
