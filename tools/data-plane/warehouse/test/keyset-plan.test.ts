import { expect } from 'chai';
import { type Kysely, sql } from 'kysely';
import { openWarehouse, type Warehouse } from '../src/index.ts';
import { createTestDatabase, skipOnCitus, type TestDatabase } from '../src/testing.ts';

const organization = '10000000-0000-4000-8000-000000000001';
const pageRows = 101;
const maxRows = 501;
/** The row before the page: half of all rows lie before it. */
const lastKey = `(-5000, '50000000-0000-4000-8000-000000000000'::uuid, '50000000-0000-4000-8000-000000000000'::uuid)`;

/** A way into the list of workloads, as `plugins/workloads` reads it. */
interface WayIn {
  readonly name: string;
  readonly index: string;
  /** SQL: the value of each list that is merged; without it, there is one list. */
  readonly values?: string;
  /** How many lists that are. */
  readonly lists: number;
  /** SQL: the condition that enters one list. */
  readonly where: string;
  /** Entered over who owns the workload, whose rows repeat its rank. */
  readonly isByTeam?: boolean;
}

const teams = `array[md5('team 1')::uuid, md5('team 2')::uuid]`;
const waysIn: readonly WayIn[] = [
  { name: 'of everything', index: 'workloads_by_run_rate', lists: 1, where: 'true' },
  {
    name: 'of three namespaces',
    index: 'workloads_by_namespace',
    values: `array['namespace 1', 'namespace 2', 'namespace 3']`,
    lists: 3,
    where: 'workload.namespace = list.value',
  },
  {
    name: 'of two clusters',
    index: 'workloads_by_cluster',
    values: `array[md5('cluster 1')::uuid, md5('cluster 2')::uuid]`,
    lists: 2,
    where: 'workload.cluster_id = list.value',
  },
  {
    name: 'of two teams',
    index: 'workload_teams_by_run_rate',
    values: teams,
    lists: 2,
    where: 'owner.team_id = list.value',
    isByTeam: true,
  },
];

describe('A page of workloads deep in 100,000', () => {
  let database: TestDatabase;
  let api: Kysely<Warehouse>;
  before(async function () {
    database = await createTestDatabase();
    api = openWarehouse(database.url, 'api');
    skipOnCitus(this, 'workers plan the reads of their shards');
    await fillWorkloads(database.url);
  });
  after(async () => {
    await api.destroy();
    await database.drop();
  });

  for (const basis of ['legacy', 'all']) {
    for (const wayIn of waysIn) {
      it(`${wayIn.name} is read over its index alone, no row more (basis ${basis})`, async () => {
        const nodes = await explain(api, selectPage(wayIn, basis));

        const [scan] = nodes.filter((node) => node['Index Name'] === `${wayIn.index}_${basis}`);
        expect(scan?.['Index Cond']).to.match(/ROW\(run_rate_\w+_rank, \w+, cluster_id\) > ROW\(/);
        expect(scan?.['Actual Rows']).to.be.within(1, pageRows);
        expect(sortedRows(nodes)).to.be.at.most(wayIn.values ? wayIn.lists * pageRows : 0);
        expect(removedRows(nodes)).to.equal(0);
        expect(nodes[0]?.['Actual Rows']).to.equal(pageRows);
        const buffers = 10 * pageRows * (wayIn.lists + 1);
        expect(nodes[0]?.['Shared Hit Blocks']).to.be.below(buffers);
      });
    }

    it(`of two teams from a cost ends where the cost does (basis ${basis})`, async () => {
      const [, , , byTeam] = waysIn;
      const where = `${byTeam!.where} and owner.run_rate_${basis}_rank <= -4950`;
      const nodes = await explain(api, selectPage({ ...byTeam!, where }, basis));

      const [scan] = nodes.filter((node) => node['Index Name'] === `${byTeam!.index}_${basis}`);
      const found = readNumber(scan!, 'Actual Rows') * readNumber(scan!, 'Actual Loops');
      expect(found).to.be.within(1, pageRows);
      expect(nodes[0]?.['Actual Rows']).to.equal(found);
      expect(removedRows(nodes)).to.equal(0);
    });
  }
});

/** What the plugin asks: the keys of the page over an index, then the rows that they name. */
function selectPage({ values, where, isByTeam = false }: WayIn, basis: string): string {
  const [keys, key] = isByTeam
    ? ['owner', ['workload_uid', 'cluster_id']]
    : ['workload', ['uid', 'cluster_id']];
  const order = [`run_rate_${basis}_rank`, ...key].map((column) => `${keys}.${column}`);
  const [rank, uid, cluster] = order;
  const owners = `workload_teams as owner join workloads as workload
    on workload.organization_id = owner.organization_id
      and workload.cluster_id = owner.cluster_id and workload.uid = owner.workload_uid`;
  const list = `
    select ${rank} as run_rate_rank, ${uid} as uid, ${cluster} as cluster_id
    from ${isByTeam ? owners : 'workloads as workload'}
    where ${isByTeam ? `owner.organization_id = '${organization}' and` : ''}
      workload.organization_id = '${organization}' and workload.gone_at is null
      and ${where} and (${order.join(', ')}) > ${lastKey}
    order by ${order.join(', ')} limit ${maxRows}`;
  const pageOrder = 'page.run_rate_rank, page.uid, page.cluster_id';
  const merged = `
    select distinct on (${pageOrder}) page.*
    from unnest(${values ?? ''}) as list (value)
    cross join lateral (select page.* from (${list}) as page limit ${pageRows}) as page`;
  return `
    select workload.name, workload.labels
    from (${values === undefined ? `select page.* from (${list}) as page` : merged}
      order by ${pageOrder} limit ${pageRows}) as page
    join workloads as workload on workload.organization_id = '${organization}'
      and workload.cluster_id = page.cluster_id and workload.uid = page.uid
    order by ${pageOrder}`;
}

async function fillWorkloads(url: string): Promise<void> {
  const owner = openWarehouse(url, 'owner');
  await sql`insert into organizations (id, name) values (${organization}, 'large')`.execute(owner);
  await sql`
    insert into clusters (organization_id, id, name)
    select ${organization}, md5('cluster ' || n)::uuid, 'cluster ' || n
    from generate_series(0, 49) n`.execute(owner);
  await sql`
    insert into workloads (organization_id, cluster_id, uid, namespace, name, kind, last_seen_at,
      cpu_limit_cores, memory_limit_bytes, cpu_requested_cores, memory_requested_bytes,
      pods, running_pods, containers, compute_cpu_hourly, cost_updated_at, gone_at)
    select ${organization}, md5('cluster ' || n % 50)::uuid, gen_random_uuid(),
      'namespace ' || n % 100, 'workload ' || n, 'Deployment',
      now(), 0, 0, 1, 1, 1, 1, 1, (n % 10007)::numeric / 9973, now(),
      case when n % 11 = 0 then now() end
    from generate_series(1, 100000) n`.execute(owner);
  await sql`
    insert into teams (organization_id, id, name)
    select ${organization}, md5('team ' || n)::uuid, 'team ' || n
    from generate_series(0, 9) n`.execute(owner);
  await sql`
    insert into team_assignments (organization_id, cluster_id, team_id, entity_type,
      entity_identifier, entity_name, entity_namespace, weight_percentage, source)
    select ${organization}, cluster.id, md5('team ' || n % 10)::uuid, 'namespace',
      'namespace ' || n, 'namespace ' || n, 'namespace ' || n, 100, 'user_manual'
    from clusters as cluster, generate_series(0, 99) n`.execute(owner);
  await sql`analyze`.execute(owner);
  await owner.destroy();
}

type Plan = Readonly<Record<string, string | number>> & { readonly Plans?: readonly Plan[] };

/** The nodes of the plan as it ran, the whole first. */
async function explain(db: Kysely<Warehouse>, query: string): Promise<readonly Plan[]> {
  return db.connection().execute(async (connection) => {
    await sql`select set_config('costplane.organization_id', ${organization}, false)`.execute(
      connection,
    );
    const { rows } = await sql
      .raw<{ 'QUERY PLAN': [{ Plan: Plan }] }>(`explain (analyze, buffers, format json) ${query}`)
      .execute(connection);
    return rows.flatMap((row) => row['QUERY PLAN'].flatMap(({ Plan }) => listNodes(Plan)));
  });
}

const listNodes = (plan: Plan): readonly Plan[] => [plan, ...(plan.Plans ?? []).flatMap(listNodes)];

const readNumber = (plan: Plan, name: string) => Number(plan[name] ?? 0);

/** Rows that were read and then left out. */
const removedRows = (nodes: readonly Plan[]) =>
  nodes.reduce(
    (sum, node) =>
      sum +
      readNumber(node, 'Actual Loops') *
        (readNumber(node, 'Rows Removed by Filter') +
          readNumber(node, 'Rows Removed by Index Recheck') +
          readNumber(node, 'Rows Removed by Join Filter')),
    0,
  );

/** Rows that were put in order rather than read in it. */
const sortedRows = (nodes: readonly Plan[]) =>
  nodes
    .filter((node) => String(node['Node Type']).endsWith('Sort'))
    .flatMap((node) => node.Plans ?? [])
    .reduce(
      (sum, node) => sum + readNumber(node, 'Actual Rows') * readNumber(node, 'Actual Loops'),
      0,
    );
