import { type Answer, mapAnswer } from '../../api/answer.ts';
import { type Department } from '../../api/teams.ts';
import { PartialMark } from '../../parts/mark.tsx';
import { Bar } from '../../parts/measure.tsx';
import { Cost, toLength } from '../../parts/money.tsx';
import { formatCount } from '../../parts/number.ts';
import { Panel } from '../../parts/panel.tsx';
import { Table } from '../../parts/table.tsx';
import { useKept } from '../../parts/view.tsx';
import { Link } from '@tanstack/react-router';

/** The current cost of departments; each links to its teams. */
export function Departments({
  answer,
}: {
  readonly answer: Answer<{ readonly data: readonly Department[] }>;
}) {
  const kept = useKept();
  const highest = toLength(answer.data?.data[0]?.cost.current_run_rate_hourly);
  const currency = answer.data?.data[0]?.cost.current_run_rate_hourly?.currency ?? '';
  return (
    <Panel
      title="Departments"
      unit={`${currency} per hour, now`}
      height={200}
      answer={mapAnswer(answer, ({ data }) => data)}
      empty={(rows) => rows.length === 0 && 'No team has a department.'}
    >
      {(rows) => (
        <Table
          caption="Departments by run rate, highest first"
          rows={rows}
          rowKey={({ id }) => id}
          columns={[
            {
              name: 'department',
              header: 'Department',
              cell: ({ id, metadata: { name } }) => (
                <Link to="/teams" search={{ ...kept, department_id: id }}>
                  {name}
                </Link>
              ),
            },
            {
              name: 'relative',
              header: 'Relative',
              isDrawn: true,
              cell: ({ cost }) => (
                <Bar share={highest > 0 ? toLength(cost.current_run_rate_hourly) / highest : 0} />
              ),
            },
            {
              name: 'rate',
              header: 'Per hour',
              isNumber: true,
              cell: ({ cost }) => (
                <>
                  {cost.partial && <PartialMark />} <Cost of={cost.current_run_rate_hourly} />
                </>
              ),
            },
            {
              name: 'teams',
              header: 'Teams',
              isNumber: true,
              cell: ({ teams }) => formatCount(teams),
            },
            {
              name: 'workloads',
              header: 'Workloads',
              isNumber: true,
              cell: ({ assigned_workloads }) => formatCount(assigned_workloads),
            },
          ]}
        />
      )}
    </Panel>
  );
}
