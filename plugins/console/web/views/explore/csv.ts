import { type ExplorationRow } from '../../api/questions.ts';
import { difference } from '../../parts/money.tsx';
import { type Compared, costIn } from './comparison.ts';
import { type Explored } from './exploration.ts';
import { listKeys, readKey, rowKey } from './groupings.ts';
import { type Measure, measureLabels } from './columns.tsx';

const measures = Object.keys(measureLabels) as readonly Measure[];

/** RFC 4180, with the column names and exact decimals of the API; unknown values are empty. */
export function toCsv(
  { by, isGrouped }: Explored,
  rows: readonly ExplorationRow[],
  compared?: Compared,
): string {
  const keys = listKeys(by, isGrouped);
  const header = [...keys, ...measures, ...(compared ? ['costBefore', 'change'] : [])];
  const lines = rows.map((row) => [
    ...keys.map((key) => escapeFormula(readKey(row, key))),
    ...measures.map((measure) => row[measure]),
    ...(compared ? compareRow(compared, rowKey(by, row), row) : []),
  ]);
  return [header, ...lines].map((line) => `${line.map(quote).join(',')}\r\n`).join('');
}

function compareRow({ then }: Compared, key: string, { totalCost }: ExplorationRow) {
  const before = costIn(then, key);
  return before.kind !== 'exact' || totalCost === undefined
    ? [undefined, undefined]
    : [before.amount, difference(totalCost, before.amount)];
}

/** A spreadsheet would run a text that begins like a formula. */
const escapeFormula = (text: string | undefined) => text?.replace(/^[=+\-@]/, "'$&");

function quote(value: string | number | undefined): string {
  const text = String(value ?? '');
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
