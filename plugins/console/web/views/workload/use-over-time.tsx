import { mapAnswer, useAnswers } from '../../api/answer.ts';
import { type ExplorationRow } from '../../api/questions.ts';
import { type Workload, workloadTrend, workloadUse } from '../../api/workloads.ts';
import { amountsByDay } from '../../parts/cost-per-day.tsx';
import { countDays, type Days, splitDays } from '../../parts/days.ts';
import { LineChart } from '../../parts/line-chart.tsx';
import { computeHours } from '../../parts/money.tsx';
import { formatDecimal } from '../../parts/number.ts';
import { Panel } from '../../parts/panel.tsx';
import { useView } from '../../parts/view.tsx';

/** As many as have space for a label. */
const maxWindows = 7;

/** Requests and usage of the workload, as averages over the hours with data. */
export function UseOverTime({ workload }: { readonly workload: Workload }) {
  const { days, costing } = useView();
  const windows = splitDays(days, maxWindows);
  const direct = { ...costing, cost_mode: 'workload_only' } as const;
  const answer = useAnswers([
    workloadUse(workload.id, days, direct),
    workloadTrend(workload.metadata.cluster.id, workload.id, days, direct, 'run_rate'),
  ]);
  const length = countDays(windows[0] ?? days);
  return (
    <Panel
      title="Requested and used over time"
      unit={`averages ${length === 1 ? 'per day' : `over ${length} days`}, of the hours with data`}
      height={300}
      answer={mapAnswer(answer, ([{ data }, trend]) => addHours(data.rows, amountsByDay(trend)))}
      empty={(used) => used.length === 0 && 'There is no data for this workload in this range.'}
    >
      {(used) => (
        <div className="grid-2">
          {measures.map(({ name, unit, requested, used: usedField }) => (
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
                    values: windows.map((window) => average(used, window, requested)),
                  },
                  {
                    name: 'Used',
                    stroke: 1,
                    values: windows.map((window) => average(used, window, usedField)),
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
] as const;

/** A day with the number of hours that its row covers, and its row. */
interface UsedDay {
  readonly row: ExplorationRow;
  readonly hours: number;
}

/** Days whose hours are unknown are left out. */
const addHours = (
  rows: readonly ExplorationRow[],
  monthly: ReadonlyMap<string, string>,
): UsedDay[] =>
  rows.flatMap((row) => {
    const hours = computeHours(row.totalCost, monthly.get(row.day ?? ''));
    return hours === undefined ? [] : [{ row, hours }];
  });

/** The average over the days that have the measure; undefined without any. */
function average(
  days: readonly UsedDay[],
  { from, to }: Days,
  measure: (typeof measures)[number]['requested' | 'used'],
): number | undefined {
  const measured = days.flatMap(({ row: { day = '', [measure]: total }, hours }) =>
    total !== undefined && from <= day && day <= to ? [{ total, hours }] : [],
  );
  const add = (field: 'total' | 'hours') => measured.reduce((sum, one) => sum + one[field], 0);
  return measured.length === 0 ? undefined : add('total') / add('hours');
}
