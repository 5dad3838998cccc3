import { dayMs, splitInterval, splitIntoHours, type Interval } from '../accrue/interval.ts';
import { type Column } from '../accrue/measures.ts';
import { type ItemFacts } from '../accrue/priced-item.ts';
import {
  groupNames,
  ledgerGroups,
  type GroupName,
  type LedgerTable,
  type Merging,
} from '../write/ledger/ledger-columns.ts';
import {
  indexColumns,
  rowKeys,
  type LedgerRows,
  type LedgerValue,
  type RowGroup,
} from '../write/ledger/ledger-rows.ts';

/** Sums ledger rows, oldest first, to totals. */
export function sumRows(all: readonly LedgerRows[]): LedgerRows {
  const sum = new RowSum();
  for (const rows of all) sum.add(rows);
  return sum.rows;
}

/**
 * Sums ledger rows, oldest first: rows with the same key and hours become one. Figures are
 * integers, so that the sum does not depend on the order.
 */
export class RowSum {
  readonly #items = new Map<string, ItemFacts>();
  readonly #groups = new Map<GroupName, GroupSum>();

  add({ items, groups, interval }: LedgerRows): void {
    for (const [key, facts] of items) this.#items.set(key, facts);
    for (const name of groupNames) {
      const sum = this.#groups.get(name) ?? new GroupSum(name);
      this.#groups.set(name, sum);
      for (const time of listTimes(name, interval)) sum.add(groups[name], time);
    }
  }

  get rows(): LedgerRows {
    const groups = groupNames.map((name) => [
      name,
      (this.#groups.get(name) ?? new GroupSum(name)).group,
    ]);
    return {
      interval: null,
      items: this.#items,
      groups: Object.fromEntries(groups) as Record<GroupName, RowGroup>,
    };
  }
}

/** A part of an interval: what figures are multiplied by, and the columns of rows that name it. */
interface Time {
  milliseconds: bigint;
  columns: Record<string, LedgerValue>;
}

function listTimes(name: GroupName, interval: Interval | null): Time[] {
  if (interval === null) return [{ milliseconds: 1n, columns: {} }];
  const tables: readonly LedgerTable[] = ledgerGroups[name];
  return tables.some(({ bucket }) => bucket === 'hour')
    ? splitIntoHours(interval).map(({ milliseconds, ...columns }) => ({
        milliseconds: BigInt(milliseconds),
        columns,
      }))
    : splitInterval(interval, dayMs).map(({ bucket: day, from, to }) => ({
        milliseconds: BigInt(to - from),
        columns: { day },
      }));
}

class GroupSum {
  readonly #mergings: ReadonlyMap<string, Merging>;
  /** Position of the row with a key. */
  readonly #rows = new Map<string, number>();
  readonly #columns = new Map<string, LedgerValue[]>();

  constructor(name: GroupName) {
    const columns = [...indexColumns(ledgerGroups[name]).values()];
    this.#mergings = new Map<string, Merging>([
      ['day', 'key'],
      ['hours', 'key'],
      ...columns.map(({ name: column, merging }) => [column, merging] as const),
    ]);
  }

  add({ count, columns }: RowGroup, { milliseconds, columns: time }: Time): void {
    const timeColumns = Object.entries(time).map(
      ([name, value]) => [name, new Array<LedgerValue>(count).fill(value)] as const,
    );
    const all = [...timeColumns, ...columns];
    const toKey = rowKeys(all.filter(([name]) => this.#mergingOf(name) === 'key'));
    const rows = Array.from({ length: count }, (_, row) => {
      const key = toKey(row);
      const known = this.#rows.get(key) ?? this.#rows.size;
      this.#rows.set(key, known);
      return known;
    });
    for (const [name, values] of all) {
      const sums = this.#columns.get(name) ?? [];
      this.#columns.set(name, sums);
      const merging = this.#mergingOf(name);
      if (merging === 'add') {
        addFigures(sums as (bigint | null)[], values as Column, { rows, milliseconds });
        continue;
      }
      const add = merge[merging];
      for (const [row, at] of rows.entries()) {
        const value = values[row] ?? null;
        sums[at] = at in sums ? add(sums[at] ?? null, value) : value;
      }
    }
  }

  get group(): RowGroup {
    for (const [name, merging] of this.#mergings) {
      if (merging === 'include') this.#shareLists(name);
    }
    return { count: this.#rows.size, columns: this.#columns };
  }

  /** Gives rows with the same key and day, but different hours, the same list. */
  #shareLists(name: string): void {
    const lists = this.#columns.get(name) ?? [];
    const toKey = rowKeys(
      [...this.#columns].filter(
        ([column]) => column !== 'hours' && this.#mergingOf(column) === 'key',
      ),
    );
    const rows = Map.groupBy(lists.keys(), toKey);
    for (const alike of rows.values()) {
      const list = alike.map((row) => lists[row] ?? []).reduce(merge.include, []);
      for (const row of alike) lists[row] = list;
    }
  }

  #mergingOf(column: string): Merging {
    return this.#mergings.get(column) ?? 'newest';
  }
}

function addFigures(
  sums: (bigint | null)[],
  values: Column,
  { rows, milliseconds }: { rows: readonly number[]; milliseconds: bigint },
): void {
  for (const [row, at] of rows.entries()) {
    const value = values[row] ?? null;
    const sum = sums[at] ?? null;
    // Most figures of GPUs are 0.
    if (value === null || value === 0n) sums[at] = sum ?? value;
    else sums[at] = (sum ?? 0n) + value * milliseconds;
  }
}

type Add = (old: LedgerValue, added: LedgerValue) => LedgerValue;

const unite: Add = (old, added) => [
  ...new Set([...(old as readonly string[]), ...(added as readonly string[])]),
];

/** Merges rows in the same way as the database merges them into existing ones. */
const merge: Record<Exclude<Merging, 'add'>, Add> = {
  key: (old) => old,
  or: (old, added) => old === true || added === true,
  unite: (old, added) => uniteTimes(old as readonly Interval[], added as readonly Interval[]),
  collect: (old, added) => [...(unite(old, added) as string[])].sort(),
  include: unite,
  newest: (_, added) => added,
  known: (old, added) => added ?? old,
};

/** The added intervals are later, and mostly start where the previous ones end. */
function uniteTimes(old: readonly Interval[], added: readonly Interval[]): readonly Interval[] {
  const last = old.at(-1);
  const [first, ...others] = added;
  return first && last?.to === first.from
    ? [...old.slice(0, -1), { from: last.from, to: first.to }, ...others]
    : [...old, ...added];
}
