import { type Statement } from '../frontend-reader.ts';

export interface ExplorerPage {
  readonly organizationId: string;
  /** `YYYY-MM-DD`, both inclusive. */
  readonly start: string;
  readonly end: string;
  readonly previousStart: string;
  readonly page: number;
  readonly perPage: number;
}

/** A page of workloads by cost and its summary, as somebody would write them for this alone. */
export function explorerPageSql(asked: ExplorerPage): Statement[] {
  const { organizationId, start, end, previousStart, page, perPage } = asked;
  const offset = (page - 1) * perPage;
  return [
    { text: pageSql, values: [organizationId, start, end, `${perPage}`, `${offset}`] },
    { text: billSql, values: [organizationId, previousStart, start, end] },
  ];
}

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

const pageSql = `
  with ranked as materialized (
    select owner.cluster_id, owner.owner_uid, owner.kind, owner.namespace, owner.name,
      sum(unit.total) as total
    from (
      select description_id, sum(loaded_compute_cost_seconds) as total
      from workload_days
      where organization_id = $1 and day between $2::date and $3::date
        and cluster_id = any (array(select id from clusters where organization_id = $1))
      group by description_id
    ) as unit
    join owner_descriptions as owner
      on owner.organization_id = $1 and owner.id = unit.description_id
    where owner.kind <> ''
    group by 1, 2, 3, 4, 5
  ), page as (
    select * from ranked order by total desc nulls last, name, owner_uid, cluster_id
    limit $4::integer offset $5::integer
  )
  select page.*, cluster.name as cluster_name, summary.*, parts.*
  from page
  join clusters as cluster on cluster.organization_id = $1 and cluster.id = page.cluster_id
  cross join (select count(*) as row_count, sum(total) as all_total from ranked) as summary
  cross join lateral (
    select ${sums.map((column) => `sum(${column}) as ${column}`).join(', ')}
    from workload_days as day
    where day.organization_id = $1 and day.cluster_id = page.cluster_id
      and day.workload_uid = page.owner_uid and day.day between $2::date and $3::date
  ) as parts
  order by page.total desc nulls last, page.name, page.owner_uid, page.cluster_id`;

const bill = [
  'cpu_cost_seconds',
  'memory_cost_seconds',
  'gpu_cost_seconds',
  'idle_cost_seconds',
  'overhead_cost_seconds',
  'unallocated_compute_cost_seconds',
]
  .map((column) => `coalesce(${column}, 0)`)
  .join(' + ');

const billSql = `
  select sum(${bill}) filter (where day >= $3::date) as bill,
    sum(${bill}) filter (where day < $3::date) as previous_bill,
    sum(idle_cost_seconds + unallocated_compute_cost_seconds) filter (where day >= $3::date) as idle,
    count(distinct cluster_id) filter (where day >= $3::date) as cluster_count
  from cluster_days
  where organization_id = $1 and day between $2::date and $4::date
    and cluster_id = any (array(select id from clusters where organization_id = $1))`;
