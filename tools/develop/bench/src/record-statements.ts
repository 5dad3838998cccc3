import { type Fleet } from './fleet.ts';
import { type Statement } from './frontend-reader.ts';
import { startCostplane } from './service.ts';
import { tapWire } from './wire-tap.ts';

/**
 * The statements that the service runs for a request, as it sends them: those whose text has a part,
 * such as a table's name. With a body it is a POST of it as JSON.
 */
export async function recordStatements(
  fleet: Fleet,
  path: string,
  part: string,
  body?: object,
): Promise<readonly Statement[]> {
  const tap = await tapWire(fleet.databaseUrl);
  const service = await startCostplane(tap.url);
  try {
    tap.forget();
    const headers = { Authorization: `Bearer ${fleet.key}`, 'Content-Type': 'application/json' };
    const request = body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers };
    const { status } = await fetch(`${service.url}${path}`, request);
    const asked = tap.statements.filter(({ text }) => text.includes(part));
    if (status !== 200) throw new Error(`${path} answered ${status}`);
    if (asked.length === 0) throw new Error(`${path} asks nothing of ${part}`);
    return asked;
  } finally {
    await service.stop();
    await tap.close();
  }
}
