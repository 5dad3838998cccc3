import { bootTestApplication, type TestApplication } from '@costplane/plugin-testing';
import { expect } from 'chai';

const entry = new URL('../src/index.ts', import.meta.url);

/** A cluster with a node on each of the first days of July 2026. */
describe("OpenCost's routes: history", () => {
  let app: TestApplication;
  let organization: string;
  let headers: Record<string, string>;
  let cluster: string;

  before(async () => {
    app = await bootTestApplication({
      plugins: [entry],
      clock: { now: () => new Date('2026-07-15T19:33:00Z') },
    });
    await app.sql(`select prepare_ledger_months('2026-06-01', '2026-07-31')`);
    organization = await app.createOrganization('acme', 'EUR');
    const key = await app.createKey(organization, {
      scopes: ['cost_explorer:read'],
      requestsPerMinute: 1_000_000,
    });
    headers = { Authorization: `Bearer ${key}` };
    cluster = crypto.randomUUID();
    await app.insert('clusters', { organization_id: organization, id: cluster, name: 'north' });
    await addNodes('2026-07-01', 1);
    await addNodes('2026-07-02', 1);
  });
  after(() => app.stop());

  const addNodes = (day: string, count: number) =>
    app.sql(
      `insert into node_days (organization_id, cluster_id, day, node_uid, name, instance_type,
          node_group, availability_zone, capacity_type, architecture, seconds, covered,
          cpu_cost_seconds, cpu_requested_core_seconds, memory_requested_byte_seconds,
          gpu_requested_seconds)
        select $1, $2, $3::date, gen_random_uuid(), 'node-' || n, 'm5.large', 'general', 'zone-a',
          'on-demand', 'amd64', 86400,
          tstzmultirange(tstzrange($3::timestamptz, $3::timestamptz + '24 hours')), 3600, 0, 0, 0
        from generate_series(1, $4::integer) as n`,
      [organization, cluster, day, count],
    );

  const get = (path: string) => app.request(`/opencost${path}`, { headers });

  it('list the assets of a window at once, and in sets for clients of Kubecost', async () => {
    const query = '?window=2026-07-01T00:00:00Z,2026-07-03T00:00:00Z&step=1d';
    const { body } = await get(`/assets${query}`);
    const assets = body.data as Record<string, { totalCost: number }>;
    expect(Object.values(assets).map(({ totalCost }) => totalCost)).to.eql([1, 1]);
    // Undocumented, so that its answers are not compared with a document.
    const ofModel = await fetch(`${app.service.url}/opencost/model/assets${query}`, { headers });
    const { data } = (await ofModel.json()) as { data: object[] };
    expect(data).to.have.length(2);
    expect(data.flatMap((set) => Object.keys(set))).to.have.members(Object.keys(assets));
  });

  it('refuse a window with too many rows, by a parameter that the route has', async () => {
    await addNodes('2026-07-03', 50_001);
    const { status, body } = await get('/assets?window=2026-07-03T00:00:00Z,2026-07-04T00:00:00Z');
    expect(status).to.equal(400);
    expect(body.message).to.match(/^Invalid 'window' parameter: has more than 50000 rows/);
  });
});
