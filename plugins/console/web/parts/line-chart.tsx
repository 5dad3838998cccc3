import { scaleLinear } from 'd3-scale';
import { line } from 'd3-shape';
import { useId, useState } from 'react';
import { countDays, createDayLabels, type Days, formatDays } from './days.ts';
import { unknown } from './money.tsx';
import { Table } from './table.tsx';
import { useWidth } from './use-width.ts';
import './chart.css';
import './line-chart.css';

/** A measure over time: a value per window, undefined if it was not measured. */
interface Line {
  readonly name: string;
  /** Lines differ in color and dash pattern. */
  readonly stroke: 1 | 2;
  readonly values: readonly (number | undefined)[];
}

interface LineChartProps {
  readonly caption: string;
  /** Adjacent windows in order; each value applies to its whole window. */
  readonly windows: readonly Days[];
  readonly lines: readonly Line[];
  readonly format: (value: number) => string;
}

const height = 200;
const margin = { top: 8, right: 4, bottom: 22, left: 56 };

/** Rates as step lines; each step is as wide as the window of its average. */
export function LineChart({ caption, windows, lines, format }: LineChartProps) {
  const [figure, width] = useWidth<HTMLElement>();
  const [shown, setShown] = useState<number>();
  const noData = `no-data-${useId()}`;
  const isMissing = (index: number) => lines.every(({ values }) => values[index] === undefined);
  const edges = toEdges(windows);
  const x = scaleLinear([0, edges.at(-1) ?? 1], [margin.left, Math.max(width, 200) - margin.right]);
  const highest = Math.max(...lines.flatMap(({ values }) => values.map((value) => value ?? 0)));
  const y = scaleLinear([0, highest || 1], [height - margin.bottom, margin.top]).nice(4);
  const label = createDayLabels(windows[0]?.from, windows.at(-1)?.to);
  const isLabelled = (index: number) =>
    index % Math.ceil((windows.length * label.width) / Math.max(width, 200)) === 0;
  const describe = (value: number | undefined) => (value === undefined ? unknown : format(value));
  return (
    <figure className="chart" ref={figure}>
      <LineLegend lines={lines} />
      <svg width="100%" height={height} role="group" aria-label={caption}>
        <defs>
          <pattern id={noData} width="6" height="6" patternUnits="userSpaceOnUse">
            <path className="hatch" d="M-1 1l2-2M0 6l6-6M5 7l2-2" />
          </pattern>
        </defs>
        {y.ticks(4).map((tick) => (
          <g key={tick} aria-hidden="true">
            <line className="grid" x1={margin.left} x2="100%" y1={y(tick)} y2={y(tick)} />
            <text className="tick" x={margin.left - 6} y={y(tick) + 4} textAnchor="end">
              {format(tick)}
            </text>
          </g>
        ))}
        {lines.map(({ name, stroke, values }) => (
          <path key={name} className={`line line-${stroke}`} d={drawSteps(values, edges, x, y)} />
        ))}
        {windows.map((days, index) => (
          <g key={days.from}>
            {isMissing(index) && (
              <rect
                x={x(edges[index] ?? 0)}
                y={margin.top}
                width={x(edges[index + 1] ?? 0) - x(edges[index] ?? 0)}
                height={height - margin.top - margin.bottom}
                fill={`url(#${noData})`}
              />
            )}
            {isLabelled(index) && (
              <text className="tick" x={x(edges[index] ?? 0)} y={height - 6} aria-hidden="true">
                {label.format(days.from)}
              </text>
            )}
            <rect
              className="target"
              x={x(edges[index] ?? 0)}
              y={0}
              width={x(edges[index + 1] ?? 0) - x(edges[index] ?? 0)}
              height={height - margin.bottom}
              role="img"
              tabIndex={0}
              aria-label={`${formatDays(days)}: ${lines
                .map(({ name, values }) => `${name} ${describe(values[index])}`)
                .join(', ')}`}
              onMouseEnter={() => setShown(index)}
              onMouseLeave={() => setShown(undefined)}
              onFocus={() => setShown(index)}
              onBlur={() => setShown(undefined)}
            />
          </g>
        ))}
      </svg>
      {shown !== undefined && windows[shown] && (
        <Tip
          days={windows[shown]}
          left={x(edges[shown] ?? 0) / Math.max(width, 200)}
          facts={lines.map(({ name, values }) => [name, describe(values[shown])])}
        />
      )}
      {windows.some((_, index) => isMissing(index)) && <p className="unit">Hatched: no data.</p>}
      <details>
        <summary>Show as a table</summary>
        <Table
          caption={caption}
          rows={windows.map((days, index) => ({ days, index }))}
          rowKey={({ days }) => days.from}
          columns={[
            { name: 'days', header: 'Days (UTC)', cell: ({ days }) => formatDays(days) },
            ...lines.map(({ name, values }) => ({
              name,
              header: name,
              isNumber: true,
              cell: ({ index }: { index: number }) => describe(values[index]),
            })),
          ]}
        />
      </details>
    </figure>
  );
}

/** The boundaries of the windows, in days from the start of the first. */
function toEdges(windows: readonly Days[]): number[] {
  const edges = [0];
  for (const days of windows) edges.push((edges.at(-1) ?? 0) + countDays(days));
  return edges;
}

/** A horizontal step per value; interrupted where there is none. */
function drawSteps(
  values: readonly (number | undefined)[],
  edges: readonly number[],
  x: (edge: number) => number,
  y: (value: number) => number,
): string {
  const points = values.flatMap((value, index) => [
    { edge: edges[index] ?? 0, value },
    { edge: edges[index + 1] ?? 0, value },
  ]);
  const draw = line<(typeof points)[number]>()
    .defined(({ value }) => value !== undefined)
    .x(({ edge }) => x(edge))
    .y(({ value }) => y(value ?? 0));
  return draw(points) ?? '';
}

function LineLegend({ lines }: { readonly lines: readonly Line[] }) {
  return (
    <ul className="legend">
      {lines.map(({ name, stroke }) => (
        <li key={name}>
          <svg width="24" height="8" aria-hidden="true">
            <path className={`line line-${stroke}`} d="M0 4h24" />
          </svg>
          {name}
        </li>
      ))}
    </ul>
  );
}

function Tip({
  days,
  left,
  facts,
}: {
  readonly days: Days;
  readonly left: number;
  readonly facts: readonly (readonly [string, string])[];
}) {
  const place = left > 0.5 ? { right: `${(1 - left) * 100 + 1}%` } : { left: `${left * 100 + 5}%` };
  return (
    <div className="tip" style={place} aria-hidden="true">
      <strong>{formatDays(days)}</strong>
      <dl>
        {facts.map(([name, fact]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{fact}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
