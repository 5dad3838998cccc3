import { Link } from '@tanstack/react-router';
import { type Answer } from '../../api/answer.ts';
import { type ExplorationRow } from '../../api/questions.ts';
import { Facts } from '../../parts/facts.tsx';
import { Cost, formatPercent, computePercent } from '../../parts/money.tsx';
import { Panel } from '../../parts/panel.tsx';
import { Table } from '../../parts/table.tsx';
import { useKept } from '../../parts/view.tsx';
import { type Exploration, isTruncated, sumRows } from './team-costs.ts';

const shownNamespaces = 10;

/** Cost without a team, as summed by the API. */
export function Unowned({
  answer,
}: {
  readonly answer: Answer<readonly [Exploration, Exploration]>;
}) {
  const kept = useKept();
  return (
    <Panel
      title="Unowned cost"
      unit={`${answer.data?.[0].data.summary.currency ?? ''} in this range`}
      height={240}
      answer={answer}
    >
      {([byTeam, byNamespace]) => {
        const { summary, rows } = byTeam.data;
        const unowned = sumRows(byTeam, isUnowned);
        return (
          <>
            <Facts
              of={{
                'Total cost of namespaces': <Cost of={summary.totalCost} />,
                'Without an owner': <Cost of={unowned} />,
                Share: formatShare(unowned, summary.totalCost),
                Unallocated: <Cost of={summary.unallocatedCost} />,
              }}
            />
            <Table
              caption="Namespaces with the highest unowned cost"
              rows={byNamespace.data.rows.filter(isUnowned).slice(0, shownNamespaces)}
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
                  header: 'Unowned cost',
                  isNumber: true,
                  cell: ({ totalCost }) => <Cost of={totalCost} />,
                },
              ]}
            />
            {isTruncated(byNamespace) && (
              <p className="unit">Among the {byNamespace.data.rows.length} most expensive rows.</p>
            )}
            {!isTruncated(byTeam) && (
              <p>
                <Link to="/explore" search={{ ...kept, by: 'workload', ...withoutTeams(rows) }}>
                  Explore unowned workloads
                </Link>
              </p>
            )}
          </>
        );
      }}
    </Panel>
  );
}

const isUnowned = ({ team }: ExplorationRow) => team === undefined;

const formatShare = (part: string | undefined, whole: string | undefined) => {
  const percent =
    part === undefined || whole === undefined ? undefined : computePercent(part, whole);
  return percent === undefined ? undefined : formatPercent(percent);
};

const withoutTeams = (rows: readonly ExplorationRow[]) => {
  const values = [
    ...new Set(rows.flatMap(({ team }) => (team ? [team, ...team.split(', ')] : []))),
  ];
  return {
    filters: [{ axis: 'workload', field: 'team', operator: 'not_in', values, label: 'any team' }],
  };
};
