import { valuesTable } from './values-table.ts';

const [begin, end] = ['<!-- values: made from values.yaml -->', '<!-- /values -->'];

/** The README of the chart, with the table of its values updated. */
export function withValues(readme: string, values: string): string {
  const [first, last] = [readme.indexOf(begin), readme.indexOf(end)];
  if (first < 0 || last < first) throw new Error(`README.md: "${begin}" or "${end}" is missing`);
  const before = readme.slice(0, first + begin.length);
  return `${before}\n\n${valuesTable(values)}\n\n${readme.slice(last)}`;
}
