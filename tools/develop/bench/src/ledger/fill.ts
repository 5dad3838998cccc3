import { type Client } from 'pg';
import { rollUp } from './roll-up.ts';
import { chargedColumns, costColumns, quantityColumns, storageColumn } from './owners.ts';

/** A span of the history: from a day on, or the last hours before one. */
export interface Span {
  /** `YYYY-MM-DD`, inclusive. */
  readonly from: string;
  /** `YYYY-MM-DD`, exclusive. */
  readonly to: string;
}

/** Makes the partitions of a span, and leaves out the checks that a copy of true rows needs not. */
export async function prepareLedger(client: Client, { from, to }: Span): Promise<void> {
  await client.query('select prepare_ledger_months($1, $2)', [from, to]);
  await client.query('set session_replication_role = replica');
}

type Unit = 'hour' | 'day';

const units = {
  hour: { step: '1 hour', seconds: '3600', type: 'timestamptz' },
  day: { step: '1 day', seconds: daySeconds('bucket'), type: 'date' },
};

/** One day in thirty has a gap of an hour. */
function daySeconds(bucket: string): string {
  return `case when extract(doy from ${bucket})::integer % 30 = 0 then 82800 else 86400 end`;
}

/** Buckets of a span: when each begins, and how long it was accounted for. */
const buckets = (unit: Unit) => `(
  select bucket::${units[unit].type}, (${units[unit].seconds})::numeric as seconds
  from generate_series($1::timestamptz, $2::timestamptz - interval '1 second',
    interval '${units[unit].step}') as bucket) as bucket`;

const perSecond = (columns: readonly string[], from = 'owner') =>
  columns.map((column) => `${from}.${column} * bucket.seconds`).join(', ');

/** Rows of the owners of one cluster after the other: indexes grow where they are warm. */
export async function fillWorkloads(client: Client, unit: Unit, { from, to }: Span): Promise<void> {
  const { rows } = await client.query<{ id: string }>(
    'select distinct cluster_id as id from owner',
  );
  const columns = [
    ...costColumns,
    storageColumn,
    ...quantityColumns,
    ...(unit === 'day' ? chargedColumns : []),
  ];
  for (const { id } of rows) {
    await client.query(
      `insert into workload_${unit}s (organization_id, cluster_id, ${unit}, workload_uid,
        description_id, ${columns.join(', ')}, seconds)
      select organization_id, cluster_id, bucket.bucket, uid,
        description_id, ${perSecond(columns)}, bucket.seconds
      from ${buckets(unit)}, owner where cluster_id = $3
      order by bucket.bucket`,
      [from, to, id],
    );
  }
}

/** What the owners of a namespace add up to; the namespace as an owner describes it. */
export async function fillNamespaceDays(client: Client, { from, to }: Span): Promise<void> {
  const columns = [...costColumns, storageColumn, ...quantityColumns, ...chargedColumns];
  await client.query(
    `insert into namespace_days (organization_id, cluster_id, day, namespace, description_id,
      ${columns.join(', ')}, seconds)
    select organization_id, cluster_id, bucket.bucket, namespace, description_id,
      ${perSecond(columns, 'part')}, bucket.seconds
    from ${buckets('day')}, (
      select organization_id, cluster_id, namespace,
        min(description_id) filter (where kind = '') as description_id, ${sums(columns)}
      from owner group by organization_id, cluster_id, namespace
    ) as part
    order by cluster_id, bucket.bucket`,
    [from, to],
  );
}

/** The bills: what the owners' costs add up to, and a part that nobody could be given. */
export async function fillBills(client: Client, unit: Unit, { from, to }: Span): Promise<void> {
  const columns = [...costColumns, storageColumn];
  const bill = [
    ...columns,
    'unallocated_compute_cost_seconds',
    'unallocated_storage_cost_seconds',
    'unallocated_management_cost_seconds',
    'on_demand_compute_cost_seconds',
  ];
  const described = {
    hour: { columns: '', values: '' },
    day: {
      columns: `name, provider, service, region, environment, compute_pricing_sources,
        storage_pricing_sources,`,
      values: `cluster.name, cluster.provider, cluster.service, cluster.region,
        cluster.environment, array['price_book'], array['default_rates'],`,
    },
  }[unit];
  await client.query(
    `insert into cluster_${unit}s (organization_id, cluster_id, ${unit}, ${described.columns}
      ${bill.join(', ')}, is_compute_partial, is_storage_partial, seconds, covered)
    select bill.organization_id, bill.cluster_id, bucket.bucket, ${described.values}
      ${perSecond(bill, 'bill')}, false, false, bucket.seconds, ${coveredSql}
    from (
      select organization_id, cluster_id, ${sums(columns)}, 1.75 as ${bill[columns.length]},
        0.03 as ${bill[columns.length + 1]}, 0 as ${bill[columns.length + 2]},
        sum(cpu_cost_seconds) * 2 as ${bill[columns.length + 3]}
      from owner group by organization_id, cluster_id
    ) as bill
    join clusters as cluster on cluster.organization_id = bill.organization_id
      and cluster.id = bill.cluster_id, ${buckets(unit)}
    order by bill.cluster_id, bucket.bucket`,
    [from, to],
  );
}

const sums = (columns: readonly string[]) =>
  columns.map((column) => `sum(${column}) as ${column}`).join(', ');

/** The gap of a day that has one lies at its end. */
const coveredSql = `tstzmultirange(tstzrange(bucket.bucket::timestamptz,
  bucket.bucket::timestamptz + bucket.seconds * interval '1 second'))`;

/**
 * Each workload is that of its only pod, whose containers share in it equally. They are the last of
 * a history: its closed periods are rolled up.
 */
export async function fillContainers(
  client: Client,
  containersPerPod: number,
  { from, to }: Span,
): Promise<void> {
  const columns = [...costColumns, ...quantityColumns];
  const { rows } = await client.query<{ id: string }>(
    'select distinct cluster_id as id from owner',
  );
  for (const { id } of rows) {
    await client.query(
      `insert into container_days (organization_id, cluster_id, day, pod_uid, container_name,
        pod_name, workload_uid, description_id, node_uid, ${columns.join(', ')}, seconds)
      select organization_id, cluster_id, bucket.bucket, pod_uid, 'container-' || container,
        name || '-0', uid, description_id, node_uid, ${perSecond(columns, 'part')}, bucket.seconds
      from ${buckets('day')}, (
        select organization_id, cluster_id, uid, name, description_id,
          uuid_in(md5(uid || ' pod')::cstring) as pod_uid,
          uuid_in(md5(cluster_id || ' node ' || n % 100)::cstring) as node_uid,
          ${columns.map((column) => `${column} / $4 as ${column}`).join(', ')}
        from owner where cluster_id = $3
      ) as part, generate_series(1, $4::integer) as container
      order by bucket.bucket`,
      [from, to, id, containersPerPod],
    );
  }
  await rollUp(client);
}

/** A hundred nodes of a cluster: what their pods' owners cost, and what nobody was given. */
export async function fillNodes(client: Client, { from, to }: Span): Promise<void> {
  const costs = costColumns.filter((column) => column !== 'management_cost_seconds');
  const columns = [...costs, ...quantityColumns];
  await client.query(
    `insert into node_days (organization_id, cluster_id, day, node_uid, name, instance_type,
      availability_zone, capacity_type, architecture, node_group, ${columns.join(', ')},
      unallocated_cost_seconds, seconds, covered)
    select organization_id, cluster_id, bucket.bucket,
      uuid_in(md5(cluster_id || ' node ' || number)::cstring), 'node-' || number, 'm6i.4xlarge',
      'eu-west-1' || substr('abc', 1 + number % 3, 1), 'on-demand', 'amd64',
      'group-' || number % 5, ${perSecond(columns, 'node')}, 0.0175 * bucket.seconds,
      bucket.seconds, ${coveredSql}
    from ${buckets('day')}, (
      select organization_id, cluster_id, n % 100 as number, ${sums(columns)}
      from owner group by organization_id, cluster_id, n % 100
    ) as node
    order by cluster_id, bucket.bucket`,
    [from, to],
  );
}
