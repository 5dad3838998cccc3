import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { type Client, createClient } from '../client.ts';
import { costplaneJson, serve } from '../costplane.ts';
import { createDatabase } from '../database.ts';
import { fixtures } from '../paths.ts';
import { skip } from '../skip.ts';
import { type Cluster, describeCluster } from './cluster.ts';
import { readSnapshot } from './snapshot.ts';
import { sharedUntilTheEnd } from '../shared-until-the-end.ts';

/**
 * One organization with four clusters, each a snapshot of the same production cluster (idle, the
 * same a week later with use, a cut-out, and loaded): what has a Kubernetes uid has it in several.
 */
const files = {
  idle: 'openb-gpu-cluster/01.json.zst',
  measured: 'openb-gpu-cluster/06.json.zst',
  small: 'openb-gpu-cluster/small.json',
  dense: 'openb-dense/01.json.zst',
};
type ClusterName = keyof typeof files;

export interface Organization {
  readonly client: Client;
  /** Reads every cluster. */
  readonly key: string;
  readonly clusters: Readonly<Record<ClusterName, Cluster>>;
  /** A key that reads this cluster alone. */
  readonly keyOf: (cluster: Cluster) => string;
}

/** Has the organization ready for a suite; it is made for the first one, and ends with the run. */
export function useOrganization(): () => Organization {
  let ready: Organization | undefined;
  before(async function () {
    if (fixtures === undefined) skip(this, 'the production snapshots are not at hand');
    prepared ??= prepare(fixtures);
    ready = await prepared;
  });
  return () => ready!;
}

let prepared: Promise<Organization> | undefined;
const { services, cleanUp } = sharedUntilTheEnd();

async function prepare(folder: string): Promise<Organization> {
  const database = await createDatabase();
  cleanUp.push(() => database.drop());
  const environment = { DATABASE_URL: database.url };
  const command = <T>(...args: string[]) => costplaneJson<T>(args, environment);
  await command('org', 'create', 'demo');

  const take = async (name: ClusterName) => {
    const path = join(folder, files[name]);
    const owner = ['--org', 'demo', '--cluster-name', name];
    const [result] = await command<{ cluster_id: string }[]>('ingest', path, ...owner);
    return describeCluster(result!.cluster_id, name, await readSnapshot(path));
  };
  const clusters = {
    dense: await take('dense'),
    idle: await take('idle'),
    measured: await take('measured'),
    small: await take('small'),
  };

  const makeKey = async (...clusterIds: string[]) => {
    const limits = clusterIds.flatMap((id) => ['--cluster', id]);
    const rights = ['--org', 'demo', '--scope', 'all', '--limit', '1000000'];
    return (await command<{ key: string }>('key', 'create', ...rights, ...limits)).key;
  };
  const keys = new Map<Cluster, string>();
  for (const cluster of Object.values(clusters)) keys.set(cluster, await makeKey(cluster.id));
  const key = await makeKey();

  const service = await serve(environment);
  services.push(service);
  return {
    client: await createClient(service.url),
    key,
    clusters,
    keyOf: (cluster) => keys.get(cluster)!,
  };
}

/** A UUID of version 5, as the id of a namespace is: its name in the id of its cluster. */
export function uuidV5(space: string, name: string): string {
  const hash = createHash('sha1')
    .update(Buffer.from(space.replaceAll('-', ''), 'hex'))
    .update(name)
    .digest();
  hash[6] = (hash[6]! & 0x0f) | 0x50;
  hash[8] = (hash[8]! & 0x3f) | 0x80;
  const hex = hash.toString('hex', 0, 16);
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
