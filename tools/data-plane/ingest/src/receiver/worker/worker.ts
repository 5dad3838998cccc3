import { openWarehouse, type Warehouse } from '@costplane/warehouse';
import { type Kysely } from 'kysely';
import { foldCluster } from '../../pending/fold-cluster.ts';
import {
  type FromWorker,
  type PendingCluster,
  type RefusalMessage,
  type Report,
  type Rules,
  type ToWorker,
} from '../messages.ts';
import { Refusal, unavailable } from '../refusal.ts';
import { ingestReport } from './ingest-report.ts';
import { sessionLimits } from './session-limits.ts';

const databases = new Map<string, Kysely<Warehouse>>();
let rules: Rules;

// Ctrl-C reaches every process of a terminal, but only the receiver decides when to stop.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
process.on('disconnect', () => process.exit());
process.on('message', (message: ToWorker) => {
  switch (message.kind) {
    case 'begin':
      ({ rules } = message.task);
      for (const [name, url] of Object.entries(message.task.databases)) {
        databases.set(name, openWarehouse(url, 'ingest', sessionLimits));
      }
      tell({ kind: 'ready' });
      break;
    case 'take':
      void take(message.job, message.report);
      break;
    case 'fold':
      void fold(message.job, message.cluster);
      break;
    case 'end':
      void Promise.all([...databases.values()].map((db) => db.destroy())).finally(() =>
        process.exit(),
      );
  }
});

function find(database: string): Kysely<Warehouse> {
  const db = databases.get(database);
  if (db) return db;
  throw unavailable(
    'database_unavailable',
    'The database of the organization is not configured here.',
  );
}

async function take(job: number, report: Report): Promise<void> {
  tell({ kind: 'reading', job });
  try {
    const outcome = await ingestReport(find(report.agent.database), report, rules, () => {
      tell({ kind: 'read', job });
    });
    tell({ kind: 'done', job, outcome });
  } catch (error) {
    if (error instanceof Refusal) tell({ kind: 'refused', job, refusal: describe(error) });
    else tell({ kind: 'failed', job, error });
  }
}

async function fold(job: number, cluster: PendingCluster): Promise<void> {
  try {
    tell({ kind: 'folded', job, reports: await foldCluster(find(cluster.database), cluster) });
  } catch (error) {
    tell({ kind: 'failed', job, error });
  }
}

function tell(message: FromWorker): void {
  if (process.connected) process.send?.(message);
}

function describe({ status, reason, message, details: { cause, ...details } }: Refusal) {
  const said = cause instanceof Error ? { cause: cause.message } : {};
  return { status, reason, message, details, ...said } satisfies RefusalMessage;
}
