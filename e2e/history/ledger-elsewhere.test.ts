import { expect } from 'chai';
import { writeFile } from 'node:fs/promises';
import { request, type ClientRequest } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client as Postgres } from 'pg';
import { type Answer, type Client, createClient } from '../support/client.ts';
import { costplaneJson, serve, type Service } from '../support/costplane.ts';
import { createDatabase, type Database } from '../support/database.ts';
import { temporaryFolder } from '../support/folder.ts';
import { workedSnapshot } from '../support/history/worked-cluster.ts';
import { createKey, ingest } from '../support/tenants.ts';

const families = ['health', 'organization', 'clusters', 'trends', 'explorer', 'focus-export'];
const day = new Date().toISOString().slice(0, 10);
const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
const second = Math.floor(Date.now() / 1000);

/** What reads history, from a database of its own (`LEDGER_DATABASE_URL`). */
describe('a ledger on another server', () => {
  let state: Database;
  let ledger: Database;
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let service: Service;
  let client: Client;
  let key: string;
  const locks: Postgres[] = [];

  before(async () => {
    folder = await temporaryFolder();
    [state, ledger] = [await createDatabase(), await createDatabase()];
    const config = join(folder.path, 'costplane.config.yaml');
    const plugins = families.map((name) => `  - package: '@costplane/plugin-${name}'\n`).join('');
    await writeFile(config, `database: { ledgerTimeoutSeconds: 2 }\nplugins:\n${plugins}`);
    const environment = { DATABASE_URL: state.url };
    const organization = await costplaneJson<{ id: string }>(
      ['org', 'create', 'acme'],
      environment,
    );
    await ingest(environment, 'acme', 'worked', workedSnapshot(new Date()));
    key = await createKey(environment, 'acme');
    // A copy of what the ledger's database has of the organization.
    const [cluster] = await state.sql<{ id: string }>('select id from clusters');
    await ledger.sql(`insert into organizations (id, name) values ($1, 'acme')`, [organization.id]);
    await ledger.sql(
      `insert into clusters (organization_id, id, name) values ($1, $2, 'as in the ledger')`,
      [organization.id, cluster!.id],
    );
    await ledger.sql(`select prepare_ledger_months(current_date, current_date)`);
    await ledger.sql(
      `insert into cluster_days (organization_id, cluster_id, day, name, provider, service, region,
          environment, compute_pricing_sources, storage_pricing_sources, cpu_cost_seconds,
          memory_cost_seconds, gpu_cost_seconds, storage_cost_seconds, idle_cost_seconds,
          overhead_cost_seconds, management_cost_seconds, unallocated_compute_cost_seconds,
          unallocated_storage_cost_seconds, unallocated_management_cost_seconds,
          on_demand_compute_cost_seconds, is_compute_partial, is_storage_partial, seconds, covered)
        values ($1, $2, $3, 'as in the ledger', 'aws', '', '', 'production', '{price_book}', '{}',
          0, 0, 0, 0, 0, 0, 0, 3600, 0, 0, 3600, false, false, 3600, '{}')`,
      [organization.id, cluster!.id, day],
    );
    service = await serve({
      ...environment,
      LEDGER_DATABASE_URL: ledger.url,
      COSTPLANE_CONFIG: config,
    });
    client = await createClient(service.url);
  });
  after(async () => {
    for (const lock of locks) await lock.end();
    await service.stop();
    await state.drop();
    await ledger.drop();
    await folder.remove();
  });

  const trend = () =>
    client.get(
      `/v1/organizations/dashboard/cost-trend?start=${second - 86_400 * 20}&end=${second}`,
      key,
    );
  const explore = () => client.post('/v1/cost-explorer/query', {}, key);
  const exportPath = `/v1/exports/focus?from=${day}&to=${tomorrow}`;
  const outcome = ({ status, body }: Answer) => [status, body?.error?.code];

  /** Holds a lock that whatever reads the ledger has to wait for. */
  async function lockLedger(): Promise<() => Promise<void>> {
    const lock = new Postgres({
      connectionString: ledger.url,
      options: '-c search_path=costplane',
    });
    lock.on('error', () => undefined);
    await lock.connect();
    await lock.query('begin');
    await lock.query('lock table cluster_days, workload_days in access exclusive mode');
    locks.push(lock);
    return async () => {
      await lock.query('rollback');
    };
  }

  const waiting = async () => {
    const [{ count } = { count: 0 }] = await ledger.sql<{ count: number }>(
      `select count(*)::integer as count from pg_stat_activity
        where datname = current_database() and application_name = 'costplane'
          and wait_event_type = 'Lock'`,
    );
    return count;
  };
  const until = async (isSo: () => Promise<boolean>) => {
    for (let tries = 0; tries < 1_500; tries += 1) {
      if (await isSo()) return;
      await sleep(20);
    }
    throw new Error('it did not come to be');
  };

  it('serves trends, explorer and export', async () => {
    const { data } = (await explore()).body;
    expect(data.summary.unallocatedCost).to.equal('1.0000');
    const file = await client.get(`${exportPath}&columns=EffectiveCost,SubAccountName`, key);
    expect(file.text).to.equal('EffectiveCost,SubAccountName\n1.000000000000,as in the ledger\n');
    expect((await trend()).status).to.equal(200);
  });

  it('that does not respond in time causes 504 in the explorer, 503 in trends, and no other errors', async () => {
    const unlock = await lockLedger();
    const [explored, trended] = await Promise.all([explore(), trend()]);
    expect(outcome(explored)).to.eql([504, 'UPSTREAM_TIMEOUT']);
    expect(outcome(trended)).to.eql([503, 'SERVICE_UNAVAILABLE']);
    await until(async () => (await waiting()) === 0);
    expect((await client.get('/v1/clusters', key)).status).to.equal(200);
    await unlock();
    expect((await explore()).status).to.equal(200);
  });

  it('cancels the query of a client that disconnected', async () => {
    const unlock = await lockLedger();
    const headers = { Authorization: `Bearer ${key}` };
    const asked: ClientRequest[] = [
      request(`${service.url}${exportPath}`, { headers }),
      request(`${service.url}/v1/cost-explorer/query`, {
        method: 'POST',
        headers: { ...headers, 'Content-Type': 'application/json' },
      }),
    ];
    for (const each of asked) {
      each.on('error', () => undefined).end(each.method === 'POST' ? '{}' : undefined);
    }
    await until(async () => (await waiting()) === asked.length);
    for (const each of asked) {
      const closed = new Promise((resolve) => each.once('close', resolve));
      each.destroy();
      await closed;
    }
    await until(async () => (await waiting()) === 0);
    await unlock();
  });

  it('that cannot be reached causes 502 in explorer and export, 503 in trends, and no other errors', async () => {
    await ledger.drop();
    expect(outcome(await explore())).to.eql([502, 'UPSTREAM_UNAVAILABLE']);
    expect(outcome(await client.get(exportPath, key))).to.eql([502, 'UPSTREAM_UNAVAILABLE']);
    expect(outcome(await trend())).to.eql([503, 'SERVICE_UNAVAILABLE']);
    expect((await client.get('/v1/clusters', key)).status).to.equal(200);
    expect((await client.get('/health/ready')).status).to.equal(200);
  });

  it('that cannot be reached at startup fails the start and names the variable', async () => {
    const config = join(folder.path, 'costplane.config.yaml');
    const failure = await serve({
      DATABASE_URL: state.url,
      LEDGER_DATABASE_URL: ledger.url,
      COSTPLANE_CONFIG: config,
    }).then(
      () => 'it started',
      (error: unknown) => (error as Error).message,
    );
    expect(failure).to.match(/does not exist.*LEDGER_DATABASE_URL/);
  });
});
