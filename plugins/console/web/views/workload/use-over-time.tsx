import { mapAnswer, useAnswers } from '../../api/answer.ts';
import { type ExplorationRow } from '../../api/questions.ts';
import { type Workload, workloadTrend, workloadUse } from '../../api/workloads.ts';
import { countDays, type Days, splitDays, today } from '../../parts/days.ts';
import { LineChart } from '../../parts/line-chart.tsx';
import { formatDecimal } from '../../parts/number.ts';
import { Panel } from '../../parts/panel.tsx';
import { useView } from '../../parts/view.tsx';

/** Limits the requests of the view to twelve, with those of the other panels. */
const maxWindows = 7;

/** Requests and usage of the workload, as averages over days with data. */
export function UseOverTime({ workload }: { readonly workload: Workload }) {
  const { days, costing } = useView();
  const windows = splitDays(days, maxWindows);
  const direct = { ...costing, cost_mode: 'workload_only' } as const;
  const trend = workloadTrend(workload.metadata.cluster.id, workload.id, days, direct);
  const answer = useAnswers([trend, ...windows.map((part) => workloadUse(workload.id, part))]);
  const length = countDays(windows[0] ?? days);
  return (
    <Panel
      title="Requested and used over time"
      unit={length === 1 ? 'average per day' : `averages over ${length} days`}
      height={300}
      answer={mapAnswer(
        answer,
        ([
          {
            data: { points },
          },
          ...uses
        ]) =>
          uses.map(({ data }, index) => ({
            row: data.rows[0],
            hours: hoursWithData(windows[index] ?? days, points, answer.answeredAt),
          })),
      )}
      empty={(parts) =>
        parts.every(({ row }) => !row) && 'There is no data for this workload in this range.'
      }
    >
      {(parts) => (
        <div className="grid-2">
          {measures.map(({ name, unit, requested, used }) => (
            <div key={name}>
              <h3>
                {name} <span className="unit">{unit}</span>
              </h3>
              <LineChart
                caption={`${name}, requested and used`}
                windows={windows}
                format={formatDecimal}
                lines={[
                  {
                    name: 'Requested',
                    stroke: 2,
                    values: parts.map(({ row, hours }) => perHour(row?.[requested], hours)),
                  },
                  {
                    name: 'Used',
                    stroke: 1,
                    values: parts.map(({ row, hours }) => perHour(row?.[used], hours)),
                  },
                ]}
              />
            </div>
          ))}
        </div>
      )}
    </Panel>
  );
}

const measures = [
  {
    name: 'CPU',
    unit: 'cores',
    requested: 'cpuCoreHoursRequested',
    used: 'cpuCoreHoursUsed',
  },
  {
    name: 'Memory',
    unit: 'GiB',
    requested: 'memoryGibHoursRequested',
    used: 'memoryGibHoursUsed',
  },
] as const satisfies readonly {
  requested: keyof ExplorationRow;
  used: keyof ExplorationRow;
  [more: string]: unknown;
}[];

const hourMs = 3_600_000;

/** The hours of the days with data; for today, the hours until the response. */
function hoursWithData(
  { from, to }: Days,
  points: readonly { readonly bucket_start: string }[],
  answeredAt: number,
): number {
  const known = points
    .map(({ bucket_start }) => bucket_start.slice(0, 10))
    .filter((day) => from <= day && day <= to);
  const sinceMidnight = (answeredAt - Date.parse(today())) / hourMs;
  return known.reduce((hours, day) => hours + (day === today() ? sinceMidnight : 24), 0);
}

const perHour = (total: number | undefined, hours: number): number | undefined =>
  total === undefined || hours === 0 ? undefined : total / hours;
