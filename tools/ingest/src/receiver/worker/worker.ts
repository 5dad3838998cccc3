import { openWarehouse } from '@costplane/warehouse';
import { parentPort, workerData } from 'node:worker_threads';
import type { FromWorker, RefusalMessage, ToWorker, WorkerTask } from '../messages.ts';
import { Refusal } from '../refusal.ts';
import { limitSession } from './limit-session.ts';
import { takeIn } from './take-in.ts';

const { databaseUrl, rules } = workerData as WorkerTask;
const db = openWarehouse(limitSession(databaseUrl), 'ingest');
const tell = (message: FromWorker) => parentPort?.postMessage(message);

parentPort?.on('message', (message: ToWorker | null) => {
  if (message) void work(message);
  else void end();
});
tell({ kind: 'ready' });

async function work({ job, report }: ToWorker): Promise<void> {
  tell({ kind: 'reading', job });
  try {
    const outcome = await takeIn(db, report, rules, () => {
      tell({ kind: 'read', job });
    });
    tell({ kind: 'done', job, outcome });
  } catch (error) {
    if (error instanceof Refusal) tell({ kind: 'refused', job, refusal: describe(error) });
    else tell({ kind: 'failed', job, error });
  }
}

function describe({ status, reason, message, details: { cause, ...details } }: Refusal) {
  const said = cause instanceof Error ? { cause: cause.message } : {};
  return { status, reason, message, details, ...said } satisfies RefusalMessage;
}

async function end(): Promise<void> {
  await db.destroy().catch(() => undefined);
  parentPort?.close();
}
