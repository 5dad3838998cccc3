import { formatScaled } from '@costplane/pricing';
import { type Interval } from '../../accrue/interval.ts';
import { storedDecimals, type Measure } from '../../accrue/measures.ts';
import { sumRows } from '../../pending/sum-rows.ts';
import { deleteChangedPeriods } from '../../roll-up/delete-changed-periods.ts';
import { type Scope } from '../scope.ts';
import { addRows, type Repeats } from './add-rows.ts';
import { findPricedItems } from './find-priced-items.ts';
import { ledgerGroups, groupNames, type LedgerTable } from './ledger-columns.ts';
import {
  indexColumns,
  rowKeys,
  type LedgerRows,
  type LedgerValue,
  type RowGroup,
} from './ledger-rows.ts';

/** The only function that writes hourly and daily rows. */
export async function writeRows(
  scope: Pick<Scope, 'tx' | 'organizationId' | 'clusterId'>,
  rows: LedgerRows,
  { isOlder = false }: { isOlder?: boolean } = {},
): Promise<void> {
  const { items, groups } = rows.interval === null ? rows : sumRows([rows]);
  const ids = await findPricedItems(scope, items);
  const additions = groupNames.map((name) => {
    const tables: readonly LedgerTable[] = ledgerGroups[name];
    const group = groups[name];
    return {
      tables,
      count: group.count,
      repeats: findRepeats(group, tables),
      valuesOf: (column: string) => toText(group, { column, tables, ids }),
    };
  });
  await addRows(scope, additions, { isOlder });
  const days = (groups.cluster.columns.get('day') ?? []) as readonly number[];
  if (days.length === 0) return;
  await deleteChangedPeriods(scope, { first: Math.min(...days), last: Math.max(...days) });
}

/** For containers whose node is unknown. */
const noItem = '0';

interface TextOptions {
  column: string;
  tables: readonly LedgerTable[];
  ids: ReadonlyMap<string, string>;
}

/** The values of a column in the format that the database reads. */
function toText(group: RowGroup, { column, tables, ids }: TextOptions): unknown[] {
  const values = group.columns.get(column) ?? [];
  if (column === 'day') return values.map((day) => isoDay(day as number));
  if (column === 'hours') {
    const texts = new Map<number, string>();
    const toHour = (hour: number) => texts.get(hour) ?? texts.set(hour, isoTime(hour)).get(hour);
    return values.map((hours) => (hours as readonly number[]).map(toHour));
  }
  if (column === 'covered') return values.map((times) => multirange(times as readonly Interval[]));
  if (column === 'priced_item_id') {
    return values.map((key) => (key === null ? noItem : ids.get(key as string)));
  }
  const isFigure = indexColumns(tables).get(column)?.type === 'numeric';
  return isFigure ? values.map(decimal(column as Measure)) : [...values];
}

function decimal(measure: Measure): (figure: LedgerValue) => string | null {
  const decimals = storedDecimals(measure);
  // Consecutive replicas have equal values, so the last text is reused.
  let last: { figure: bigint; text: string } | undefined;
  return (value) => {
    if (value === null) return null;
    const figure = value as bigint;
    if (figure !== last?.figure) last = { figure, text: formatScaled(figure, decimals) };
    return last.text;
  };
}

const isoTime = (time: number) => new Date(time).toISOString();
const isoDay = (day: number) => isoTime(day).slice(0, 10);
const multirange = (times: readonly Interval[]) =>
  `{${times.map(({ from, to }) => `[${isoTime(from)},${isoTime(to)})`).join()}}`;

/** Whether several rows have the same key, for each length of bucket. */
function findRepeats(group: RowGroup, tables: readonly LedgerTable[]): Repeats {
  const isRepeatedIn = (bucket: LedgerTable['bucket']) =>
    tables.some((table) => table.bucket === bucket && hasRepeatedKey(group, table));
  return { hour: isRepeatedIn('hour'), day: isRepeatedIn('day') };
}

function hasRepeatedKey({ count, columns }: RowGroup, table: LedgerTable): boolean {
  if (count < 2) return false;
  const keyNames = table.columns.filter(({ merging }) => merging === 'key');
  const toKey = rowKeys(keyNames.map(({ name }) => [name, columns.get(name) ?? []]));
  // Most rows have keys of their own, and then need no comparison of their buckets.
  if (new Set(Array.from({ length: count }, (_, row) => toKey(row))).size === count) return false;
  const buckets = columns.get(table.bucket === 'hour' ? 'hours' : 'day') ?? [];
  const known = new Set<string>();
  for (let row = 0; row < count; row += 1) {
    const key = toKey(row);
    for (const bucket of [buckets[row]].flat()) {
      const size = known.size;
      if (known.add(`${bucket as number}\0${key}`).size === size) return true;
    }
  }
  return false;
}
