import { billCostColumns, type Basis, type CostMode } from '@costplane/plugin-api/schema';
import { type Row } from './cost-page.ts';
import {
  type Cluster,
  type GivenCluster,
  type GivenDay,
  withCluster,
} from './cost-page-cluster.ts';

interface Given extends GivenCluster {
  readonly teams: readonly Row[];
  readonly days: readonly [GivenDay, GivenDay];
}

/** What the product says of a cluster, in the columns of the page; amounts without trailing zeros. */
export interface ClusterFacts {
  volumes: string[][];
  workloads: string[][];
  runRates: string[][];
  accounted: readonly number[];
  spent: string[][];
  efficiency: string[][];
  teams: string[][];
  days: string[][];
  repricedDays: string[][];
  /** Of `web`. */
  recommendation: Recommendation;
}

export interface Recommendation {
  saved: string;
  /** Of cores, then of MiB: at the percentile, recommended, charged for now and then. */
  figures: number[][];
}

const known = new Map<string, Promise<ClusterFacts>>();

/** Asks once for the same cluster. */
export function collectFacts(given: Given): Promise<ClusterFacts> {
  const key = JSON.stringify(given);
  const facts = known.get(key) ?? findFacts(given);
  known.set(key, facts);
  return facts;
}

const bases = ['legacy', 'all'] as const;
const modes = ['workload_only', 'fully_loaded'] as const;

async function findFacts({ teams, days, ...given }: Given): Promise<ClusterFacts> {
  const [first = '', second = ''] = days.map(({ snapshots }) => snapshots[0]?.slice(0, 10));
  return withCluster(given, async (cluster) => {
    const accounted = await cluster.ingestDay(days[0]);
    await cluster.applyAllocation(writeAllocation(teams, cluster.toUid('web')));
    const facts = {
      volumes: await volumes(cluster),
      workloads: await workloads(cluster),
      runRates: await Promise.all(bases.map((basis) => runRates(cluster, basis, first))),
      spent: await Promise.all(
        bases.flatMap((basis) => modes.map((mode) => spent(cluster, first, basis, mode))),
      ),
      efficiency: await efficiency(cluster, first),
      teams: await teamCosts(cluster),
    };
    await cluster.recommend(first);
    const recommendation = await readRecommendation(cluster, 'web');
    accounted.push(...(await cluster.ingestDay(days[1])));
    const bills = () => Promise.all([first, second].map((day) => billOfDay(cluster, day)));
    const ofDays = await bills();
    await cluster.reprice(days[1].book, first);
    const repricedDays = await bills();
    return { ...facts, accounted, recommendation, days: ofDays, repricedDays };
  });
}

function writeAllocation(teams: readonly Row[], web: string): string {
  const assignment = (team: Row, entity: string, weight = '') =>
    weight === ''
      ? []
      : [`  - { team: ${team.Team!}, cluster: production, ${entity}, weight: ${weight} }`];
  return [
    'departments: []',
    `teams: [${teams.map(({ Team }) => `{ name: ${Team!} }`).join(', ')}]`,
    'assignments:',
    ...teams.flatMap((team) => [
      ...assignment(
        team,
        `entity_type: workload, entity: ${web}`,
        team['Weight of workload web (%)'],
      ),
      ...assignment(
        team,
        'entity_type: namespace, entity: shop',
        team['Weight of namespace shop (%)'],
      ),
    ]),
  ].join('\n');
}

const volumes = async ({ query }: Cluster): Promise<string[][]> => {
  const rows = await query(`
    select volume.name, coalesce(workload.name, '') as workload,
      trim_scale(volume.storage_pv_hourly)::text as hourly
    from persistent_volumes as volume
    left join workloads as workload
      on workload.cluster_id = volume.cluster_id and workload.uid = volume.workload_uid
    order by volume.name`);
  return rows.map((row) => [row.name!, row.workload!, row.hourly!]);
};

const perHour = (columns: readonly string[]) =>
  `trim_scale(round(sum(${columns.join(' + ')}) / sum(seconds), 12))::text`;

const direct = [
  'cpu_cost_seconds',
  'memory_cost_seconds',
  'gpu_cost_seconds',
  'storage_cost_seconds',
];
const shares = ['idle_cost_seconds', 'overhead_cost_seconds', 'management_cost_seconds'];

const workloads = async ({ query }: Cluster): Promise<string[][]> => {
  const rows = await query(`
    select workload.name, ${perHour(direct)} as direct,
      ${shares.map((column) => `${perHour([column])} as ${column}`).join(', ')},
      ${perHour([...direct, ...shares])} as loaded
    from workload_hours as given join workloads as workload
      on workload.cluster_id = given.cluster_id and workload.uid = given.workload_uid
    group by workload.name order by workload.name desc`);
  return rows.map((row) => Object.values(row));
};

interface Cost {
  cost: Record<'current_run_rate_hourly' | 'unallocated', { amount: string }>;
}

async function runRates({ get, query, id }: Cluster, basis: Basis, day: string): Promise<string[]> {
  const [row] = await query(`
    select ${perHour(billCostColumns(basis, 'workload_only'))} as amount from cluster_hours`);
  const { cost } = await get<Cost>(`/v1/clusters/${id}?basis=${basis}`);
  const list = await get<Cost[]>(`/v1/workloads?basis=${basis}`);
  const start = Date.parse(day) / 1000;
  const trend = await get<{ points: { total_cost: { amount: string } }[] }>(
    `/v1/clusters/${id}/cost-trend?basis=${basis}&start=${start}&end=${start + 86_400}`,
  );
  const ofWorkloads = list.map((workload) => workload.cost.current_run_rate_hourly.amount);
  return [
    basis,
    row!.amount!,
    plain(cost.current_run_rate_hourly.amount),
    sum(ofWorkloads),
    plain(cost.unallocated.amount),
    plain(trend.points[0]?.total_cost.amount),
  ];
}

interface Explored {
  rows: Record<string, string>[];
  summary: { totalCost: string; unallocatedCost: string };
}

const explore = (
  { get }: Cluster,
  day: string,
  { basis, mode }: { basis: Basis; mode: CostMode },
): Promise<Explored> =>
  get<Explored>('/v1/cost-explorer/query', {
    basis,
    cost_mode: mode,
    start_date: day,
    end_date: day,
    sort_by: 'workloadName',
  });

async function spent(
  cluster: Cluster,
  day: string,
  basis: Basis,
  mode: CostMode,
): Promise<string[]> {
  const { summary } = await explore(cluster, day, { basis, mode });
  const [row] = await cluster.query(`
    select ${perHour(billCostColumns(basis, mode))} as amount from cluster_hours`);
  return [basis, mode, row!.amount!, sum([summary.totalCost, summary.unallocatedCost])];
}

async function efficiency(cluster: Cluster, day: string): Promise<string[][]> {
  const { rows } = await explore(cluster, day, { basis: 'all', mode: 'fully_loaded' });
  return rows.map((row) => [
    row.workloadName!,
    plain(row.cpuEfficiencyPercent!),
    plain(row.memoryEfficiencyPercent!),
  ]);
}

async function teamCosts({ get }: Cluster): Promise<string[][]> {
  const teams = await get<(Cost & { metadata: { name: string } })[]>('/v1/teams?basis=all');
  return teams
    .map(({ metadata, cost }) => [metadata.name, plain(cost.current_run_rate_hourly.amount)])
    .toSorted(([a = ''], [b = '']) => (a < b ? -1 : 1));
}

async function billOfDay(cluster: Cluster, day: string): Promise<string[]> {
  const [row] = await cluster.query(`
    select ${perHour(billCostColumns('legacy', 'fully_loaded'))} as amount,
      trim_scale(sum(seconds))::text as seconds
    from cluster_hours where hour >= '${day}' and hour < '${day}'::date + 1`);
  const { summary } = await explore(cluster, day, { basis: 'legacy', mode: 'fully_loaded' });
  return [day, row!.amount!, row!.seconds!, sum([summary.totalCost, summary.unallocatedCost])];
}

interface RecommendationRow extends Row {
  saved: string;
  cpu: string;
  memory: string;
}

async function readRecommendation(
  { query, toUid: uidOf }: Cluster,
  workload: string,
): Promise<Recommendation> {
  const [row] = await query(`
    select trim_scale(estimated_savings_hourly)::text as saved,
      recommended_config #>> '{containers,0,requests,cpu}' as cpu,
      recommended_config #>> '{containers,0,requests,memory}' as memory,
      metrics_snapshot::text as metrics
    from recommendations where resource_uid = '${uidOf(workload)}'`);
  const { saved, cpu, memory } = row as RecommendationRow;
  const metrics = JSON.parse(row?.metrics ?? '') as Metrics;
  const [used] = metrics.containers;
  const { cpu_cores, memory_bytes } = metrics.charged;
  const mebibytes = (bytes = 0) => bytes / 2 ** 20;
  return {
    saved,
    figures: [
      [
        used?.cpu.p90 ?? 0,
        Number(/^(\d+)m$/.exec(cpu)?.[1]) / 1000,
        cpu_cores.current,
        cpu_cores.then,
      ],
      [
        mebibytes(used?.memory.p99),
        Number(/^(\d+)Mi$/.exec(memory)?.[1]),
        mebibytes(memory_bytes.current),
        mebibytes(memory_bytes.then),
      ],
    ],
  };
}

interface Metrics {
  containers: { cpu: { p90: number }; memory: { p99: number } }[];
  charged: Record<'cpu_cores' | 'memory_bytes', { current: number; then: number }>;
}

/** A decimal without trailing zeros. */
const plain = (text: unknown) =>
  String(text)
    .replace(/(\.\d*?)0+$/, '$1')
    .replace(/\.$/, '');

/** Of amounts of four decimals. */
function sum(amounts: readonly string[]): string {
  const total = amounts.reduce((units, amount) => units + BigInt(amount.replace('.', '')), 0n);
  const digits = String(total).padStart(5, '0');
  return plain(`${digits.slice(0, -4)}.${digits.slice(-4)}`);
}
