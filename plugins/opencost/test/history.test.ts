import { bootTestApplication, type TestApplication } from '@costplane/plugin-testing';
import { expect } from 'chai';

const entry = new URL('../src/index.ts', import.meta.url);

/** A cluster with a node and a namespace with a volume on each of the first days of July 2026. */
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
    await app.insert('clusters', { organization_id: organization, id: cluster, name: 'north:1' });
    for (const day of ['2026-07-01', '2026-07-02']) {
      await addNodes(day, 1);
      await addNamespace(cluster, day);
      await app.insert('cluster_days', {
        ...storageOf(cluster, day),
        name: 'north',
        provider: 'aws',
        service: 'eks',
        region: 'eu-west-1',
        environment: 'production',
        compute_pricing_sources: [],
        storage_pricing_sources: [],
        cpu_cost_seconds: 3600,
        unallocated_compute_cost_seconds: 0,
        unallocated_storage_cost_seconds: 0,
        unallocated_management_cost_seconds: 0,
        is_compute_partial: false,
        is_storage_partial: false,
        covered: `{[${day}T00:00:00Z,${day}T24:00:00Z)}`,
      });
    }
  });
  after(() => app.stop());

  const storageOf = (clusterId: string, day: string) => ({
    organization_id: organization,
    cluster_id: clusterId,
    day,
    seconds: 86_400,
    storage_cost_seconds: 3600,
  });

  const addNamespace = (clusterId: string, day: string, columns: object = {}) =>
    app.insert('namespace_days', {
      ...storageOf(clusterId, day),
      namespace: 'shop',
      description_id: 0,
      cpu_requested_core_seconds: 0,
      memory_requested_byte_seconds: 0,
      gpu_requested_seconds: 0,
      cpu_charged_core_seconds: 0,
      memory_charged_byte_seconds: 0,
      ...columns,
    });

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

  const window = '2026-07-01T00:00:00Z,2026-07-03T00:00:00Z';

  it('separate cluster and volume by the only colon of a key, as kubectl-cost reads it', async () => {
    const { body } = await get(`/allocation?window=${window}&aggregate=namespace`);
    expect(body.data[0].shop.pvs).to.eql({ 'cluster=north_1:name=shop': { cost: 2 } });
  });

  it('summarize with the whole window, and the length of a set in nanoseconds', async () => {
    const { body } = await get(`/allocation/summary?window=${window}&step=1d&aggregate=cluster`);
    expect(body.data).to.deep.include({
      step: 86_400e9,
      window: { start: '2026-07-01T00:00:00Z', end: '2026-07-03T00:00:00Z' },
    });
  });

  it('have one allocation with everything', async () => {
    const { body } = await get(`/allocation?window=${window}&aggregate=all`);
    expect(Object.keys(body.data[0] as object)).to.eql(['']);
    expect(body.data[0][''].pvCost).to.equal(2);
  });

  it('name no cluster in the key of volumes of several, and trim the names of namespaces', async () => {
    const day = '2026-07-10';
    const other = crypto.randomUUID();
    await app.insert('clusters', { organization_id: organization, id: other, name: 'south' });
    for (const id of [cluster, other]) await addNamespace(id, day);
    const query = `window=${day}T00:00:00Z,2026-07-11T00:00:00Z&aggregate=namespace`;
    const { body } = await get(`/allocation?${query}&filterNamespaces=x,%20shop`);
    expect(body.data[0].shop.pvs).to.eql({ 'cluster=:name=shop': { cost: 2 } });
  });

  it('limit allocations to those whose displayed cost is highest', async () => {
    const day = '2026-07-12';
    await addNamespace(cluster, day, { namespace: 'busy', cpu_cost_seconds: 36_000 });
    await addNamespace(cluster, day, {
      namespace: 'idle',
      cpu_cost_seconds: 28_800,
      idle_cost_seconds: 18_000,
    });
    const query = `window=${day}T00:00:00Z,2026-07-13T00:00:00Z&aggregate=namespace&limit=1`;
    for (const [shareIdle, namespace, totalCost] of [
      ['false', 'busy', 11],
      ['true', 'idle', 14],
    ] as const) {
      const { body } = await get(`/allocation?${query}&shareIdle=${shareIdle}`);
      expect(Object.keys(body.data[0] as object)).to.eql([namespace]);
      expect(body.data[0][namespace].totalCost).to.equal(totalCost);
    }
  });

  it('have one amount of idle cost over the same window with idleByNode', async () => {
    for (const one of ['12h', window]) {
      const query = `window=${one}&aggregate=namespace&includeIdle=true`;
      const { body } = await get(`/allocation/summary?${query}&idleByNode=true`);
      expect(body).to.eql((await get(`/allocation/summary?${query}`)).body);
    }
  });

  it('list the assets of a window at once, and in an array for clients of Kubecost', async () => {
    const query = `?window=${window}&step=1d&filterTypes=Node`;
    const { body } = await get(`/assets${query}`);
    const assets = body.data as Record<string, { totalCost: number }>;
    expect(Object.values(assets).map(({ totalCost }) => totalCost)).to.eql([1, 1]);
    // Undocumented, so that its answers are not compared with a document.
    const ofModel = await fetch(`${app.service.url}/opencost/model/assets${query}`, { headers });
    expect(await ofModel.json()).to.deep.include({ data: [assets] });
  });

  it('list a node of which two types were reported as one asset', async () => {
    await addNodes('2026-07-20', 1);
    await app.sql(`insert into node_days
      select (jsonb_populate_record(node, '{"day": "2026-07-21", "instance_type": "m5.xlarge"}')).*
      from node_days as node where day = '2026-07-20'`);
    const { body } = await get('/assets?window=2026-07-20T00:00:00Z,2026-07-22T00:00:00Z');
    const assets = Object.values(body.data as Record<string, { totalCost: number }>);
    expect(assets.map(({ totalCost }) => totalCost)).to.eql([2]);
  });

  it('widen a window to whole days where hours are no longer kept', async () => {
    const morning = '2026-07-01T06:00:00Z,2026-07-01T12:00:00Z';
    const { body } = await get(`/allocation?window=${morning}&aggregate=namespace`);
    expect(body.data[0].shop).to.include({ pvCost: 1, minutes: 1440 });
    expect(body.data[0].shop.window.start).to.equal('2026-07-01T00:00:00Z');
  });

  it('exclude archived months, and warn of them', async () => {
    await addNodes('2026-06-30', 1);
    for (const path of ['/allocation', '/allocation/summary', '/assets']) {
      const request = () => get(`${path}?window=2026-06-30T00:00:00Z,2026-07-03T00:00:00Z`);
      expect((await request()).body).to.not.have.property('warning');
      await app.sql(
        `insert into archived_months (organization_id, month, location)
          values ($1, '2026-06-01', '/archive')`,
        [organization],
      );
      expect((await request()).body.warning).to.equal(
        'the history of 2026-06 was archived and is not included',
      );
      const june = await get('/assets?window=2026-06-30T00:00:00Z,2026-07-01T00:00:00Z');
      expect(june.body.data).to.eql({});
      await app.sql('delete from archived_months');
    }
  });

  it('refuse a window with too many rows, by a parameter that the route has', async () => {
    await addNodes('2026-07-03', 20_001);
    const { status, body } = await get('/assets?window=2026-07-03T00:00:00Z,2026-07-04T00:00:00Z');
    expect(status).to.equal(400);
    expect(body.message).to.match(/^Invalid 'window' parameter: has more than 20000 rows/);
  });
});
