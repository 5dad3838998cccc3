import { Link } from '@tanstack/react-router';
import { type Answer, joinAnswers, mapAnswer, useAnswer, useAnswers } from '../../api/answer.ts';
import { teams } from '../../api/questions.ts';
import { mostNames, totalCost, unownedCost } from '../../api/teams.ts';
import { formatDays } from '../../parts/days.ts';
import { Facts } from '../../parts/facts.tsx';
import { Cost, formatPercent, percentOf } from '../../parts/money.tsx';
import { formatCount } from '../../parts/number.ts';
import { Panel } from '../../parts/panel.tsx';
import { Table } from '../../parts/table.tsx';
import { useKept, useView } from '../../parts/view.tsx';

/** Cost without a team: what is left when every team is filtered out, as the API sums it. */
export function Unowned() {
  const { days, costing } = useView();
  const kept = useKept();
  const names = useTeamNames();
  const whole = useAnswer(totalCost(days, costing));
  const canAsk = names.data !== undefined && names.data.length <= mostNames;
  const unowned = useAnswers(canAsk ? [unownedCost(names.data, days, costing)] : []);
  return (
    <Panel
      title="What nobody owns"
      unit={`${whole.data?.data.summary.currency ?? ''}, ${formatDays(days)}`}
      height={240}
      answer={joinAnswers(names, joinAnswers(whole, unowned))}
      empty={([all]) =>
        all.length > mostNames &&
        `There are more than ${formatCount(mostNames)} teams: one question cannot leave them all out.`
      }
    >
      {([all, [{ data: everything }, [nobody]]]) =>
        nobody && (
          <>
            <Facts
              of={{
                'All cost of namespaces': <Cost of={everything.summary.totalCost} />,
                'Owned by nobody': <Cost of={nobody.data.summary.totalCost} />,
                Share: formatShare(nobody.data.summary.totalCost, everything.summary.totalCost),
                Unallocated: <Cost of={everything.summary.unallocatedCost} />,
              }}
            />
            <Table
              caption="Namespaces with the highest cost that nobody owns"
              rows={nobody.data.rows}
              rowKey={({ clusterId, namespace }) => `${clusterId}/${namespace}`}
              columns={[
                {
                  name: 'namespace',
                  header: 'Namespace',
                  cell: ({ clusterId, clusterName, namespace }) => (
                    <>
                      <Link to={`/clusters/${clusterId}/namespaces/${namespace}`} search={kept}>
                        {namespace}
                      </Link>{' '}
                      <span className="unit">{clusterName}</span>
                    </>
                  ),
                },
                {
                  name: 'cost',
                  header: 'Cost of what nobody owns in it',
                  isNumber: true,
                  cell: ({ totalCost }) => <Cost of={totalCost} />,
                },
              ]}
            />
            <p>
              <Link to="/explore" search={{ ...kept, by: 'workload', ...withoutTeams(all) }}>
                Explore the workloads that nobody owns
              </Link>
            </p>
          </>
        )
      }
    </Panel>
  );
}

const formatShare = (part: string | undefined, whole: string | undefined) => {
  const percent = part === undefined || whole === undefined ? undefined : percentOf(part, whole);
  return percent === undefined ? undefined : formatPercent(percent);
};

const withoutTeams = (names: readonly string[]) => ({
  filters: [
    { axis: 'workload', field: 'team', operator: 'not_in', values: names, label: 'any team' },
  ],
});

/** All of them, or one more than a question takes. */
function useTeamNames(): Answer<readonly string[]> {
  const { costing } = useView();
  const first = useAnswer(teams(costing));
  const hasMore = first.data?.meta.pagination.has_more ?? false;
  const more = useAnswers(hasMore ? [teams(costing, { limit: mostNames })] : []);
  return mapAnswer(joinAnswers(first, more), ([page, [all = page]]) => {
    const names = all.data.map(({ metadata: { name } }) => name);
    return all.meta.pagination.has_more ? [...names, ''] : names;
  });
}
