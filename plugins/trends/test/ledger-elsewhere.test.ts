import { createTestDatabase } from '@costplane/plugin-testing';
import { expect } from 'chai';
import { bootHistory, epochSeconds } from './history.ts';

describe('cost trends of a ledger on another server', () => {
  const window = {
    start: epochSeconds('2026-07-01T00:00:00Z'),
    end: epochSeconds('2026-07-02T00:00:00Z'),
    granularity: 'daily',
  };

  it('read history from there and current state from here; 503 if it is down', async () => {
    const ledger = await createTestDatabase();
    const history = await bootHistory({ ledgerDatabaseUrl: ledger.url });
    const cluster = await history.insertCluster();
    await history.spend('cluster_days', cluster, '2026-07-01', { cpu_cost_seconds: 3600 });
    await history.spend('namespace_days', cluster, '2026-07-01', { namespace: 'shop' });
    const path = `/v1/clusters/${cluster}/cost-trend`;
    const readCode = async (of: string) => {
      const { status, body } = await history.request(of, window);
      return [status, body.error?.code];
    };

    const { body } = await history.request(path, window);
    expect(body.data.points).to.eql([]);
    const namespacePath = `/v1/clusters/${cluster}/namespaces/shop/cost-trend`;
    expect(await readCode(namespacePath)).to.eql([404, 'NAMESPACE_NOT_FOUND']);

    await ledger.drop();
    expect(await readCode(path)).to.eql([503, 'SERVICE_UNAVAILABLE']);
    await history.app.stop();
  });
});
