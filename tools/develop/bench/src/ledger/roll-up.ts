import { type Client } from 'pg';
import { runToEnd } from '../ingest/run-to-end.ts';
import { costplane } from '../service.ts';

/** Adds up the closed periods of what was filled in, as the receiver does every hour. */
export async function rollUp({ user, password, host, port, database }: Client): Promise<void> {
  const url = new URL(`postgres://${host}:${port}/${database ?? ''}`);
  url.username = user ?? '';
  url.password = password ?? '';
  await runToEnd(costplane, ['rollup'], { DATABASE_URL: url.href });
}
