import { type AccountedSnapshot, type StoredState } from '../describe/snapshot.ts';
import { type InHours, type LedgerIncrement } from './increment.ts';
import { dayMs, hourMs, splitInterval, type Interval } from './interval.ts';
import { ledgerState } from './ledger-state.ts';
import { overTime, type Figures } from './measures.ts';
import { figuresOfState } from './state-figures.ts';

/**
 * The cost of an interval, at the prices and in the state of the snapshot that ends it, by UTC hour
 * (for containers by day).
 */
export function accrue(
  described: AccountedSnapshot,
  stored: StoredState,
  { clusterId, interval }: { clusterId: string; interval: Interval },
): LedgerIncrement {
  const state = figuresOfState(ledgerState(described, stored, clusterId));
  const covered = { covered: interval };
  return {
    cluster: inHours(interval, [{ ...state.cluster, ...covered }]),
    namespaces: inHours(interval, state.namespaces),
    owners: inHours(interval, state.owners),
    quantities: inHours(interval, state.quantities),
    nodes: inHours(
      interval,
      state.nodes.map((row) => ({ ...row, ...covered })),
    ),
    containers: splitInterval(interval, dayMs).flatMap((part) =>
      state.containers.map((row) => ({
        ...row,
        day: part.bucket,
        figures: overTime(row.figures, BigInt(part.to - part.from)),
      })),
    ),
  };
}

/** Each row with its figures per millisecond; full hours of a day are computed once and shared. */
function inHours<Row extends { figures: Figures }>(
  interval: Interval,
  rows: readonly Row[],
): (Row & InHours)[] {
  return splitInterval(interval, dayMs).flatMap(({ bucket: day, ...dayInterval }) => {
    const parts = splitInterval(dayInterval, hourMs);
    return [...Map.groupBy(parts, ({ from, to }) => to - from)].flatMap(([duration, alike]) => {
      const hours = alike.map(({ bucket }) => bucket);
      return rows.map((row) => ({
        ...row,
        day,
        hours,
        figures: overTime(row.figures, BigInt(duration)),
      }));
    });
  });
}
