import { expect } from 'chai';
import { type Pool } from 'pg';
import { openPools, type Pools } from '@costplane/reader';
import { type Logger } from '@costplane/plugin-api';
import { createTestDatabase, type TestDatabase } from '../src/test-database.ts';

describe('sessions of the service', () => {
  let database: TestDatabase;
  let pools: Pools;
  before(async () => {
    database = await createTestDatabase();
    const url = new URL(database.url);
    url.searchParams.set('options', '-c jit=on -c role=none -c statement_timeout=7000');
    const sizes = { poolSize: 1, ledgerPoolSize: 1, ledgerTimeoutSeconds: 60, exportPoolSize: 1 };
    const limits = {
      queueLength: 1,
      queueSeconds: 1,
      historyQueriesPerOrganization: 1,
      exportsPerOrganization: 1,
    };
    const log = { warn: () => undefined } as unknown as Logger;
    pools = openPools({ databaseUrl: url.href, log }, sizes, limits);
  });
  after(async () => {
    await Promise.all(Object.values(pools).map(({ pool }) => pool.end()));
    await database.drop();
  });

  const settings = async (pool: Pool) => {
    const { rows } = await pool.query<Record<string, string>>(`
      select current_user::text as role, current_setting('jit') as jit,
        current_setting('search_path') as path, current_setting('TimeZone') as zone,
        current_setting('transaction_read_only') as read_only,
        current_setting('statement_timeout') as timeout, current_setting('work_mem') as memory`);
    return rows[0];
  };

  it('never use JIT, are read-only, and have their role, whatever the URL and the server say', async () => {
    const all = {
      role: 'costplane_api',
      jit: 'off',
      path: 'costplane',
      zone: 'UTC',
      read_only: 'on',
    };
    expect(await settings(pools.state.pool)).to.eql({ ...all, timeout: '30s', memory: '4MB' });
    expect(await settings(pools.queries.pool)).to.eql({ ...all, timeout: '1min', memory: '32MB' });
    expect(await settings(pools.streams.pool)).to.eql({ ...all, timeout: '0', memory: '32MB' });
  });
});
