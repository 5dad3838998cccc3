import { expect } from 'chai';
import { type TestWarehouse } from './database.ts';

const computeCosts = ['cpu', 'memory', 'gpu', 'idle', 'overhead'].map(
  (name) => `${name}_cost_seconds`,
);
const ownerCosts = [...computeCosts, 'storage_cost_seconds', 'management_cost_seconds'];
const unallocated = ['compute', 'storage', 'management'].map(
  (name) => `unallocated_${name}_cost_seconds`,
);
const quantities = [
  'cpu_requested_core_seconds',
  'memory_requested_byte_seconds',
  'gpu_requested_seconds',
  'cpu_used_core_seconds',
  'memory_used_byte_seconds',
];
const charged = ['cpu_charged_core_seconds', 'memory_charged_byte_seconds'];

/** Each table of hours and that of its days, with what tells its rows apart. */
const rolledUp = [
  ['cluster', ''],
  ['namespace', 'namespace'],
  ['workload', 'workload_uid, description_id'],
  ['node', 'node_uid'],
] as const;

const total = (columns: readonly string[]) =>
  columns.map((column) => `coalesce(${column}, 0)`).join(' + ');
const sums = (columns: readonly string[]) =>
  columns.map((column) => `coalesce(sum(${column}), 0) as ${column}`).join(', ');

/** 15 decimals, as a whole number of 10^-15. */
export function costSeconds(text: unknown): bigint {
  const [, whole = '', fraction = ''] = /^(\d+)(?:\.(\d{1,15})0*)?$/.exec(String(text)) ?? [];
  if (whole === '') throw new Error(`${String(text)} is no amount of at most 15 decimals`);
  return BigInt(whole + fraction.padEnd(15, '0'));
}

/** What each hour of a cluster cost: what owners are given, and what nobody could be. */
export async function billedHours(
  warehouse: TestWarehouse,
  clusterId: string,
): Promise<Map<string, bigint>> {
  const rows = await warehouse.query(`
    select hour, (
        select sum(${total(ownerCosts)}) from workload_hours as given
        where given.cluster_id = bill.cluster_id and given.hour = bill.hour
      ) + ${total(unallocated)} as cost
    from cluster_hours as bill where cluster_id = '${clusterId}' order by hour`);
  return new Map(rows.map(({ hour, cost }) => [(hour as Date).toISOString(), costSeconds(cost)]));
}

/**
 * Every table tells the same story, and every day that of its hours. Where a day of several prices is
 * priced anew, containers are their owners, but nodes only about.
 */
export async function expectAgreement(
  warehouse: TestWarehouse,
  { areNodesExact = true } = {},
): Promise<void> {
  const expectNone = async (what: string, query: string) =>
    expect(await warehouse.query(query), what).to.eql([]);
  /** Rows that one query has and the other has not. */
  const expectSame = (what: string, one: string, other: string) =>
    expectNone(what, `((${one}) except (${other})) union all ((${other}) except (${one}))`);
  const perHour = (table: string, columns: string[]) =>
    `select cluster_id, hour, ${sums(columns)} from ${table} group by cluster_id, hour`;
  const perDay = (table: string, columns: string[]) =>
    `select cluster_id, day, ${sums(columns)} from ${table} group by cluster_id, day`;

  await expectSame(
    'owners are the cluster',
    perHour('workload_hours', ownerCosts),
    perHour('cluster_hours', ownerCosts),
  );
  await expectSame(
    'namespaces are the cluster',
    perHour('namespace_hours', ownerCosts),
    perHour('cluster_hours', ownerCosts),
  );
  await expectSame(
    'nodes are the cluster',
    `select cluster_id, hour, ${sums([...computeCosts, 'unallocated_cost_seconds'])}
      from node_hours group by cluster_id, hour`,
    `select cluster_id, hour, ${[...computeCosts, 'unallocated_compute_cost_seconds']
      .map((column) => `coalesce(${column}, 0)`)
      .join()} from cluster_hours
      where (cluster_id, hour) in (select cluster_id, hour from node_hours)`,
  );
  await expectSame(
    'workloads are their namespace',
    `select workload.cluster_id, workload.day, namespace,
      ${sums([...ownerCosts, ...quantities, ...charged])}
      from workload_days as workload join owner_descriptions as owner
        on owner.cluster_id = workload.cluster_id and owner.id = workload.description_id
      group by workload.cluster_id, workload.day, namespace`,
    `select cluster_id, day, namespace, ${[...ownerCosts, ...quantities, ...charged]
      .map((column) => `coalesce(${column}, 0)`)
      .join()} from namespace_days as known
      where exists (
        select from workload_days as workload join owner_descriptions as owner
          on owner.cluster_id = workload.cluster_id and owner.id = workload.description_id
        where workload.cluster_id = known.cluster_id and workload.day = known.day
          and owner.namespace = known.namespace
      )`,
  );
  await expectNone(
    'a namespace without owners costs nothing',
    `select * from namespace_days as known
      where ${total([...ownerCosts, ...quantities])} > 0 and not exists (
        select from workload_days as workload join owner_descriptions as owner
          on owner.cluster_id = workload.cluster_id and owner.id = workload.description_id
        where workload.cluster_id = known.cluster_id and workload.day = known.day
          and owner.namespace = known.namespace
      )`,
  );
  const ofContainers = [...computeCosts, ...quantities];
  await expectSame(
    'containers are the workloads',
    `select cluster_id, day, workload_uid, description_id, ${sums(ofContainers)}
      from container_days group by cluster_id, day, workload_uid, description_id`,
    `select cluster_id, day, workload_uid, description_id, ${ofContainers
      .map((column) => `coalesce(${column}, 0)`)
      .join()} from workload_days where (cluster_id, day, workload_uid, description_id) in
        (select cluster_id, day, workload_uid, description_id from container_days)`,
  );
  await expectSame(
    'containers are the cluster',
    perDay('container_days', computeCosts),
    `${perDay('cluster_days', computeCosts)}
      having (cluster_id, day) in (select cluster_id, day from container_days)`,
  );
  if (areNodesExact)
    await expectSame(
      'containers on known nodes are the nodes',
      `select cluster_id, day, node_uid, ${sums([...computeCosts, ...quantities])}
      from container_days where node_uid is not null group by cluster_id, day, node_uid`,
      `select cluster_id, day, node_uid, ${[...computeCosts, ...quantities]
        .map((column) => `coalesce(${column}, 0)`)
        .join()} from node_days where (cluster_id, day, node_uid) in
        (select cluster_id, day, node_uid from container_days)`,
    );
  await expectPresence(warehouse);
  for (const [name, key] of rolledUp) await expectDaysOfHours(warehouse, name, key);
  await expectAmounts(warehouse);
  await expectQuantities(warehouse);
}

const shares = ['cpu', 'memory', 'gpu'].flatMap((resource) => [
  `${resource}_direct_share_seconds`,
  `${resource}_loaded_share_seconds`,
]);

/** What owners, nodes and containers have of the items that have a price is the same. */
async function expectQuantities(warehouse: TestWarehouse): Promise<void> {
  const selectSums = (table: string, keys: string, time = 'hour') =>
    `select cluster_id, (${time} at time zone 'UTC')::date as day, ${keys}, ${sums(shares)}
      from ${table} where priced_item_id <> 0 group by 1, 2, ${keys} having sum(${total(shares)}) > 0`;
  const ofContainers = (keys: string) =>
    selectSums('container_days', keys, "(day::timestamp at time zone 'UTC')");
  const items = 'priced_item_id';
  const pairs: [what: string, one: string, other: string][] = [
    ['owners', selectSums('quantity_hours', items), selectSums('node_quantity_hours', items)],
    [
      'owners by hour',
      selectSums('quantity_hours', `hour, ${items}`),
      selectSums('node_quantity_hours', `hour, ${items}`),
    ],
    [
      'containers of owners',
      selectSums('quantity_hours', `owner_uid, description_id, ${items}`),
      ofContainers(`workload_uid, description_id, ${items}`),
    ],
    [
      'containers on nodes',
      selectSums('node_quantity_hours', `node_uid, ${items}`),
      ofContainers(`node_uid, ${items}`),
    ],
  ];
  for (const [what, one, other] of pairs) {
    const rows = await warehouse.query(
      `((${one}) except (${other})) union all ((${other}) except (${one}))`,
    );
    expect(rows, `quantities of ${what}`).to.eql([]);
  }
  const overfull = await warehouse.query(`
    select * from node_quantity_hours where ${shares
      .map((share) => `${share} > seconds`)
      .join(' or ')}`);
  expect(overfull, 'more than a node').to.eql([]);
  const unstored = await warehouse.query(`
    select * from node_hours join cluster_hours as bill using (cluster_id, hour)
    where repriceable_seconds = bill.seconds and not exists (
      select from node_quantity_hours as quantity
      where quantity.cluster_id = node_hours.cluster_id and quantity.hour = node_hours.hour
        and quantity.node_uid = node_hours.node_uid)`);
  expect(unstored, 'nodes without quantities').to.eql([]);
}

/** Nothing costs without what it is the cost of: the sums of an empty table agree with anything. */
async function expectPresence(warehouse: TestWarehouse): Promise<void> {
  const direct = ['cpu_cost_seconds', 'memory_cost_seconds', 'gpu_cost_seconds'];
  const ofNodes = [...computeCosts, 'unallocated_compute_cost_seconds'];
  const needed: [table: string, costs: string[], parts: string, key: string[]][] = [
    ['cluster_hours', ofNodes, 'node_hours', ['hour']],
    ['cluster_days', ofNodes, 'node_days', ['day']],
    ['cluster_days', direct, 'container_days', ['day']],
    ['workload_days', computeCosts, 'container_days', ['day', 'workload_uid', 'description_id']],
  ];
  for (const [table, costs, parts, key] of needed) {
    const columns = ['cluster_id', ...key].join();
    const rows = await warehouse.query(`
      select * from ${table} where ${total(costs)} > 0
        and (${columns}) not in (select ${columns} from ${parts})`);
    expect(rows, `${table} without ${parts}`).to.eql([]);
  }
}

async function expectDaysOfHours(
  warehouse: TestWarehouse,
  name: string,
  key: string,
): Promise<void> {
  const columns = (await numericColumns(warehouse, `${name}_hours`)).filter(
    (column) => column !== 'repriceable_seconds',
  );
  expect(columns).to.include('seconds');
  const hasCovered = name === 'cluster' || name === 'node';
  const keys = ['cluster_id', ...(key === '' ? [] : [key])].join();
  const rows = await warehouse.query(`
    select * from (
      select ${keys}, (hour at time zone 'UTC')::date as day,
        ${columns.map((column) => `sum(${column}) as ${column}`).join()}
        ${hasCovered ? ', range_agg(covered) as covered' : ''}
      from ${name}_hours group by ${keys}, (hour at time zone 'UTC')::date
    ) as hours full join ${name}_days as days using (${keys}, day)
    where ${[...columns, ...(hasCovered ? ['covered'] : [])]
      .map((column) => `hours.${column} is distinct from days.${column}`)
      .join(' or ')}`);
  expect(rows, `days of ${name}s`).to.eql([]);
}

/** No amount is negative, NaN or infinite, and every row says for how long it is. */
async function expectAmounts(warehouse: TestWarehouse): Promise<void> {
  for (const table of await ledgerTables(warehouse)) {
    const columns = await numericColumns(warehouse, table);
    const rows = await warehouse.query(`
      select * from ${table} where ${columns.includes('seconds') ? 'seconds <= 0 or' : ''} ${columns
        .map((column) => `${column} < 0 or ${column} in ('NaN', 'Infinity')`)
        .join(' or ')}`);
    expect(rows, table).to.eql([]);
  }
}

async function ledgerTables(warehouse: TestWarehouse): Promise<string[]> {
  const rows = await warehouse.query(`
    select relname as name from pg_class where relkind = 'p'
      and relnamespace = 'costplane'::regnamespace`);
  return rows.map(({ name }) => name as string);
}

async function numericColumns(warehouse: TestWarehouse, table: string): Promise<string[]> {
  const rows = await warehouse.query(`
    select column_name as name from information_schema.columns
    where table_schema = 'costplane' and table_name = '${table}' and data_type = 'numeric'
      and is_generated = 'NEVER'`);
  return rows.map(({ name }) => name as string);
}
