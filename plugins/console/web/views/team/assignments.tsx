import { Link } from '@tanstack/react-router';
import { mapAnswer, useAnswer } from '../../api/answer.ts';
import { type TeamAssignment, teamAssignments } from '../../api/teams.ts';
import { isNameIn } from '../../parts/address.ts';
import { formatAge } from '../../parts/days.ts';
import { choices, type Filter, Filters, useFilterQuery } from '../../parts/filters.tsx';
import { formatPercent } from '../../parts/money.tsx';
import { counted } from '../../parts/number.ts';
import { Pages, useCursor } from '../../parts/pages.tsx';
import { Panel } from '../../parts/panel.tsx';
import { type Column, Table } from '../../parts/table.tsx';
import { useKept, type ViewSearch } from '../../parts/view.tsx';
import { workloadFilters } from '../../parts/workload-filters.ts';
import './team.css';

const sources = {
  user_manual: 'user',
  k8s_label: 'label',
  namespace_auto: 'namespace',
  backfill_v1: 'backfill',
} as const;

const filters: readonly Filter[] = [
  {
    name: 'entity_type',
    label: 'Type',
    takes: 'several',
    useChoices: choices({ workload: 'workload', namespace: 'namespace' }),
  },
  workloadFilters.cluster,
  {
    name: 'source',
    label: 'Assigned by',
    takes: 'several',
    useChoices: choices(sources),
    isOpen: true,
  },
];

/** The assignments of the team, with weight and source. */
export function Assignments({ teamId }: { readonly teamId: string }) {
  const kept = useKept();
  const query = useFilterQuery(filters);
  const answer = useAnswer(teamAssignments(teamId, { ...query, cursor: useCursor() }));
  const total = answer.data?.meta.pagination.total_count;
  return (
    <div>
      <Filters filters={filters} />
      <Panel
        title="Assignments"
        unit={total === undefined ? '' : counted(total, 'assignment')}
        height={240}
        answer={mapAnswer(answer, ({ data }) => data)}
        empty={(rows) =>
          rows.length === 0 &&
          (Object.keys(query).length > 0
            ? 'No assignment matches. Remove a filter.'
            : 'The team has no assignments.')
        }
      >
        {(rows) => (
          <Table
            caption="Assignments of the team"
            rows={rows}
            rowKey={({ id }) => id}
            columns={columns(kept)}
          />
        )}
      </Panel>
      <Pages answer={answer} />
    </div>
  );
}

const columns = (kept: ViewSearch): Column<TeamAssignment>[] => [
  {
    name: 'entity',
    header: 'Name',
    cell: ({ metadata: { cluster, entity_type, entity_identifier, entity_name } }) => (
      <Link
        to={`/clusters/${cluster.id}/${entity_type}s/${encodeURIComponent(entity_identifier)}`}
        search={kept}
      >
        {entity_name}
      </Link>
    ),
  },
  { name: 'type', header: 'Type', cell: ({ metadata }) => metadata.entity_type },
  { name: 'namespace', header: 'Namespace', cell: ({ metadata }) => metadata.entity_namespace },
  { name: 'cluster', header: 'Cluster', cell: ({ metadata }) => metadata.cluster.name },
  {
    name: 'weight',
    header: 'Weight',
    isNumber: true,
    cell: ({ metadata }) => formatPercent(metadata.weight_percentage),
  },
  {
    name: 'source',
    header: 'Assigned by',
    cell: ({ metadata: { source } }) => (isNameIn(sources, source) ? sources[source] : source),
  },
  {
    name: 'since',
    header: 'Since',
    cell: ({ metadata: { created_at } }) => (
      <time dateTime={created_at} title={created_at}>
        {formatAge(created_at)}
      </time>
    ),
  },
];
