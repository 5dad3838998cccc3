import { type Measure, type ScenarioResult, type Side } from './run-scenario.ts';
import { describeTarget } from './target.ts';

/** A scenario that could not be run to its end. */
export interface Failure {
  readonly scenario: string;
  readonly error: string;
}

type Row = readonly string[];

const heading: Row = [
  'scenario',
  'measure',
  'service',
  'floor',
  'unit',
  'ratio',
  'spread (min–max)',
  'CPU s: node+pg',
  'peak MiB',
  'target',
  'met',
];

/** All that was measured as one table of text. */
export function toTable(results: readonly (ScenarioResult | Failure)[]): string {
  const rows = [heading, ...results.flatMap(toRows)];
  const widths = heading.map((_, column) =>
    Math.max(...rows.map((row) => (isError(row) ? 0 : (row[column]?.length ?? 0)))),
  );
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

const isError = (row: Row) => row.length < heading.length;

const toRows = (result: ScenarioResult | Failure): Row[] =>
  'error' in result
    ? [[result.scenario, `failed: ${result.error}`]]
    : result.measures.map((measure) => toRow(result.scenario, measure));

function toRow(scenario: string, { name, unit, service, floor, ratio, ...rest }: Measure): Row {
  const ours = 'use' in service ? service : undefined;
  const both = (show: (side: Side) => string) =>
    [ours, floor].flatMap((side) => (side ? show(side) : [])).join(' / ');
  return [
    scenario,
    name,
    shown(service.median),
    floor ? shown(floor.median) : '',
    unit,
    ratio === null ? '' : ratio.toFixed(2),
    both(({ min, max }) => `${shown(min)}–${shown(max)}`),
    both(
      ({ use }) =>
        `${use.nodeCpuSeconds.toFixed(1)}+${use.postgresCpuSeconds?.toFixed(1) ?? 'unknown'}`,
    ),
    both(({ use }) => String(use.nodePeakMib)),
    rest.target ? describeTarget(rest.target) : '',
    rest.isMet === null ? '' : rest.isMet ? 'yes' : 'NO',
  ];
}

/** Three digits are enough of what is below a hundred. */
const shown = (value: number | string) =>
  typeof value === 'string'
    ? value
    : value >= 100
      ? Math.round(value).toString()
      : value.toString();
