import { type LedgerIncrement } from '../src/accrue/accrue.ts';
import { dayMs, splitInterval, splitIntoHours, type Interval } from '../src/accrue/interval.ts';
import { mapMeasures, type FigureTable, type Measure } from '../src/accrue/measures.ts';

export type Figures = Partial<Record<Measure, bigint | null>>;

/** The rows of an increment, with their totals in each part of its interval. */
export function listIncrementRows(increment: LedgerIncrement) {
  const { interval, cluster, namespaces, owners, quantities, nodes, containers } = increment;
  const hours = splitIntoHours(interval).map((part) => ({ ...part, covered: interval }));
  return {
    cluster: addTimes(cluster, hours),
    namespaces: addTimes(namespaces, hours),
    owners: addTimes(owners, hours),
    quantities: addTimes(quantities, hours),
    nodes: addTimes(nodes, hours),
    containers: addTimes(containers, splitIntoDays(interval)),
  };
}

const splitIntoDays = (interval: Interval) =>
  splitInterval(interval, dayMs).map(({ bucket: day, from, to }) => ({
    day,
    milliseconds: to - from,
  }));

function addTimes<Row, Name extends Measure, Time extends { milliseconds: number }>(
  { rows, figures }: FigureTable<Row, Name>,
  times: readonly Time[],
) {
  return times.flatMap((time) =>
    rows.map((row, index) => ({
      ...row,
      ...time,
      figures: mapMeasures(Object.keys(figures) as Name[], (measure) => {
        const figure = figures[measure][index] ?? null;
        return figure === null ? null : figure * BigInt(time.milliseconds);
      }),
    })),
  );
}
