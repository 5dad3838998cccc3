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
import { Refusal } from '../refusal.ts';
import { limitSession } from './limit-session.ts';
import { ingestReport } from './ingest-report.ts';

let db: Kysely<Warehouse>;
let rules: Rules;

// Ctrl-C reaches every process of a terminal, and here the receiver alone says when it is over.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
process.on('disconnect', () => process.exit());
process.on('message', (message: ToWorker) => {
  switch (message.kind) {
    case 'begin':
      ({ rules } = message.task);
      db = openWarehouse(limitSession(message.task.databaseUrl), 'ingest');
      tell({ kind: 'ready' });
      break;
    case 'take':
      void take(message.job, message.report);
      break;
    case 'fold':
      void fold(message.job, message.cluster);
      break;
    case 'end':
      void db.destroy().finally(() => process.exit());
  }
});

async function take(job: number, report: Report): Promise<void> {
  tell({ kind: 'reading', job });
  try {
    const outcome = await ingestReport(db, report, rules, () => {
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
    tell({ kind: 'folded', job, reports: await foldCluster(db, cluster) });
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
