import { isOnCitus, skipWithoutCitus } from '@costplane/warehouse/testing';
import { expect } from 'chai';
import { Client } from 'pg';
import { openTestWarehouse, type TestWarehouse } from './database.ts';
import { randomSnapshot } from './random-snapshot.ts';

describe('a report to a distributed warehouse', () => {
  let warehouse: TestWarehouse;
  before(async function () {
    if (!isOnCitus()) return skipWithoutCitus(this);
    warehouse = await openTestWarehouse();
  });
  after(async () => {
    if (isOnCitus()) await warehouse.close();
  });

  it('needs only the worker of its cluster', async () => {
    const at = (minute: number) => ({
      ...randomSnapshot(1, minute),
      snapshot_id: crypto.randomUUID(),
    });
    // Its first interval makes the months of the ledger, on all of them.
    for (const minute of [1, 2]) await warehouse.ingest(at(minute));
    const { port: own } = await warehouse.one(`select nodeport as port from citus_shards
      where shardid = get_shard_id_for_distribution_column('clusters', '${warehouse.clusterId}')`);
    const others = await warehouse.query(`select nodename as host, nodeport as port
      from pg_dist_node where shouldhaveshards and nodeport <> ${own as number}`);
    expect(others).not.to.have.length(0);
    const letConnect = async (isAllowed: boolean) => {
      for (const { host, port } of others) {
        await setConnections(warehouse.url, `${host as string}:${port as number}`, isAllowed);
      }
    };
    await letConnect(false);
    try {
      for (const minute of [3, 4]) {
        expect(await warehouse.ingest(at(minute))).to.include({ status: 'applied' });
      }
    } finally {
      await letConnect(true);
    }
  });
});

/** Lets a server accept connections to the database, or ends those that there are. */
async function setConnections(url: string, host: string, isAllowed: boolean): Promise<void> {
  const { pathname } = new URL(url);
  const name = pathname.slice(1);
  const client = new Client({
    connectionString: Object.assign(new URL(url), { host, pathname: '/postgres' }).href,
  });
  await client.connect();
  await client.query(`set citus.enable_ddl_propagation = off`);
  await client.query(`alter database ${name} allow_connections ${isAllowed}`);
  if (!isAllowed) {
    await client.query(
      `select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = $1`,
      [name],
    );
  }
  await client.end();
}
