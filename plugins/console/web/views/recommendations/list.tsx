import { Link } from '@tanstack/react-router';
import { type Answer, mapAnswer } from '../../api/answer.ts';
import { type Recommendation } from '../../api/recommendations.ts';
import { Level } from '../../parts/level.tsx';
import { Cost } from '../../parts/money.tsx';
import { counted } from '../../parts/number.ts';
import { Panel } from '../../parts/panel.tsx';
import { type Column, Table } from '../../parts/table.tsx';
import { useKept } from '../../parts/view.tsx';

interface Body {
  readonly data: readonly Recommendation[];
  readonly meta: {
    readonly pagination: {
      readonly next_cursor?: string;
      readonly has_more: boolean;
      readonly total_count?: number;
    };
  };
}

interface ListProps {
  readonly answer: Answer<Body>;
  readonly isFiltered: boolean;
}

export function List({ answer, isFiltered }: ListProps) {
  const kept = useKept();
  const { data = [], meta } = answer.data ?? {};
  const currency = data[0]?.savings.estimated_hourly.currency ?? '';
  const total = meta?.pagination.total_count;
  return (
    <Panel
      title={isFiltered ? 'Matching recommendations' : 'Pending and dismissed'}
      unit={[
        `${currency} per hour`,
        total !== undefined && counted(total, 'recommendation'),
        'largest savings first',
      ]
        .filter(Boolean)
        .join(', ')}
      height={600}
      answer={mapAnswer(answer, (body) => body.data)}
      empty={(rows) =>
        rows.length === 0 &&
        (isFiltered
          ? 'No recommendation matches. Remove a filter.'
          : 'There are no recommendations.')
      }
    >
      {(rows) => (
        <Table
          caption="Recommendations by savings, largest first"
          rows={rows}
          rowKey={({ id }) => id}
          columns={columns(kept)}
        />
      )}
    </Panel>
  );
}

const columns = (kept: ReturnType<typeof useKept>): Column<Recommendation>[] => [
  {
    name: 'title',
    header: 'Recommendation',
    cell: ({ id, metadata: { title } }) => (
      <Link to={`/recommendations/${id}`} search={kept}>
        {title}
      </Link>
    ),
  },
  {
    name: 'workload',
    header: 'Workload',
    cell: ({ metadata: { resource_type, resource_name, resource_uid, cluster } }) => (
      <>
        {resource_type === 'Node' ? (
          resource_name
        ) : (
          <Link to={`/clusters/${cluster.id}/workloads/${resource_uid}`} search={kept}>
            {resource_name}
          </Link>
        )}{' '}
        <span className="unit">{resource_type}</span>
      </>
    ),
  },
  {
    name: 'namespace',
    header: 'Namespace',
    cell: ({ metadata: { namespace, cluster } }) =>
      namespace && (
        <Link to={`/clusters/${cluster.id}/namespaces/${namespace}`} search={kept}>
          {namespace}
        </Link>
      ),
  },
  {
    name: 'cluster',
    header: 'Cluster',
    cell: ({ metadata: { cluster } }) => (
      <Link to={`/clusters/${cluster.id}`} search={kept}>
        {cluster.name}
      </Link>
    ),
  },
  { name: 'risk', header: 'Risk', cell: ({ metadata }) => <Level of={metadata.risk_level} /> },
  {
    name: 'priority',
    header: 'Priority',
    cell: ({ metadata }) => <Level of={metadata.priority} />,
  },
  { name: 'status', header: 'Status', cell: ({ metadata: { status } }) => status },
  {
    name: 'cost',
    header: 'Current cost',
    isNumber: true,
    cell: ({ current: { hourly_cost } }) => <Cost of={hourly_cost} />,
  },
  {
    name: 'saving',
    header: 'Saving',
    isNumber: true,
    cell: ({ savings: { estimated_hourly } }) => <Cost of={estimated_hourly} />,
  },
];
