import { type AccountedSnapshot, type StoredState } from '../describe/snapshot.ts';
import { type Interval } from './interval.ts';
import { ledgerState } from './ledger-state.ts';
import { figuresOfState, type StateFigures } from './state-figures.ts';

/** Figures per millisecond to add to the ledger of a cluster, for each millisecond of an interval. */
export interface LedgerIncrement extends StateFigures {
  interval: Interval;
}

/** The cost of an interval, at the prices and in the state of the snapshot that ends it. */
export const accrue = (
  described: AccountedSnapshot,
  stored: StoredState,
  { clusterId, interval }: { clusterId: string; interval: Interval },
): LedgerIncrement => ({
  ...figuresOfState(ledgerState(described, stored, clusterId)),
  interval,
});
