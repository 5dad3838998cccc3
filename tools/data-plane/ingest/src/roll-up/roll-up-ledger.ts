import { MovingOrganizationError, type Warehouse } from '@costplane/warehouse';
import { type Kysely } from 'kysely';
import { prepareMonths } from '../write/ledger/prepare-months.ts';
import { lockCluster } from '../write/lock-cluster.ts';
import { type ClusterPeriod, findClosedPeriods } from './closed-periods.ts';
import { rollUpPeriod } from './roll-up-period.ts';

export interface RollUpOptions {
  /** Only this organization; default: all. */
  organizationId?: string | undefined;
  /** Time at which periods must be closed; default: now. */
  now?: Date | undefined;
  /** Stops it after the current period; the next run does the rest. */
  signal?: AbortSignal | undefined;
  /** Called before each period is rolled up, with the total number of periods. */
  onProgress?: ((period: ClusterPeriod, periods: number) => void) | undefined;
}

/**
 * Rolls up the days of closed months, of their quarters and the halves of these, and of the closed part
 * of the current quarter, if the ledger has no sums of them yet, each in its own transaction. Returns their
 * number. The days stay, and the sums are exact; a later change of a day deletes the sums that
 * contain it, and the next run creates them again. Skips organizations that move to another database.
 */
export async function rollUpLedger(
  db: Kysely<Warehouse>,
  { organizationId, now = new Date(), signal, onProgress }: RollUpOptions = {},
): Promise<number> {
  const periods = await findClosedPeriods(db, { organizationId, now });
  let rolledUp = 0;
  for (const period of periods) {
    signal?.throwIfAborted();
    onProgress?.(period, periods.length);
    await prepareMonths(db, {
      from: Date.parse(period.firstDay),
      to: Date.parse(period.lastDay),
    });
    try {
      // Transactions that started before the period was closed have ended after this.
      await db.transaction().execute((tx) => lockCluster({ tx, ...period }));
      await db.transaction().execute((tx) => rollUpPeriod(tx, period));
      rolledUp += 1;
    } catch (error) {
      if (!(error instanceof MovingOrganizationError)) throw error;
    }
  }
  return rolledUp;
}
