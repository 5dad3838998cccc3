import { createServer } from 'node:http';
import { Pool } from 'pg';

/** What a bare server answers with, from one query. */
export interface BareEndpoint<Row extends object> {
  readonly sql: string;
  readonly parameters: () => unknown[];
  readonly toBody: (rows: Row[]) => unknown;
}

/**
 * The floor: `node:http`, one query through `pg`, the rows mapped, `JSON.stringify`. No keys, no
 * limits, no validation, no metrics, no row-level security.
 */
export function serveBare<Row extends object>(
  endpoint: BareEndpoint<Row>,
  databaseUrl: string,
  port: number,
): void {
  const pool = new Pool({
    connectionString: databaseUrl,
    options: '-c search_path=costplane -c TimeZone=UTC',
    max: 10,
  });
  const server = createServer((_request, response) => {
    pool.query<Row>(endpoint.sql, endpoint.parameters()).then(
      ({ rows }) => {
        const body = JSON.stringify(endpoint.toBody(rows));
        response.writeHead(200, {
          'Content-Type': 'application/json; charset=utf-8',
          'Content-Length': Buffer.byteLength(body),
        });
        response.end(body);
      },
      (error: unknown) => {
        response.writeHead(500).end(String(error));
      },
    );
  });
  server.listen(port, '127.0.0.1');
  process.once('SIGTERM', () => {
    server.close();
    server.closeAllConnections();
    void pool.end();
  });
}
