import { Link } from '@tanstack/react-router';
import { mapAnswer } from '../../api/answer.ts';
import { Panel } from '../../parts/panel.tsx';
import { rankedBy } from '../../parts/ranked.tsx';
import { Table } from '../../parts/table.tsx';
import { useKept } from '../../parts/view.tsx';
import { type TeamsAnswer } from './bodies.ts';

export function TopTeams({ answer }: { readonly answer: TeamsAnswer }) {
  const kept = useKept();
  const [first] = answer.data?.data ?? [];
  return (
    <Panel
      title="Teams"
      unit={`${first?.cost.current_run_rate_hourly?.currency ?? ''} per hour, now`}
      height={200}
      answer={mapAnswer(answer, ({ data }) => data)}
      empty={(rows) => rows.length === 0 && 'Nothing is assigned to a team.'}
    >
      {(rows) => (
        <Table
          caption="The teams with the highest run rate"
          rows={rows}
          rowKey={({ id }) => id}
          columns={[
            {
              name: 'team',
              header: 'Team',
              cell: ({ id, metadata: { name, department } }) => (
                <>
                  <Link to={`/teams/${id}`} search={kept}>
                    {name}
                  </Link>{' '}
                  <span className="unit">{department?.name}</span>
                </>
              ),
            },
            ...rankedBy(rows, 'Per hour', ({ cost }) => cost.current_run_rate_hourly),
          ]}
        />
      )}
    </Panel>
  );
}
