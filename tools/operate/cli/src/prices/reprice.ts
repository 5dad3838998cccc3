import { repriceLedger, rollUpLedger, type RepriceProgress } from '@costplane/ingest';
import { type Warehouse } from '@costplane/warehouse';
import { type Kysely } from 'kysely';
import { showProgress, type Step } from '../progress.ts';
import { type PriceScope } from './price-scope.ts';

/** Number of progress lines without a terminal. */
const steps = 10;

export interface RepriceOutcome extends Pick<RepriceProgress, 'days' | 'daysDone' | 'result'> {
  /** The error that ended it early, if any; days that were completed keep their new costs. */
  failure: unknown;
  /** Whether it was ended by a signal. */
  isStopped: boolean;
}

/** Recomputes recorded costs since a day with the prices in effect, until it is stopped. */
export async function reprice(
  db: Kysely<Warehouse>,
  { scope, from, signal }: { scope: PriceScope; from: Date; signal: AbortSignal },
): Promise<RepriceOutcome> {
  const progress = showRepricing();
  let done: Omit<RepriceOutcome, 'failure' | 'isStopped'> = {
    days: 0,
    daysDone: 0,
    result: nothing,
  };
  const onProgress = (now: RepriceProgress) => {
    done = now;
    progress.advance(now);
  };
  try {
    await repriceLedger(db, { organizationId: scope?.id, from, onProgress, signal });
    await rollUpLedger(db, { organizationId: scope?.id });
    return { ...done, failure: undefined, isStopped: false };
  } catch (failure) {
    return { ...done, failure, isStopped: signal.aborted };
  } finally {
    progress.end();
  }
}

const nothing = { clusters: 0, hours: 0, skippedHours: 0, changingHours: 0 };

export function showRepricing() {
  const progress = showProgress(steps);
  const begun: Step[] = [];
  return {
    advance({ daysDone, days, label }: RepriceProgress) {
      const share = days === 0 ? steps : (daysDone / days) * steps;
      while (begun.length < Math.min(steps, Math.floor(share) + 1)) {
        begun.at(-1)?.end();
        begun.push(progress.begin(`reprice ${label === '' ? `${days} days of clusters` : label}`));
      }
      begun.at(-1)?.advance(share - begun.length + 1, `reprice ${label}`);
    },
    end() {
      begun.at(-1)?.end();
      progress.end();
    },
  };
}
