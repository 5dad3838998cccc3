import { type Row } from '../exported-file.ts';
import { type Level, type Violation, violation } from '../violation.ts';
import { type Context, cellText } from './check.ts';

/** Checks 18, 49, 55, 56 and 57: the rows of a file among each other. */
export function* checkAcrossRows({ file }: Context): Generator<Violation> {
  const { rows, columns } = file;
  yield* oneInFile(rows, 'BillingCurrency', 18);
  yield* oneInFile(rows, 'AllocatedMethodId', 49);
  yield* oneEach(rows, ['ServiceName', 'ServiceCategory'], 55, 'M');
  yield* oneEach(rows, ['ServiceName', 'ServiceSubcategory'], 55, 'S');
  yield* oneEach(rows, ['SkuPriceId', 'SkuId'], 56, 'M');
  yield* oneEach(rows, ['SkuId', 'SkuMeter'], 56, 'S');

  const key = ['ChargePeriodStart', 'SubAccountId', 'SkuPriceId', 'AllocatedResourceId'];
  if (!key.every((column) => columns.includes(column))) return;
  yield* unique(rows, columns, 'M', 'the row occurs twice');
  yield* unique(rows, key, 'P', 'the key occurs twice');
}

function* oneInFile(rows: readonly Row[], column: string, check: number): Generator<Violation> {
  const values = new Set(rows.map((row) => row[column]));
  if (values.size > 1) yield violation(check, 'P', `${column} is ${[...values].join()}`);
}

/** Every value of the first column has one value of the second. */
function* oneEach(
  rows: readonly Row[],
  [name, dependent]: readonly [string, string],
  check: number,
  level: Level,
): Generator<Violation> {
  const seen = new Map<string, string>();
  for (const [at, row] of rows.entries()) {
    if (row[name] === undefined || row[dependent] === undefined) return;
    const [owner, value] = [cellText(row[name]), cellText(row[dependent])];
    const first = seen.get(owner) ?? value;
    seen.set(owner, first);
    if (first !== value) {
      const message = `${owner} has ${dependent} ${first} and ${value}`;
      yield violation(check, level, message, at);
    }
  }
}

function* unique(
  rows: readonly Row[],
  columns: readonly string[],
  level: Level,
  message: string,
): Generator<Violation> {
  const seen = new Set<string>();
  for (const [at, row] of rows.entries()) {
    const text = JSON.stringify(columns.map((column) => row[column]));
    if (seen.has(text)) yield violation(57, level, message, at);
    seen.add(text);
  }
}
