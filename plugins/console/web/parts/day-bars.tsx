import { scaleBand, scaleLinear } from 'd3-scale';
import { useId, useState } from 'react';
import { createDayLabels, describeArchive, formatFullDay, today } from './days.ts';
import { Cost, formatMoney, sum, toLength } from './money.tsx';
import { createTickFormat } from './number.ts';
import { Table } from './table.tsx';
import { useWidth } from './use-width.ts';
import './chart.css';

/** The maximum number of series with a color, besides the rest. */
export const maxColored = 5;

/** A series with its cost per day; days that are absent have no data. */
export interface Series {
  /** Not unique. */
  readonly name: string;
  /** One of the five colors, from 1, or a pattern. */
  readonly fill: number | 'rest' | 'idle';
  readonly amounts: ReadonlyMap<string, string>;
}

interface DayBarsProps {
  readonly caption: string;
  readonly currency: string;
  readonly days: readonly string[];
  /** From the axis upward. */
  readonly series: readonly Series[];
  /** Archived months, such as `2026-10`: their days have no data. */
  readonly archived?: readonly string[] | undefined;
  readonly onPick?: (day: string) => void;
}

const height = 240;
const margin = { top: 8, right: 4, bottom: 22, left: 56 };

/** Cost per day as stacked bars; the table below has the same numbers. */
export function DayBars({ caption, currency, days, series, archived = [], onPick }: DayBarsProps) {
  const [figure, width] = useWidth<HTMLElement>();
  const [shown, setShown] = useState<string>();
  const noData = `no-data-${useId()}`;
  const totals = new Map(days.map((day) => [day, sumDay(day, series)]));
  const x = scaleBand(days, [margin.left, Math.max(width, 200) - margin.right]).padding(0.15);
  const highest = Math.max(...[...totals.values()].map(toLength)) || 1;
  const y = scaleLinear([0, highest], [height - margin.bottom, margin.top]).nice(4);
  const ticks = y.ticks(4);
  const tickFormat = createTickFormat(ticks[1] ?? 1);
  const label = createDayLabels(days[0], days.at(-1));
  const shownDays = labelledDays(days, width, label.width);
  const lack = (day: string) => (archived.includes(day.slice(0, 7)) ? 'archived' : 'no data');
  return (
    <figure className="chart" ref={figure}>
      <Legend series={series} />
      <svg width="100%" height={height} role="group" aria-label={caption}>
        <Patterns noData={noData} />
        {ticks.map((tick) => (
          <g key={tick} aria-hidden="true">
            <line className="grid" x1={margin.left} x2="100%" y1={y(tick)} y2={y(tick)} />
            <text className="tick" x={margin.left - 6} y={y(tick) + 4} textAnchor="end">
              {tickFormat.format(tick)}
            </text>
          </g>
        ))}
        {days.map((day) => (
          <g key={day}>
            <Stack day={day} series={series} x={x(day) ?? 0} width={x.bandwidth()} y={y} />
            {totals.get(day) === undefined && (
              <rect
                x={x(day)}
                y={margin.top}
                width={x.bandwidth()}
                height={height - margin.top - margin.bottom}
                fill={`url(#${noData})`}
              />
            )}
            {shownDays.has(day) && (
              <text
                className="tick"
                x={Math.min((x(day) ?? 0) + x.bandwidth() / 2, width - label.width / 2)}
                y={height - 6}
                textAnchor="middle"
                aria-hidden="true"
              >
                {label.format(day)}
              </text>
            )}
            <rect
              className="target"
              x={x(day)}
              y={0}
              width={x.step()}
              height={height - margin.bottom}
              role={onPick ? 'link' : 'img'}
              tabIndex={0}
              aria-label={`${nameDay(day)}: ${describeCost(totals.get(day), currency) ?? lack(day)}`}
              onMouseEnter={() => setShown(day)}
              onMouseLeave={() => setShown(undefined)}
              onFocus={() => setShown(day)}
              onBlur={() => setShown(undefined)}
              onClick={() => onPick?.(day)}
              onKeyDown={({ key }) => key === 'Enter' && onPick?.(day)}
            />
          </g>
        ))}
      </svg>
      {shown && (
        <Tip
          day={shown}
          series={series}
          total={totals.get(shown) ?? lack(shown)}
          left={(x(shown) ?? 0) / width}
        />
      )}
      <HatchedDays days={days} totals={totals} archived={archived} />
      <NumbersTable caption={caption} days={days} series={series} totals={totals} lack={lack} />
    </figure>
  );
}

function sumDay(day: string, series: readonly Series[]): string | undefined {
  const amounts = series.flatMap(({ amounts }) => amounts.get(day) ?? []);
  return amounts.length === 0 ? undefined : sum(amounts);
}

const describeCost = (total: string | undefined, currency: string) =>
  total && `${formatMoney(total)} ${currency}`;

const isToday = (day: string) => day === today();
const nameDay = (day: string) => `${formatFullDay(day)}${isToday(day) ? ', until now' : ''}`;

/** The days that are labeled: as many as fit, counted from the last. */
function labelledDays(days: readonly string[], width: number, labelWidth: number): Set<string> {
  const room = Math.max(width, 200) - margin.left - margin.right;
  const every = Math.max(1, Math.ceil((days.length * 1.5 * labelWidth) / room));
  return new Set(days.filter((_, index) => (days.length - 1 - index) % every === 0));
}

function Stack({
  day,
  series,
  x,
  width,
  y,
}: {
  readonly day: string;
  readonly series: readonly Series[];
  readonly x: number;
  readonly width: number;
  readonly y: (value: number) => number;
}) {
  let below = 0;
  return series.map(({ fill, amounts }, index) => {
    const from = below;
    below += toLength(amounts.get(day));
    const top = y(below);
    return (
      <rect
        key={index}
        className={`fill fill-${fill} ${isToday(day) ? 'until-now' : ''}`}
        x={x}
        width={width}
        y={top}
        height={Math.max(0, y(from) - top - (y(from) - top > 2 ? 1 : 0))}
      />
    );
  });
}

function Patterns({ noData }: { readonly noData: string }) {
  return (
    <defs>
      <pattern id={noData} width="6" height="6" patternUnits="userSpaceOnUse">
        <path className="hatch" d="M-1 1l2-2M0 6l6-6M5 7l2-2" />
      </pattern>
      <pattern id="fill-idle" width="6" height="6" patternUnits="userSpaceOnUse">
        <rect className="pattern-ground" width="6" height="6" />
        <path className="pattern-line" d="M-1 1l2-2M0 6l6-6M5 7l2-2" />
      </pattern>
    </defs>
  );
}

function Legend({ series }: { readonly series: readonly Series[] }) {
  return (
    <ul className="legend">
      {series.map(({ name, fill }, index) => (
        <li key={index}>
          <svg width="12" height="12" aria-hidden="true">
            <rect className={`fill fill-${fill}`} width="12" height="12" rx="2" />
          </svg>
          {name}
        </li>
      ))}
    </ul>
  );
}

function Tip({
  day,
  series,
  total,
  left,
}: {
  readonly day: string;
  readonly series: readonly Series[];
  readonly total: string;
  readonly left: number;
}) {
  const place = left > 0.5 ? { right: `${(1 - left) * 100 + 1}%` } : { left: `${left * 100 + 5}%` };
  return (
    <div className="tip" style={place} aria-hidden="true">
      <strong>{nameDay(day)}</strong>
      <dl>
        {series.toReversed().map(({ name, amounts }, index) => {
          const amount = amounts.get(day);
          return amount === undefined ? null : (
            <div key={index}>
              <dt>{name}</dt>
              <dd>{amount}</dd>
            </div>
          );
        })}
        <div className="tip-total">
          <dt>Total</dt>
          <dd>{total}</dd>
        </div>
      </dl>
    </div>
  );
}

interface HatchedDaysProps {
  readonly days: readonly string[];
  readonly totals: ReadonlyMap<string, string | undefined>;
  readonly archived: readonly string[];
}

/** Why some days are hatched. */
function HatchedDays({ days, totals, archived }: HatchedDaysProps) {
  const isUnknown = (day: string) =>
    totals.get(day) === undefined && !archived.includes(day.slice(0, 7));
  const [first = ''] = days;
  const begin = isUnknown(first) && days.find((day) => !isUnknown(day));
  const reasons = [
    days.some(isUnknown) && 'no data.',
    begin && totals.get(begin) && `The data begins on ${formatFullDay(begin)}.`,
    archived.length > 0 && `${describeArchive(archived)}.`,
  ].filter(Boolean);
  return reasons.length > 0 && <p className="unit">Hatched: {reasons.join(' ')}</p>;
}

function NumbersTable({
  caption,
  days,
  series,
  totals,
  lack,
}: {
  readonly caption: string;
  readonly days: readonly string[];
  readonly series: readonly Series[];
  readonly totals: ReadonlyMap<string, string | undefined>;
  readonly lack: (day: string) => string;
}) {
  const number = (day: string, amount: string | undefined) =>
    amount === undefined ? lack(day) : <Cost of={amount} />;
  return (
    <details>
      <summary>Show as a table</summary>
      <Table
        caption={caption}
        rows={days}
        rowKey={(day) => day}
        columns={[
          { name: 'day', header: 'Day (UTC)', cell: nameDay },
          ...series.map(({ name, amounts }, index) => ({
            name: `series-${index}`,
            header: name,
            isNumber: true,
            cell: (day: string) => number(day, amounts.get(day)),
          })),
          {
            name: 'total',
            header: 'Total',
            isNumber: true,
            cell: (day: string) => number(day, totals.get(day)),
          },
        ]}
      />
    </details>
  );
}
