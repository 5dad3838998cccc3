import { Client } from 'pg';
import { median } from './median.ts';
import { type Statement } from './frontend-reader.ts';

/** A connection of `pg` alone. */
export async function connectBare(databaseUrl: string): Promise<Client> {
  const client = new Client({
    connectionString: databaseUrl,
    options: '-c search_path=costplane -c TimeZone=UTC',
  });
  await client.connect();
  return client;
}

/** Median milliseconds of statements, all of them one after the other, so many times. */
export async function measureStatements(
  client: Client,
  statements: readonly Statement[],
  times: number,
): Promise<number> {
  const latencies: number[] = [];
  for (let done = 0; done < times; done += 1) {
    const startedAt = performance.now();
    for (const { text, values } of statements) await client.query(text, [...values]);
    latencies.push(performance.now() - startedAt);
  }
  return median(latencies);
}
