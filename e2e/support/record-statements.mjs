import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe } from 'node:diagnostics_channel';
import { appendFileSync } from 'node:fs';
import pg from 'pg';

/**
 * Loaded into a service with `--import`: appends what its requests send to databases to the file of
 * `RECORDED_STATEMENTS`, a line of JSON each.
 */
const requests = new AsyncLocalStorage();
subscribe('http.server.request.start', ({ request: { method, url } }) => {
  requests.enterWith(`${method} ${url}`);
});

const { query } = pg.Client.prototype;
pg.Client.prototype.query = function record(statement, ...rest) {
  const request = requests.getStore();
  if (request !== undefined) {
    const { text = statement, values = rest[0] } = statement;
    const line = { request, text, values: Array.isArray(values) ? values : [] };
    appendFileSync(process.env.RECORDED_STATEMENTS, `${JSON.stringify(line)}\n`);
  }
  return query.call(this, statement, ...rest);
};
