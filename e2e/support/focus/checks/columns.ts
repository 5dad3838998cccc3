import { listDefinitions } from '../schema-object.ts';
import { type Violation, violation } from '../violation.ts';
import {
  applicableColumns,
  focusColumn,
  focusColumns,
  foreignColumns,
} from '../vocabulary/columns.ts';
import { type Context } from './check.ts';

/** Checks 6 to 12: which columns the file has, and in which order. */
export function* checkColumns({ file, schema }: Context): Generator<Violation> {
  const { columns, request } = file;
  yield* checkNames(columns);
  if (request.columns === undefined) yield* checkWholeSet(columns);
  else yield* checkSelection(columns, request.columns);
  yield* checkOrder(columns);

  const defined = listDefinitions(schema).map(({ ColumnName }) => ColumnName);
  if (sorted(defined).join() !== sorted(columns).join()) {
    yield violation(12, 'M', `ColumnDefinition has ${defined.join()}`);
  } else if (defined.join() !== columns.join()) {
    yield violation(12, 'P', `ColumnDefinition has the order ${defined.join()}`);
  }
}

function* checkNames(columns: readonly string[]): Generator<Violation> {
  for (const column of columns) {
    const isKnown = focusColumn(column) !== undefined || column.startsWith('x_');
    if (!isKnown || foreignColumns.includes(column)) {
      yield violation(6, 'M', `${column} is no column of FOCUS 1.4`);
    }
    const isWellNamed = /^x_[A-Z][A-Za-z0-9]*$/.test(column) && column.length <= 50;
    if (column.startsWith('x_') && !isWellNamed) {
      yield violation(11, 'S', `${column} is not how a custom column is named`);
    }
  }
  for (const column of repeated(columns)) yield violation(6, 'M', `${column} is there twice`);
}

function* checkWholeSet(columns: readonly string[]): Generator<Violation> {
  const has = new Set(columns);
  for (const { id, level } of focusColumns) {
    if (level === 'Mandatory' && !has.has(id)) yield violation(7, 'M', `${id} is not there`);
  }
  for (const { id, level } of applicableColumns) {
    if (level === 'Mandatory' || has.has(id)) continue;
    yield violation(8, level === 'Conditional' ? 'M' : 'S', `${id} is not there`);
  }
}

function* checkSelection(
  columns: readonly string[],
  chosen: readonly string[],
): Generator<Violation> {
  if (sorted(columns).join() !== sorted([...new Set(chosen)]).join()) {
    yield violation(9, 'M', `has ${columns.join()}, not ${chosen.join()}`);
  }
}

function* checkOrder(columns: readonly string[]): Generator<Violation> {
  const isCustom = (column: string) => column.startsWith('x_');
  const expected = [
    ...sorted(columns.filter((column) => !isCustom(column))),
    ...sorted(columns.filter(isCustom)),
  ];
  if (expected.join() !== columns.join()) {
    yield violation(10, 'S', `the order is ${columns.join()}`);
  }
}

const sorted = (names: readonly string[]) => [...names].sort();
const repeated = (names: readonly string[]) =>
  names.filter((name, index) => names.indexOf(name) < index);
