import type { DescribedSnapshot, StoredState } from '../describe/snapshot.ts';
import type { LedgerIncrement } from './increment.ts';
import { day_ms, hour_ms, splitInterval, type Interval, type Part } from './interval.ts';
import { ledgerState } from './ledger-state.ts';
import { overTime, type Figures } from './measures.ts';
import { figuresOfState } from './state-figures.ts';

/**
 * What an interval of time cost, at the prices and in the state of the snapshot that ends it, by
 * UTC hour (containers: by day).
 */
export function accrue(
  described: DescribedSnapshot,
  stored: StoredState,
  { clusterId, interval }: { clusterId: string; interval: Interval },
): LedgerIncrement {
  const state = figuresOfState(ledgerState(described, stored, clusterId));
  const hours = splitInterval(interval, hour_ms);
  const days = splitInterval(interval, day_ms);
  const inHour = (part: Part) => ({ hour: part.bucket });
  const covering = ({ bucket: hour, from, to }: Part) => ({ hour, covered: [{ from, to }] });
  return {
    cluster: during(hours, [state.cluster], covering),
    namespaces: during(hours, state.namespaces, inHour),
    owners: during(hours, state.owners, inHour),
    nodes: during(hours, state.nodes, covering),
    containers: during(days, state.containers, (part) => ({ day: part.bucket })),
  };
}

/** Each row in each part of the time, with its figures of a millisecond over that part. */
function during<Row extends { figures: Figures }, When extends object>(
  parts: readonly Part[],
  rows: readonly Row[],
  when: (part: Part) => When,
): (Row & When)[] {
  return parts.flatMap((part) => {
    const duration = BigInt(part.to - part.from);
    return rows.map((row) => ({
      ...row,
      ...when(part),
      figures: overTime(row.figures, duration),
    }));
  });
}
