import { createServer } from 'node:http';
import { Pool, types } from 'pg';
import { toTimestamp } from './shapes.ts';

/** What a bare server answers with, from one statement. */
export interface BareEndpoint<Row extends object> {
  readonly sql: string;
  readonly parameters: (url: string) => unknown[];
  readonly toBody: (rows: Row[], url: string) => unknown;
}

// As text: a `Date` of each would only be made to be written as text again.
types.setTypeParser(types.builtins.TIMESTAMPTZ, toTimestamp);

/**
 * The floor: what a good engineer writes by hand for one page. `node:http`, one prepared statement
 * through `pg` with callbacks, the rows mapped, `JSON.stringify`. No keys, no limits, no validation,
 * no metrics, no row-level security.
 */
export function serveBare<Row extends object>(
  { sql, parameters, toBody }: BareEndpoint<Row>,
  databaseUrl: string,
  port: number,
): void {
  const pool = new Pool({
    connectionString: databaseUrl,
    options: '-c search_path=costplane -c TimeZone=UTC -c jit=off',
    max: 10,
  });
  // A server that is restarted ends idle connections.
  pool.on('error', () => undefined);
  const server = createServer(({ url = '/' }, response) => {
    // Pings, before anything is measured.
    if (url === '/ready') return void response.end();
    const statement = { name: 'page', text: sql, values: parameters(url) };
    pool.query<Row>(statement, (error: Error | undefined, result) => {
      if (error) return void response.writeHead(500).end(String(error));
      const body = JSON.stringify(toBody(result.rows, url));
      response.writeHead(200, {
        'Content-Type': 'application/json; charset=utf-8',
        'Content-Length': Buffer.byteLength(body),
      });
      response.end(body);
    });
  });
  server.listen(port, '127.0.0.1');
  process.once('SIGTERM', () => {
    server.close();
    server.closeAllConnections();
    void pool.end();
  });
}
