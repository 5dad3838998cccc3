import { serveBare } from './bare-server.ts';
import { type Text } from './shapes.ts';

const nodeCosts =
  'cpu_cost_seconds + memory_cost_seconds + gpu_cost_seconds + idle_cost_seconds + overhead_cost_seconds';
const sums = [
  'cpu_cost_seconds',
  'memory_cost_seconds',
  'gpu_cost_seconds',
  'idle_cost_seconds',
  'overhead_cost_seconds',
  'cpu_requested_core_seconds',
  'cpu_used_core_seconds',
  'memory_requested_byte_seconds',
  'memory_used_byte_seconds',
];

interface Grouping {
  readonly table: string;
  /** What tells rows apart, beside the cluster. */
  readonly keys: readonly string[];
  /** All rows with their `name` and `total`, over some days. */
  readonly all: (isInDays: string) => string;
}

const groupings: Readonly<Record<string, Grouping>> = {
  // What a namespace owns itself is no workload. Who owns what is joined once per workload.
  workload: {
    table: 'workload_days',
    keys: ['workload_uid'],
    all: (isInDays) => `
      select unit.cluster_id, unit.workload_uid, owner.name, unit.total
      from (
        select cluster_id, workload_uid, max(description_id) as description_id,
          sum(loaded_compute_cost_seconds) as total
        from workload_days where organization_id = $1 and ${isInDays} group by 1, 2
      ) as unit
      join owner_descriptions as owner
        on owner.organization_id = $1 and owner.id = unit.description_id
      where owner.kind <> ''`,
  },
  namespace: {
    table: 'namespace_days',
    keys: ['namespace'],
    all: (isInDays) => `
      select cluster_id, namespace, namespace as name, sum(${nodeCosts}) as total
      from namespace_days where organization_id = $1 and ${isInDays} group by 1, 2`,
  },
  container: {
    table: 'container_days',
    keys: ['pod_uid', 'container_name'],
    all: (isInDays) => `
      select cluster_id, pod_uid, container_name, container_name as name,
        sum(loaded_compute_cost_seconds) as total
      from container_days where organization_id = $1 and ${isInDays} group by 1, 2, 3`,
  },
  node: {
    table: 'node_days',
    keys: ['node_uid'],
    all: (isInDays) => `
      select cluster_id, node_uid, max(name) as name,
        sum(${nodeCosts} + unallocated_cost_seconds) as total
      from node_days where organization_id = $1 and ${isInDays} group by 1, 2`,
  },
};

/**
 * A page of rows by cost over daily rows, with the totals of all rows and of the days before, as
 * somebody writes it for one grouping: the page is found by its total alone, and the other sums are
 * those of its rows.
 */
const toSql = ({ table, keys, all }: Grouping) => `
  with ranked as materialized (${all('day between $2::date and $3::date')}), page as (
    select * from ranked order by total desc nulls last, name, ${keys.join(', ')}
    limit $4::integer offset $5::integer
  )
  select page.name, cluster.name as cluster_name, round(page.total / 3600, 4) as total_cost,
    summary.*, part.*, (
      select round(sum(total) / 3600, 4)
      from (${all('day between $2::date - ($3::date - $2::date + 1) and $2::date - 1')}) as previous
    ) as previous_cost
  from page
  join clusters as cluster on cluster.organization_id = $1 and cluster.id = page.cluster_id
  cross join (
    select count(*) as row_count, round(sum(total) / 3600, 4) as all_cost from ranked
  ) as summary
  cross join lateral (
    select ${sums.map((column) => `sum(${column}) as ${column}`).join(', ')}
    from ${table} as part
    where part.organization_id = $1 and part.day between $2::date and $3::date
      and ${['cluster_id', ...keys].map((key) => `part.${key} = page.${key}`).join(' and ')}
  ) as part
  order by page.total desc nulls last, page.name, ${keys.map((key) => `page.${key}`).join(', ')}`;

const [databaseUrl = '', organizationId, port, groupBy = 'workload'] = process.argv.slice(2);
const grouping = groupings[groupBy];
if (!grouping) throw new Error(`There is no floor by ${groupBy}`);
serveBare<Record<string, Text>>(
  {
    sql: toSql(grouping),
    parameters: (url) => {
      const asked = new URL(url, 'http://floor').searchParams;
      const [page, perPage] = [Number(asked.get('page') ?? 1), Number(asked.get('per_page'))];
      const dates = [asked.get('start_date'), asked.get('end_date')];
      return [organizationId, ...dates, perPage, (page - 1) * perPage];
    },
    toBody: (rows) => ({
      rows: rows.map(({ total_cost, ...row }) => ({ ...row, totalCost: total_cost })),
      summary: { totalCost: rows[0]?.all_cost, rowCount: Number(rows[0]?.row_count) },
    }),
  },
  databaseUrl,
  Number(port),
);
