import { Agent as HttpAgent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Order, type Outcome } from './messages.ts';
import { type PreparedReport, prepareReports } from './prepare-report.ts';

// Agents of clusters, in a process of their own: each sends its reports one at a time, prepared
// before anything is measured, in the agents' protocol. Started with: how many agents, of how many
// pods, how many reports of each.

const waitsMs = [1, 2, 4, 8, 16].map((seconds) => seconds * 1_000);
/** As agents report in production, whatever the pace here. The last is of now. */
const apartMs = 60_000;

const [agents = 0, pods = 0, reports = 0] = process.argv.slice(2).map(Number);
const startedAt = Date.now();
const prepared = Array.from({ length: reports }, (_, turn) =>
  prepareReports(agents, { pods, turn, at: startedAt - (reports - 1 - turn) * apartMs }),
);
const connections = new HttpAgent({ keepAlive: true });

process.on('message', (order: Order) => {
  void report(order).then((outcome) => process.send?.(outcome));
});
process.send?.('prepared');

async function report(order: Order): Promise<Outcome> {
  const tally: Tally = { statuses: {}, latencies: [], missed: 0 };
  const startedAt = performance.now();
  const accepted = await Promise.all(
    order.tokens.map((token, agent) => runAgent(agent, token, order, tally)),
  );
  return { ms: performance.now() - startedAt, accepted, ...tally };
}

interface Tally {
  readonly statuses: Record<number, number>;
  readonly latencies: number[];
  missed: number;
}

async function runAgent(
  agent: number,
  token: string,
  { url, tokens, from, count, everyMs }: Order,
  tally: Tally,
): Promise<string[]> {
  const accepted: string[] = [];
  // Agents do not all report at the same moment.
  const firstAt = performance.now() + ((everyMs ?? 0) * agent) / tokens.length;
  for (let nth = 0; nth < count; nth += 1) {
    if (everyMs !== null) {
      const due = firstAt + nth * everyMs;
      // One tick is kept while the agent is busy, no more.
      if (performance.now() > due + everyMs) {
        tally.missed += 1;
        continue;
      }
      await sleep(Math.max(0, due - performance.now()));
    }
    const next = prepared[from + nth]?.[agent];
    if (!next) throw new Error(`No report ${from + nth} is prepared`);
    if (await send(url, token, next, tally)) accepted.push(next.snapshotId);
  }
  return accepted;
}

/** As agents do: some answers are reason to try again, five times at the most. */
async function send(
  url: string,
  token: string,
  report: PreparedReport,
  tally: Tally,
): Promise<boolean> {
  const begunAt = performance.now();
  let status = 0;
  for (const wait of [...waitsMs, 0]) {
    status = await post(url, token, report).catch(() => 0);
    tally.statuses[status] = (tally.statuses[status] ?? 0) + 1;
    if (status !== 0 && status !== 429 && status < 500) break;
    await sleep(wait);
  }
  tally.latencies.push(performance.now() - begunAt);
  return status === 200;
}

function post(url: string, token: string, { snapshotId, body }: PreparedReport): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const sent = request(
    `${url}/api/v1/metrics/ingest`,
    {
      method: 'POST',
      agent: connections,
      timeout: 30_000,
      headers: {
        Authorization: `Bearer ${token}`,
        'Content-Type': 'application/json',
        'Content-Encoding': 'zstd',
        'Content-Length': body.length,
        'X-Kubeadapt-Protocol': 'v1',
        'X-Snapshot-ID': snapshotId,
        'Idempotency-Key': snapshotId,
        'X-Agent-Version': 'v2.2.0',
        'User-Agent': 'kubeadapt-agent/v2.2.0',
        'Accept-Encoding': 'gzip',
      },
    },
    (response) => {
      response.resume();
      response.on('end', () => {
        resolve(response.statusCode ?? 0);
      });
      response.on('error', reject);
    },
  );
  sent.on('timeout', () => sent.destroy(new Error('no answer')));
  sent.on('error', reject);
  sent.end(body);
  return promise;
}
