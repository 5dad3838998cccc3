import {
  bootTestApplication,
  type TestApplication,
  type TestApplicationOptions,
  type TestResponse,
} from '@costplane/plugin-testing';
import { expect } from 'chai';

type Row = Readonly<Record<string, unknown>>;

export const allScopes = [
  'organization:read',
  'clusters:read',
  'namespaces:read',
  'workloads:read',
  'nodes:read',
];

/** Cost-seconds that make 1, 2, 4, … of the currency, so that a sum says what is in it. */
export const ownerBits = {
  cpu_cost_seconds: 1 * 3600,
  memory_cost_seconds: 2 * 3600,
  gpu_cost_seconds: 4 * 3600,
  idle_cost_seconds: 8 * 3600,
  overhead_cost_seconds: 16 * 3600,
  storage_cost_seconds: 32 * 3600,
  management_cost_seconds: 64 * 3600,
};
export const billBits = {
  ...ownerBits,
  unallocated_compute_cost_seconds: 128 * 3600,
  unallocated_storage_cost_seconds: 256 * 3600,
  unallocated_management_cost_seconds: 512 * 3600,
};

const described = {
  name: 'as it was',
  provider: 'aws',
  service: 'eks',
  region: 'eu-west-1',
  environment: 'production',
  compute_pricing_sources: ['price_book'],
  storage_pricing_sources: ['price_book'],
};
const bill = { is_compute_partial: false, is_storage_partial: false };
const quantities = {
  cpu_requested_core_seconds: 0,
  memory_requested_byte_seconds: 0,
  gpu_requested_seconds: 0,
};
const charged = { cpu_charged_core_seconds: 0, memory_charged_byte_seconds: 0 };
const machine = {
  name: 'node',
  instance_type: 'm5.large',
  availability_zone: 'eu-west-1a',
  capacity_type: 'on-demand',
  architecture: 'amd64',
};

/** What a row needs that no trend looks at. */
const rest = {
  cluster_hours: bill,
  cluster_days: { ...bill, ...described },
  namespace_hours: {},
  namespace_days: { ...quantities, ...charged, description_id: 0 },
  workload_hours: { ...quantities, description_id: 0 },
  workload_days: { ...quantities, ...charged, description_id: 0 },
  node_hours: {},
  node_days: { ...quantities, ...machine },
};
type LedgerTable = keyof typeof rest;

const listTables = (table: LedgerTable) =>
  table.endsWith('_hours')
    ? ({ unit: 'hour', seconds: 3_600 } as const)
    : ({ unit: 'day', seconds: 86_400 } as const);

/** The plugin alone, over an organization whose ledger has room from June to August 2026. */
export class History {
  readonly app: TestApplication;
  readonly organization: string;
  /** A key of all scopes and all clusters. */
  readonly key: string;

  constructor(app: TestApplication, organization: string, key: string) {
    this.app = app;
    this.organization = organization;
    this.key = key;
  }

  keyOf(
    allowedClusterIds: readonly string[] | null,
    scopes: readonly string[] = allScopes,
    organization = this.organization,
  ): Promise<string> {
    const requestsPerMinute = 100_000;
    return this.app.createKey(organization, { scopes, allowedClusterIds, requestsPerMinute });
  }

  async insertCluster(
    id: string = crypto.randomUUID(),
    owner = this.organization,
  ): Promise<string> {
    await this.app.insert('clusters', { organization_id: owner, id, name: id });
    return id;
  }

  /**
   * Inserts a row of the ledger for the hour or day that starts `at`. It is there all the time and
   * costs nothing known, unless `own` says otherwise; `covered` follows from `seconds`.
   */
  async spend(table: LedgerTable, clusterId: string, at: string, own: Row = {}): Promise<void> {
    const { unit, seconds: whole } = listTables(table);
    const seconds = Number(own.seconds ?? whole);
    const start = new Date(at);
    const end = new Date(start.getTime() + seconds * 1_000);
    const hasCovered = table.startsWith('cluster') || table.startsWith('node');
    await this.app.insert(table, {
      organization_id: this.organization,
      cluster_id: clusterId,
      [unit]: at,
      ...rest[table],
      seconds,
      ...(hasCovered ? { covered: `{[${start.toISOString()},${end.toISOString()})}` } : {}),
      ...own,
    });
  }

  /** Says who the owner of this uid was: a workload, or (kind '') a namespace itself. */
  describeOwner(clusterId: string, uid: string, kind: string): Promise<void> {
    return this.app.insert('owner_descriptions', {
      organization_id: this.organization,
      cluster_id: clusterId,
      owner_uid: uid,
      kind,
      namespace: 'shop',
      name: kind === '' ? 'shop' : 'api',
      labels: {},
      teams: [],
      departments: [],
      digest: crypto.randomUUID(),
    });
  }

  request(path: string, query: Row, key = this.key): Promise<TestResponse> {
    return this.app.get(`${path}?${toQuery(query)}`, key);
  }

  /** The data of a trend over a window of RFC 3339 instants. */
  async trend(path: string, { start, end, ...query }: TrendQuery, key = this.key): Promise<Trend> {
    const window = { start: epochSeconds(start), end: epochSeconds(end) };
    const { status, body, text } = await this.request(path, { ...window, ...query }, key);
    expect(status, text).to.equal(200);
    return body.data;
  }

  /** The points alone, as `[bucket, amount]`. */
  async points(path: string, query: TrendQuery, key = this.key): Promise<[string, string][]> {
    const { points } = await this.trend(path, query, key);
    return points.map(({ bucket_start, total_cost }) => [bucket_start, total_cost.amount]);
  }
}

export interface TrendQuery extends Row {
  readonly start: string;
  readonly end: string;
}

export interface Trend {
  readonly granularity: string;
  readonly points: readonly {
    readonly bucket_start: string;
    readonly total_cost: { readonly amount: string; readonly currency: string };
  }[];
  readonly excluded_cluster_ids?: readonly string[];
}

export const epochSeconds = (instant: string): number => Date.parse(instant) / 1_000;

export const toQuery = (query: Row): string =>
  new URLSearchParams(
    Object.entries(query).map(([name, value]) => [name, String(value)]),
  ).toString();

export async function bootHistory(
  options: Pick<TestApplicationOptions, 'ledgerDatabaseUrl'> = {},
): Promise<History> {
  const app = await bootTestApplication({
    ...options,
    plugins: [new URL('../src/index.ts', import.meta.url)],
    clock: { now: () => new Date('2026-07-15T19:33:00Z') },
  });
  await app.sql(`select prepare_ledger_months('2026-06-01', '2026-08-31')`);
  const organization = await app.createOrganization('acme', 'EUR');
  const key = await app.createKey(organization, {
    scopes: allScopes,
    requestsPerMinute: 100_000,
  });
  return new History(app, organization, key);
}
