import { addKnown, type Column, type Measure } from './measures.ts';

/** Groups of rows, each of which becomes one row of a sum. */
export interface Groups {
  count: number;
  /** The position of each row's group; undefined without one. */
  positions: readonly (number | undefined)[];
}

/** Groups rows by a key. The groups are those of the keys, in their order. */
export function groupRows<Row, Key>(
  rows: readonly Row[],
  keys: readonly Key[],
  keyOf: (row: Row) => Key | null,
): Groups {
  const positions = new Map<Key | null, number>(keys.map((key, position) => [key, position]));
  return { count: keys.length, positions: rows.map((row) => positions.get(keyOf(row))) };
}

/** Adds the known values of each group: null if none is known, `none` for a group without rows. */
export function sumGroups(
  column: Column,
  { count, positions }: Groups,
  none: bigint | null,
): Column {
  const sums = new Array<bigint | null | undefined>(count).fill(undefined);
  for (let row = 0; row < positions.length; row += 1) {
    const position = positions[row];
    if (position === undefined) continue;
    sums[position] = addKnown(sums[position] ?? null, column[row] ?? null);
  }
  return sums.map((sum) => (sum === undefined ? none : sum));
}

/** Figure of something that does not exist: it costs nothing and was not measured. */
export const figureOfNothing = (measure: Measure) => (measure.includes('_used_') ? null : 0n);
