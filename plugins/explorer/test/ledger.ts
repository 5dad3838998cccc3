import {
  bootTestApplication,
  type TestApplication,
  type TestResponse,
} from '@costplane/plugin-testing';
import { expect } from 'chai';

export const path = '/v1/cost-explorer/query';

type Row = Record<string, unknown>;

/** Amounts of a day, in the currency; null is not known. */
export type Costs = Readonly<Partial<Record<CostName, number | string | null>>>;
type CostName =
  'cpu' | 'memory' | 'gpu' | 'idle' | 'overhead' | 'storage' | 'management' | 'unallocated';

/** Core-hours and GiB-hours of a day; null is not measured. */
export interface Use {
  readonly cpuRequested?: number;
  readonly cpuUsed?: number | null;
  readonly memoryRequested?: number;
  readonly memoryUsed?: number | null;
}

export interface Owner {
  readonly uid: string;
  readonly description: string;
  readonly namespace: string;
}

export interface Node extends Row {
  readonly uid: string;
}

export interface ContainerDay extends Costs, Use {
  readonly owner: Owner;
  readonly node: Node;
  readonly pod: readonly [uid: string, name: string];
  readonly container: string;
}

/** What happened in a cluster on a day; the sums of owners, nodes and clusters follow from it. */
export interface Day {
  readonly containers?: readonly ContainerDay[];
  /** Storage, and the share of the control plane that it carries. */
  readonly volumes?: readonly (Costs & { readonly owner: Owner })[];
  /** Owners that cost nothing. */
  readonly idlers?: readonly Owner[];
  /** What of a node nobody could be given. */
  readonly rests?: readonly { readonly node: Node; readonly unallocated: number }[];
  readonly unallocatedStorage?: number;
  readonly unallocatedManagement?: number;
  /** The cluster as it was. */
  readonly cluster?: Row;
}

const gib = 1024 ** 3;

/** The plugin alone, over an organization whose ledger has room in June and July 2026. */
export class Ledger {
  readonly app: TestApplication;
  readonly organization: string;
  readonly key: string;

  constructor(app: TestApplication, organization: string, key: string) {
    this.app = app;
    this.organization = organization;
    this.key = key;
  }

  static async boot(): Promise<Ledger> {
    const app = await bootTestApplication({
      plugins: [new URL('../src/index.ts', import.meta.url)],
      clock: { now: () => new Date('2026-07-15T19:33:00Z') },
    });
    await app.sql(`select prepare_ledger_months('2026-06-01', '2026-07-31')`);
    const organization = await app.createOrganization('acme', 'EUR');
    const key = await app.createKey(organization, keyOptions(null));
    return new Ledger(app, organization, key);
  }

  keyOf(allowed: readonly string[] | null, organization = this.organization): Promise<string> {
    return this.app.createKey(organization, keyOptions(allowed));
  }

  async clear(): Promise<void> {
    await this.app.sql('delete from clusters');
  }

  async cluster(id: string = crypto.randomUUID()): Promise<string> {
    await this.app.insert('clusters', { organization_id: this.organization, id, name: id });
    return id;
  }

  /** A workload, or with the kind '' a namespace itself; again with another text it changes. */
  async owner(
    cluster: string,
    [kind, namespace, name]: readonly [kind: string, namespace: string, name: string],
    own: Row = {},
  ): Promise<Owner> {
    const uid = (own.owner_uid as string | undefined) ?? crypto.randomUUID();
    const row = {
      organization_id: this.organization,
      cluster_id: cluster,
      owner_uid: uid,
      kind,
      namespace,
      name,
      labels: {},
      teams: [],
      departments: [],
      digest: crypto.randomUUID(),
      ...own,
    };
    await this.app.insert('owner_descriptions', row);
    const [{ id } = { id: '' }] = await this.app.sql<{ id: string }>(
      'select id::text from owner_descriptions where digest = $1',
      [row.digest],
    );
    return { uid, description: id, namespace };
  }

  node(name: string, own: Row = {}): Node {
    return {
      uid: crypto.randomUUID(),
      name,
      instance_type: 'm5.large',
      node_group: 'general',
      availability_zone: 'zone-a',
      capacity_type: 'on-demand',
      architecture: 'amd64',
      ...own,
    };
  }

  /** Writes a day of a cluster into all tables of the ledger. */
  async spend(cluster: string, date: string, day: Day): Promise<void> {
    const { containers = [], volumes = [], idlers = [], rests = [] } = day;
    const head = { organization_id: this.organization, cluster_id: cluster, day: date };
    const insert = (table: string, row: Row) => this.app.insert(table, { ...head, ...row });

    for (const fact of containers) {
      const [podUid, podName] = fact.pod;
      await insert('container_days', {
        ...costColumns([fact], ['cpu', 'memory', 'gpu', 'idle', 'overhead', 'management']),
        ...useColumns([fact]),
        ...running,
        pod_uid: podUid,
        pod_name: podName,
        container_name: fact.container,
        workload_uid: fact.owner.uid,
        description_id: fact.owner.description,
        node_uid: fact.node.uid,
      });
    }

    const owned = [...containers, ...volumes, ...idlers.map((owner) => ({ owner, ...free }))];
    for (const facts of groupBy(owned, ({ owner }) => owner.description)) {
      await insert('workload_days', {
        ...costColumns(facts, ownerCosts),
        ...useColumns(facts),
        ...charged,
        workload_uid: facts[0]!.owner.uid,
        description_id: facts[0]!.owner.description,
      });
    }
    for (const facts of groupBy(owned, ({ owner }) => owner.namespace)) {
      await insert('namespace_days', {
        ...costColumns(facts, ownerCosts),
        ...useColumns(facts),
        ...charged,
        namespace: facts[0]!.owner.namespace,
        description_id: 0,
      });
    }

    for (const facts of groupBy([...containers, ...rests], ({ node }) => node.uid)) {
      const { uid, ...described } = facts[0]!.node;
      await insert('node_days', {
        ...costColumns(facts, ['cpu', 'memory', 'gpu', 'idle', 'overhead']),
        unallocated_cost_seconds: addUp(facts, 'unallocated'),
        ...useColumns(facts),
        ...whole,
        node_uid: uid,
        ...described,
      });
    }

    await insert('cluster_days', {
      name: 'then',
      provider: 'aws',
      service: 'eks',
      region: 'eu-west-1',
      environment: 'production',
      compute_pricing_sources: [],
      storage_pricing_sources: [],
      ...costColumns(owned, ownerCosts),
      unallocated_compute_cost_seconds: addUp(rests, 'unallocated') ?? 0,
      unallocated_storage_cost_seconds: (day.unallocatedStorage ?? 0) * 3600,
      unallocated_management_cost_seconds: (day.unallocatedManagement ?? 0) * 3600,
      is_compute_partial: false,
      is_storage_partial: false,
      ...whole,
      ...day.cluster,
    });
  }

  post(body: unknown, key = this.key, query = ''): Promise<TestResponse> {
    return this.app.request(`${path}${query}`, {
      method: 'POST',
      key,
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
  }

  /** The data of an answer that must be 200. */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests look into any body
  async query(body: unknown, key = this.key): Promise<any> {
    const { status, body: answer, text } = await this.post(body, key);
    expect(status, text).to.equal(200);
    return answer.data;
  }

  /** One field of the rows, in their order. */
  async column(field: string, body: Row, key = this.key): Promise<unknown[]> {
    const { rows } = await this.query(body, key);
    return rows.map((row: Row) => row[field]);
  }
}

const keyOptions = (allowedClusterIds: readonly string[] | null) => ({
  scopes: ['cost_explorer:read'],
  allowedClusterIds,
  requestsPerMinute: 1_000_000,
});

const ownerCosts = [
  'cpu',
  'memory',
  'gpu',
  'idle',
  'overhead',
  'storage',
  'management',
] as const satisfies readonly CostName[];

const free = Object.fromEntries(ownerCosts.map((name) => [name, 0]));
const running = { gpu_requested_seconds: 0, seconds: 86_400 };
const charged = { ...running, cpu_charged_core_seconds: 0, memory_charged_byte_seconds: 0 };
const whole = { seconds: 86_400, covered: '{[2026-07-01T00:00:00Z,2026-07-02T00:00:00Z)}' };

function groupBy<Fact>(facts: readonly Fact[], key: (fact: Fact) => string): Fact[][] {
  return Object.values(Object.groupBy(facts, key)) as Fact[][];
}

const costColumns = (facts: readonly object[], names: readonly CostName[]) =>
  Object.fromEntries(names.map((name) => [`${name}_cost_seconds`, addUp(facts, name)]));

const useColumns = (facts: readonly object[]) => ({
  cpu_requested_core_seconds: addUp(facts, 'cpuRequested') ?? 0,
  cpu_used_core_seconds: addUp(facts, 'cpuUsed'),
  memory_requested_byte_seconds: (addUp(facts, 'memoryRequested') ?? 0) * gib,
  memory_used_byte_seconds: times(addUp(facts, 'memoryUsed'), gib),
  gpu_requested_seconds: 0,
});

/** Over seconds; what is not known is left out, and null if nothing is. */
function addUp(facts: readonly object[], name: string): number | null {
  const known = facts
    .map((fact) => (fact as Row)[name])
    .filter((value) => value !== undefined && value !== null);
  return known.length === 0
    ? null
    : known.reduce<number>((sum, value) => sum + Number(value), 0) * 3600;
}

const times = (value: number | null, factor: number) => (value === null ? null : value * factor);
