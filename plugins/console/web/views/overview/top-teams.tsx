import { Link } from '@tanstack/react-router';
import { mapAnswer, useAnswer } from '../../api/answer.ts';
import { costByTeam } from '../../api/teams.ts';
import { filterByOwner } from '../../parts/explore-filter.ts';
import { Panel } from '../../parts/panel.tsx';
import { rankedBy } from '../../parts/ranked.tsx';
import { Table } from '../../parts/table.tsx';
import { useKept, useView } from '../../parts/view.tsx';
import { namesOfTeams, useStack } from './cost-per-day.tsx';

export function TopTeams() {
  const { days, costing } = useView();
  const kept = useKept();
  const isStacked = useStack() === 'teams';
  const answer = useAnswer(costByTeam(days, costing, 5));
  return (
    <Panel
      title="Teams"
      unit={`${answer.data?.data.summary.currency ?? ''} in this range`}
      height={200}
      answer={mapAnswer(answer, ({ data }) => data.rows)}
      controls={
        <Link to="/teams" search={kept}>
          All teams
        </Link>
      }
      empty={(rows) => rows.length === 0 && 'There is no cost in this range.'}
    >
      {(rows) => (
        <Table
          caption="The most expensive teams in this range"
          rows={rows}
          rowKey={({ team = '' }) => team}
          columns={[
            {
              name: 'team',
              header: 'Team',
              cell: ({ team }) =>
                team === undefined ? (
                  'nobody'
                ) : (
                  <Link
                    to="/explore"
                    search={{ ...kept, filters: filterByOwner('team', team.split(', ')) }}
                  >
                    {team}
                  </Link>
                ),
            },
            ...rankedBy(
              rows,
              'Cost',
              ({ totalCost }) => totalCost,
              ({ team }) =>
                isStacked && team !== undefined ? namesOfTeams(rows).indexOf(team) + 1 : 0,
            ),
          ]}
        />
      )}
    </Panel>
  );
}
