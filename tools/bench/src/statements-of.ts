import { type Fleet } from './fleet.ts';
import { type Statement } from './frontend-reader.ts';
import { startCostplane } from './service.ts';
import { tapWire } from './wire-tap.ts';

/**
 * The statements over a table that the service runs for a request, as it sends them: without what
 * it asks about the key, and without what confines the session to the organization.
 */
export async function statementsOf(
  fleet: Fleet,
  path: string,
  table: string,
): Promise<readonly Statement[]> {
  const tap = await tapWire(fleet.databaseUrl);
  const service = await startCostplane(tap.url);
  try {
    tap.forget();
    const headers = { Authorization: `Bearer ${fleet.key}` };
    const { status } = await fetch(`${service.url}${path}`, { headers });
    const asked = tap.statements.filter(({ text }) => text.includes(table));
    if (status !== 200) throw new Error(`${path} answered ${status}`);
    if (asked.length === 0) throw new Error(`${path} asks nothing of ${table}`);
    return asked;
  } finally {
    await service.stop();
    await tap.close();
  }
}
