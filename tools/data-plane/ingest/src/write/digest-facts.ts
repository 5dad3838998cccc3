import { hash } from 'node:crypto';
import { figuresByTable, type StateTable } from './state-table.ts';

/** A row of a state table, and a digest that is equal for equal facts of an object. */
export interface DigestedRow<Row extends object = object> {
  row: Row;
  digest: string;
}

/** Computes digests of the facts of rows with the same columns. */
export function digestFacts<Row extends object>(
  table: StateTable,
  rows: readonly Row[],
  manner = '',
): DigestedRow<Row>[] {
  const [first] = rows;
  if (!first) return [];
  const figures = new Set(figuresByTable[table].map(({ name }) => name));
  const facts = (Object.keys(first) as (keyof Row & string)[]).filter((name) => !figures.has(name));
  return rows.map((row) => ({
    row,
    digest: hash('md5', `${manner}${JSON.stringify(facts.map((name) => row[name]))}`),
  }));
}
