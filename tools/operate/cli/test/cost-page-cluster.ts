import { recommend } from '@costplane/engine';
import {
  ingestSnapshot,
  parseSnapshot,
  recordUsageMinutes,
  repriceLedger,
  usageOfSnapshot,
} from '@costplane/ingest';
import { parseYaml } from '../src/yaml/parse-yaml.ts';
import { openWarehouse } from '@costplane/warehouse';
import { createTestDatabase } from '@costplane/warehouse/testing';
import { sql } from 'kysely';
import { applyAllocationFile } from '../src/allocation/apply-allocation-file.ts';
import { insertKey } from '../src/database/insert-key.ts';
import { insertOrganization } from '../src/database/insert-organization.ts';
import { setPriceBook } from '../src/prices/set-price-book.ts';
import { readKnownScopes } from '../src/service/known-scopes.ts';
import { type Row } from './cost-page.ts';
import { begin, readyDocument, stop } from './costplane.ts';

const gib = 2 ** 30;
const production = '7c0bf6b6-6f1f-4d0b-9a4e-0f5f7e7f0001';
const clusterNames = {
  [production]: 'production',
  '7c0bf6b6-6f1f-4d0b-9a4e-0f5f7e7f0002': 'committed',
};
const toUid = (index: number) => `0f0bf6b6-6f1f-4d0b-9a4e-${index.toString(16).padStart(12, '0')}`;

/** What there is in a cluster, in rows of the page. */
export interface GivenCluster {
  readonly node: Row;
  readonly pods: readonly Row[];
  readonly volumes: readonly Row[];
}

export interface GivenDay {
  /** The price book that holds from this day on. */
  readonly book: string;
  /** When snapshots are taken, ISO 8601. */
  readonly snapshots: readonly string[];
}

/** A cluster that the product has taken in and serves. */
export interface Cluster {
  readonly id: string;
  toUid: (workload: string) => string;
  /** Answers how many seconds each snapshot has accounted for, in their order. */
  ingestDay: (day: GivenDay) => Promise<number[]>;
  applyAllocation: (file: string) => Promise<unknown>;
  /** Lets a price book hold from a day on, and prices the ledger from then on anew. */
  reprice: (book: string, day: string) => Promise<unknown>;
  /** Has what runs have used for the twelve hours before noon of a day what it uses now. */
  recommend: (day: string) => Promise<unknown>;
  /** The data of an answer of the API. */
  get: <Data>(path: string, body?: unknown) => Promise<Data>;
  /** The rows of a statement, as text. */
  query: (text: string) => Promise<Row[]>;
}

/** Has somebody look at a cluster of its own. */
export async function withCluster<Answer>(
  given: GivenCluster,
  look: (cluster: Cluster) => Promise<Answer>,
): Promise<Answer> {
  const database = await createTestDatabase();
  const [owner, db] = [openWarehouse(database.url, 'owner'), openWarehouse(database.url, 'ingest')];
  const query = async (text: string) => (await sql.raw<Row>(text).execute(owner)).rows;
  const service = begin(['serve', '--json'], {
    env: { DATABASE_URL: database.url, LOG_LEVEL: 'fatal' },
  });
  try {
    const organization = await insertOrganization(owner, { name: 'acme' });
    for (const [id, name] of Object.entries(clusterNames)) {
      await query(`insert into clusters (organization_id, id, name)
        values ('${organization.id}', '${id}', '${name}')`);
    }
    const { key } = await insertKey(owner, {
      organizationId: organization.id,
      scopes: await readKnownScopes(),
      allowedClusterIds: null,
    });
    const setPrices = (book: string, day: string) =>
      setPriceBook(owner, {
        scope: organization,
        file: { text: book, name: 'the page' },
        from: new Date(day),
        isTrial: false,
      });
    const { url } = await readyDocument(service);
    return await look({
      id: production,
      query,
      toUid: (workload) => toUid(given.pods.findIndex(({ Pod }) => Pod === workload) + 1),
      get: (path, body) => fetchData(`${url}${path}`, key, body),
      applyAllocation: (file) =>
        applyAllocationFile(db, organization.id, parseYaml(file, 'the page')),
      reprice: async (book, day) => {
        await setPrices(book, day);
        await repriceLedger(db, { organizationId: organization.id, from: new Date(day) });
      },
      recommend: async (day) => {
        const snapshot = parseSnapshot(JSON.stringify(makeSnapshot(given, `${day}T12:00:00Z`)));
        const containers = usageOfSnapshot(snapshot);
        await recordUsageMinutes(db, {
          organizationId: organization.id,
          clusterId: production,
          minutes: Array.from({ length: 12 * 60 }, (_, minute) => ({
            time: new Date(Date.parse(day) + minute * 60_000),
            containers,
          })),
        });
        await recommend(db, { organizationId: organization.id });
      },
      ingestDay: async ({ book, snapshots }) => {
        await setPrices(book, (snapshots[0] ?? '').slice(0, 10));
        const totals = [await accountedSeconds(query)];
        for (const taken of snapshots) {
          await ingestSnapshot(db, {
            organizationId: organization.id,
            cluster: { id: production },
            snapshot: parseSnapshot(JSON.stringify(makeSnapshot(given, taken))),
          });
          totals.push(await accountedSeconds(query));
        }
        return totals.slice(1).map((total, index) => total - (totals[index] ?? 0));
      },
    });
  } finally {
    await stop(service);
    await Promise.all([owner.destroy(), db.destroy()]);
    await database.drop();
  }
}

async function accountedSeconds(query: Cluster['query']): Promise<number> {
  const [row] = await query(`select coalesce(sum(seconds), 0)::text as seconds from cluster_hours`);
  return Number(row?.seconds);
}

async function fetchData<Data>(url: string, key: string, body?: unknown): Promise<Data> {
  const answer = await fetch(url, {
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
  });
  const document = (await answer.json()) as { data?: Data };
  if (!document.data) throw new Error(`${url}: ${JSON.stringify(document)}`);
  return document.data;
}

/** One node of EKS, a workload for each pod, StatefulSets where a volume is theirs. */
function makeSnapshot({ node, pods, volumes }: GivenCluster, taken: string): unknown {
  const number = (row: Row, column: string) => Number(row[column] ?? 0);
  const claimed = (name = '') => volumes.filter(({ Workload }) => Workload === name);
  const isStateful = ({ Pod }: Row) => claimed(Pod).length > 0;
  const ofKind = (kind: (row: Row) => boolean) =>
    pods.flatMap((row, index) =>
      kind(row)
        ? [
            {
              name: row.Pod,
              uid: toUid(index + 1),
              namespace: 'shop',
              replicas: 1,
              ready_replicas: 1,
              available_replicas: 1,
              unavailable_replicas: 0,
              volume_claim_templates: claimed(row.Pod).map((volume) => volume.Volume),
            },
          ]
        : [],
    );
  const claimName = (volume: Row) => `${volume.Volume ?? ''}-${volume.Workload ?? ''}-0`;
  return {
    snapshot_id: toUid(Date.parse(taken)),
    timestamp: Date.parse(taken),
    provider: 'aws',
    region: 'eu-west-1',
    kubernetes_version: 'v1.33.4-eks-1234567',
    nodes: [
      {
        name: 'node',
        uid: toUid(100),
        provider_id: 'aws:///node',
        ready: true,
        unschedulable: false,
        instance_type: node.Node,
        region: 'eu-west-1',
        os: 'linux',
        cpu_capacity_cores: number(node, 'Cores'),
        cpu_allocatable: number(node, 'Allocatable cores'),
        memory_capacity_bytes: number(node, 'GiB') * gib,
        memory_allocatable: number(node, 'Allocatable GiB') * gib,
      },
    ],
    pods: pods.map((row, index) => ({
      name: `${row.Pod ?? ''}-0`,
      uid: toUid(200 + index),
      namespace: 'shop',
      node_name: 'node',
      phase: 'Running',
      owner_name: row.Pod,
      owner_uid: toUid(index + 1),
      owner_kind: isStateful(row) ? 'StatefulSet' : 'Deployment',
      containers: [
        {
          name: 'main',
          state: 'running',
          ready: true,
          restart_count: 0,
          cpu_request_cores: number(row, 'Cores requested'),
          memory_request_bytes: number(row, 'GiB requested') * gib,
          cpu_limit_cores: 0,
          memory_limit_bytes: 0,
          cpu_usage_cores: number(row, 'Cores used'),
          memory_usage_bytes: number(row, 'GiB used') * gib,
        },
      ],
    })),
    namespaces: [{ name: 'shop', labels: null }],
    deployments: ofKind((row) => !isStateful(row)),
    statefulsets: ofKind(isStateful),
    daemonsets: [],
    jobs: [],
    cronjobs: [],
    hpas: [],
    resource_quotas: [],
    pvs: volumes.map((volume) => ({
      name: volume.Volume,
      capacity: number(volume, 'GiB') * gib,
      storage_class_name: volume.Class,
      phase: volume.Workload ? 'Bound' : 'Released',
      ...(volume.Workload && {
        claim_ref: { namespace: 'shop', name: claimName(volume), uid: '' },
      }),
    })),
    pvcs: volumes
      .filter(({ Workload }) => Workload)
      .map((volume) => ({ namespace: 'shop', name: claimName(volume) })),
    summary: { metrics_available: true },
  };
}
