import { repriceLedger, type RepriceResult } from '@costplane/ingest';
import type { Warehouse } from '@costplane/warehouse';
import type { Kysely } from 'kysely';
import { showProgress, type Step } from '../progress.ts';
import { stopSignal } from '../stop-signal.ts';
import type { PriceScope } from './price-scope.ts';

/** How often progress is told where there is no terminal. */
const steps = 10;

/** Gives what is accounted for since a day the prices that hold now, until it is told to stop. */
export async function reprice(
  db: Kysely<Warehouse>,
  { scope, from }: { scope: PriceScope; from: Date },
): Promise<RepriceResult> {
  const progress = showProgress(steps);
  const begun: Step[] = [];
  const onProgress = (done: number, total: number, label: string) => {
    const share = total === 0 ? steps : (done / total) * steps;
    while (begun.length < Math.min(steps, Math.floor(share) + 1)) {
      begun.at(-1)?.end();
      begun.push(
        progress.begin(`price anew ${label === '' ? `${total} days of clusters` : label}`),
      );
    }
    begun.at(-1)?.advance(share - begun.length + 1, `price anew ${label}`);
  };
  try {
    const signal = abortedAtStop();
    return await repriceLedger(db, { organizationId: scope?.id, from, onProgress, signal });
  } finally {
    begun.at(-1)?.end();
    progress.end();
  }
}

function abortedAtStop(): AbortSignal {
  const controller = new AbortController();
  void stopSignal().then(() => {
    controller.abort();
  });
  return controller.signal;
}
