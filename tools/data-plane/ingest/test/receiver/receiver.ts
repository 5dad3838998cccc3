import { agentToken, hashCredential } from '@costplane/kernel/edge';
import { randomUUID } from 'node:crypto';
import { constants, zstdCompressSync } from 'node:zlib';
import { type Receiver, type ReceiverOptions, startReceiver } from '../../src/receiver/receiver.ts';
import { openTestWarehouse, type TestWarehouse } from '../database.ts';
import { rawSnapshot } from '../sample-snapshot.ts';

type Fields = Record<string, unknown>;

/** A receiver over a database with one cluster, and its log. */
export interface TestReceiver extends TestWarehouse {
  readonly url: string;
  readonly metricsUrl: string;
  readonly token: string;
  readonly log: Fields[];
  readonly databaseUrl: string;
  /** A cluster of the organization, `pending`, and its token. */
  addCluster(name: string): Promise<{ clusterId: string; token: string }>;
  /** What is in every table, and one text for all of it. */
  digest(): Promise<string>;
  /** Starts another over the same database. */
  startAnother(options: Partial<ReceiverOptions>): Promise<Receiver>;
}

export async function openTestReceiver(
  options: Partial<ReceiverOptions> = {},
): Promise<TestReceiver> {
  const warehouse = await openTestWarehouse();
  const log: Fields[] = [];
  const noteAt = (level: string) => (fields: object, message: string) =>
    void log.push({ ...fields, level, message });
  const { name } = await warehouse.one('select current_database() as name');
  const url = new URL(process.env.COSTPLANE_TEST_DATABASE_URL!);
  url.pathname = `/${String(name)}`;
  const started: Receiver[] = [];
  const startAnother = async (more: Partial<ReceiverOptions>) => {
    const receiver = await startReceiver({
      databaseUrl: url.href,
      address: { host: '127.0.0.1', port: 0 },
      management: { host: '127.0.0.1', port: 0 },
      log: {
        debug: noteAt('debug'),
        info: noteAt('info'),
        warn: noteAt('warn'),
        error: noteAt('error'),
      },
      workers: 1,
      ...options,
      ...more,
    });
    started.push(receiver);
    return receiver;
  };
  const giveToken = async (clusterId: string) => {
    const token = agentToken.mint();
    await warehouse.query(`insert into agent_tokens (organization_id, cluster_id, token_hash, token_hint)
      values ('${warehouse.organizationId}', '${clusterId}',
        '\\x${hashCredential(token).toString('hex')}', '${agentToken.hint(token)}')`);
    return token;
  };
  const receiver = await startAnother({});
  return {
    ...warehouse,
    url: receiver.url,
    metricsUrl: receiver.metricsUrl,
    log,
    databaseUrl: url.href,
    token: await giveToken(warehouse.clusterId),
    addCluster: async (name) => {
      const { id } = await warehouse.one(`insert into clusters (organization_id, name)
        values ('${warehouse.organizationId}', '${name}') returning id`);
      return { clusterId: id as string, token: await giveToken(id as string) };
    },
    digest: async () => {
      const tables = await warehouse.query(`select relname as name from pg_class
        where relnamespace = 'costplane'::regnamespace and relkind = 'r' order by 1`);
      const digests = tables.map(
        ({ name: table }) =>
          `select '${String(table)}' || md5(string_agg(md5(t::text), '' order by md5(t::text))) as digest
            from ${String(table)} as t`,
      );
      const rows = await warehouse.query(digests.join(' union all '));
      return rows
        .map(({ digest }) => String(digest))
        .sort()
        .join();
    },
    startAnother,
    close: async () => {
      await Promise.all(started.map((one) => one.stop()));
      await warehouse.close();
    },
  };
}

/** A snapshot of now, or `seconds` from now, which is new every time. */
export function makeReport(lists: Fields = {}, seconds = 0): Fields {
  return {
    ...rawSnapshot(0, lists),
    snapshot_id: randomUUID(),
    timestamp: Date.now() + seconds * 1000,
    ...lists,
  };
}

/** As agents compress: with a checksum, and here with the size declared. */
export const compress = (json: Fields | string): Buffer =>
  zstdCompressSync(typeof json === 'string' ? json : `${JSON.stringify(json)}\n`, {
    params: { [constants.ZSTD_c_checksumFlag]: 1 },
  });

export interface Answered {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Fields & { message: string; error?: string };
}

/** Sends a report as an agent does; a body that is given is sent as it is. */
export async function send(
  url: string,
  token: string,
  report: Fields | Uint8Array,
  headers: Record<string, string> = {},
): Promise<Answered> {
  const isRaw = report instanceof Uint8Array;
  const id = isRaw ? {} : { 'X-Snapshot-ID': String(report.snapshot_id) };
  const response = await fetch(`${url}/api/v1/metrics/ingest`, {
    method: 'POST',
    redirect: 'error',
    headers: {
      Authorization: `Bearer ${token}`,
      'Content-Type': 'application/json',
      'Content-Encoding': 'zstd',
      'X-Kubeadapt-Protocol': 'v1',
      ...id,
      ...headers,
    },
    body: isRaw ? new Uint8Array(report) : new Uint8Array(compress(report)),
  });
  return {
    status: response.status,
    headers: response.headers,
    body: (await response.json()) as Answered['body'],
  };
}
