import { bootTestApplication, type TestApplication, walkPages } from '@costplane/kernel/testing';
import { deepEqual, equal } from 'node:assert/strict';

describe('chargeback', () => {
  let app: TestApplication;
  let organization: string;
  let key: string;
  const clusters = { north: crypto.randomUUID(), south: crypto.randomUUID() };

  before(async () => {
    const entry = new URL('../dist/index.js', import.meta.url);
    app = await bootTestApplication({ plugins: [{ entry, config: { marginPercent: 12.5 } }] });
    organization = await app.createOrganization('acme', 'EUR');
    key = await app.createKey(organization, { scopes: ['acme-chargeback:read'] });
    for (const [name, id] of Object.entries(clusters)) {
      const row = { organization_id: organization, id, name, status: 'active' };
      await app.insert('clusters', row);
    }
    await addNamespace('north', 'shop', '2');
    await addNamespace('north', 'tools', '0.5');
    await addNamespace('south', 'shop', '8.00004');
  });
  after(() => app.stop());

  const now = new Date().toISOString();
  const none = {
    workloads: 0,
    deployments: 0,
    statefulsets: 0,
    daemonsets: 0,
    jobs: 0,
    cronjobs: 0,
  };
  const addNamespace = (cluster: keyof typeof clusters, name: string, hourly: string) =>
    app.insert('namespaces', {
      ...{ organization_id: organization, cluster_id: clusters[cluster] },
      ...{ id: crypto.randomUUID(), name, last_seen_at: now, cost_updated_at: now },
      ...{ cpu_requested_cores: '1', memory_requested_bytes: 1024, persistent_volumes: 0 },
      ...{ ...none, pods: 0, running_pods: 0, containers: 0 },
      ...{ compute_cpu_hourly: hourly, compute_ram_hourly: '0', compute_gpu_hourly: '0' },
      ...{ storage_pv_hourly: '0', workloads_legacy_hourly: '0', workloads_all_hourly: '0' },
    });

  const eur = (amount: string) => ({ amount, currency: 'EUR' });

  it('charges the cost and the margin, the highest first', async () => {
    const { status, body } = await app.get('/v1/acme/charges?include_total=true', key);
    equal(status, 200);
    deepEqual(body.data, [
      {
        namespace: 'shop',
        cluster: { id: clusters.south, name: 'south' },
        cost_hourly: eur('8.0000'),
        charge_hourly: eur('9.0000'),
      },
      {
        namespace: 'shop',
        cluster: { id: clusters.north, name: 'north' },
        cost_hourly: eur('2.0000'),
        charge_hourly: eur('2.2500'),
      },
      {
        namespace: 'tools',
        cluster: { id: clusters.north, name: 'north' },
        cost_hourly: eur('0.5000'),
        charge_hourly: eur('0.5625'),
      },
    ]);
    equal(body.meta.pagination.total_count, 3);
  });

  it('filters by cluster, and pages', async () => {
    const { body } = await app.get(`/v1/acme/charges?cluster_id=${clusters.south}`, key);
    equal(body.data.length, 1);
    const pages = await walkPages(app, '/v1/acme/charges', key, 1);
    const charges = pages as readonly unknown[] as readonly { namespace: string }[];
    deepEqual(
      charges.map(({ namespace }) => namespace),
      ['shop', 'shop', 'tools'],
    );
  });

  it('answers in its own words, by a scope that it shares', async () => {
    const reader = await app.createKey(organization, { scopes: ['clusters:read'] });
    deepEqual((await app.get('/v1/acme/rate', reader)).body, {
      ok: true,
      result: { margin_percent: 12.5 },
    });
    const refused = await app.get('/v1/acme/rate', key);
    equal(refused.status, 403);
    deepEqual(refused.body, { ok: false, problem: 'FORBIDDEN' });
  });
});
