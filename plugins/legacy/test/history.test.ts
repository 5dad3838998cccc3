import { expect } from 'chai';
import { bootOlderApplication, gib, type OlderApplication } from './legacy-application.ts';

type Own = Readonly<Record<string, unknown>>;

describe('legacy routes: history', () => {
  let older: OlderApplication;
  let alpha: string;

  before(async () => {
    older = await bootOlderApplication();
  });
  after(() => older.app.stop());
  beforeEach(async () => {
    alpha = await older.cluster('alpha');
  });
  afterEach(() => older.clear());

  describe('GET /v1/namespaces/{namespace_name}/trends', () => {
    const costs = { cpu_cost_seconds: '3600', memory_cost_seconds: '1800', gpu_cost_seconds: null };
    const notDirect = {
      idle_cost_seconds: '7',
      overhead_cost_seconds: '7',
      storage_cost_seconds: '7',
    };
    const requested = {
      cpu_requested_core_seconds: 0,
      memory_requested_byte_seconds: 0,
      gpu_requested_seconds: 0,
    };
    const hour = (at: string, own: Own = {}) =>
      older.insert('namespace_hours', {
        cluster_id: alpha,
        namespace: 'shop',
        hour: at,
        seconds: 3600,
        ...costs,
        ...notDirect,
        ...own,
      });
    const day = (at: string, own: Own = {}) =>
      older.insert('namespace_days', {
        cluster_id: alpha,
        namespace: 'shop',
        day: at,
        description_id: 0,
        seconds: 86_400,
        ...costs,
        ...notDirect,
        ...requested,
        cpu_charged_core_seconds: 0,
        memory_charged_byte_seconds: 0,
        ...own,
      });
    const ownerHour = async (namespace: string, at: string, own: Own) => {
      const uid = crypto.randomUUID();
      for (const labels of [{ version: 1 }, { version: 2 }]) {
        await older.insert('owner_descriptions', {
          cluster_id: alpha,
          owner_uid: uid,
          kind: 'Deployment',
          namespace,
          name: 'api',
          labels,
          teams: [],
          departments: [],
          digest: crypto.randomUUID(),
        });
      }
      await older.insert('workload_hours', {
        cluster_id: alpha,
        workload_uid: uid,
        description_id: 0,
        hour: at,
        seconds: 3600,
        ...requested,
        ...own,
      });
    };
    const trends = (query = '') =>
      older.read(`/v1/namespaces/shop/trends?cluster_id=${alpha}${query}`);
    const times = ({ data_points: points }: { data_points: { timestamp: string }[] }) =>
      points.map(({ timestamp }) => timestamp);

    it('has the average usage and cost of each hour, 7d by default', async () => {
      await hour('2026-07-15T18:00:00Z');
      await hour('2026-07-15T19:00:00Z', { seconds: 1800 });
      const used = { cpu_used_core_seconds: '1800', memory_used_byte_seconds: String(3600 * gib) };
      await ownerHour('shop', '2026-07-15T18:00:00Z', used);
      await ownerHour('shop', '2026-07-15T18:00:00Z', { cpu_used_core_seconds: '900' });
      await ownerHour('other', '2026-07-15T18:00:00Z', used);
      expect(await trends()).to.eql({
        namespace_name: 'shop',
        cluster_id: alpha,
        timeframe: '7d',
        data_points: [
          {
            timestamp: '2026-07-15T18:00:00Z',
            cpu_usage: 0.75,
            memory_usage_bytes: gib,
            hourly_cost: '1.5000',
          },
          {
            timestamp: '2026-07-15T19:00:00Z',
            cpu_usage: null,
            memory_usage_bytes: null,
            hourly_cost: '3.0000',
          },
        ],
      });
    });

    it('has the hours or days that overlap the timeframe', async () => {
      for (const at of ['2026-07-15T19', '2026-07-15T18', '2026-07-14T19', '2026-07-14T18']) {
        await hour(`${at}:00:00Z`);
      }
      await hour('2026-07-08T19:00:00Z');
      await hour('2026-07-08T18:00:00Z');
      await older.app.sql(`select prepare_ledger_months('2026-04-01', '2026-04-30')`);
      await older.app.sql(`select prepare_ledger_months('2025-07-01', '2025-07-31')`);
      const days = ['2026-07-15', '2026-06-15', '2026-06-14', '2026-04-16', '2025-07-20'];
      for (const at of [...days, '2025-07-19']) await day(at);

      expect(times(await trends('&timeframe=1h'))).to.eql([
        '2026-07-15T18:00:00Z',
        '2026-07-15T19:00:00Z',
      ]);
      expect(times(await trends('&timeframe=24h'))[0]).to.equal('2026-07-14T19:00:00Z');
      expect(times(await trends('&timeframe=7d'))[0]).to.equal('2026-07-08T19:00:00Z');
      expect(times(await trends('&timeframe=30d'))).to.eql([
        '2026-06-15T00:00:00Z',
        '2026-07-15T00:00:00Z',
      ]);
      expect(times(await trends('&timeframe=90d'))[0]).to.equal('2026-04-16T00:00:00Z');
      expect(times(await trends('&timeframe=360d'))[0]).to.equal('2025-07-20T00:00:00Z');
    });

    it('has daily averages beyond a week', async () => {
      await day('2026-07-10', {
        cpu_used_core_seconds: '43200',
        memory_used_byte_seconds: '86400000',
      });
      const { data_points: points } = await trends('&timeframe=30d');
      expect(points).to.eql([
        {
          timestamp: '2026-07-10T00:00:00Z',
          cpu_usage: 0.5,
          memory_usage_bytes: 1000,
          hourly_cost: '0.0625',
        },
      ]);
    });

    it('omits an unknown cost', async () => {
      await hour('2026-07-15T18:00:00Z', { cpu_cost_seconds: null, memory_cost_seconds: null });
      expect((await trends()).data_points[0].hourly_cost).to.equal(null);
    });

    it('is empty without history, 404 for an unknown namespace, and 200 for a deleted one', async () => {
      await older.namespace(alpha, 'new');
      const path = (name: string) => `/v1/namespaces/${name}/trends?cluster_id=${alpha}`;
      expect((await older.read(path('new'))).data_points).to.eql([]);
      const missing = await older.get(path('shop'));
      expect([missing.status, missing.body]).to.eql([404, { detail: 'Namespace not found' }]);
      await older.namespace(alpha, 'shop', { gone_at: '2026-07-15T18:30:00Z' });
      await hour('2026-07-15T18:00:00Z');
      expect((await older.read(path('shop'))).data_points).to.have.length(1);
    });
  });

  describe('GET /v1/nodes/{node_uid}/metrics', () => {
    const day = (node: string, at: string, own: Own = {}) =>
      older.insert('node_days', {
        cluster_id: alpha,
        node_uid: node,
        day: at,
        name: 'one',
        node_group: '',
        instance_type: '',
        availability_zone: '',
        capacity_type: 'on-demand',
        architecture: 'amd64',
        seconds: 86_400,
        covered: `{[${at} 00:00+00,${at} 24:00+00)}`,
        cpu_requested_core_seconds: 0,
        memory_requested_byte_seconds: 0,
        gpu_requested_seconds: 0,
        cpu_used_core_seconds: '86400',
        memory_used_byte_seconds: String(86_400 * 4 * gib),
        ...own,
      });
    const point = (timestamp: string, cores: number, bytes: number) => ({
      timestamp,
      cpu_usage: cores,
      cpu_capacity: 4,
      memory_usage_bytes: bytes,
      memory_capacity_bytes: 16 * gib,
      cpu_usage_percent: cores * 25,
      memory_usage_percent: (bytes * 100) / (16 * gib),
    });

    it('has the days that overlap the timeframe and the newest report, 24h by default', async () => {
      const node = await older.node(alpha, 'one', {
        cpu_used_cores: '3',
        memory_used_bytes: 12 * gib,
      });
      for (const at of ['2026-07-15', '2026-07-14', '2026-07-13']) await day(node, at);
      const read = (query = '') =>
        older.read(`/v1/nodes/${node}/metrics?cluster_id=${alpha}${query}`);
      const newest = point('2026-07-15T19:32:30Z', 3, 12 * gib);
      const today = point('2026-07-15T00:00:00Z', 1, 4 * gib);
      expect(await read()).to.eql({
        node_uid: node,
        cluster_id: alpha,
        timeframe: '24h',
        data_points: [point('2026-07-14T00:00:00Z', 1, 4 * gib), today, newest],
      });
      expect((await read('&timeframe=1h')).data_points).to.eql([today, newest]);
      expect((await read('&timeframe=7d')).data_points).to.have.length(4);
    });

    it('has no points for unknown usage', async () => {
      const quiet = await older.node(alpha, 'quiet');
      await day(quiet, '2026-07-15', {
        cpu_used_core_seconds: null,
        memory_used_byte_seconds: null,
      });
      const half = await older.node(alpha, 'half', { cpu_used_cores: '1' });
      const read = (node: string) => older.read(`/v1/nodes/${node}/metrics?cluster_id=${alpha}`);
      expect((await read(quiet)).data_points).to.eql([]);
      expect((await read(half)).data_points).to.eql([
        {
          ...point('2026-07-15T19:32:30Z', 1, 0),
          memory_usage_bytes: null,
          memory_usage_percent: null,
        },
      ]);
    });

    it('omits a newest report before the timeframe', async () => {
      const node = await older.node(alpha, 'late', {
        cpu_used_cores: '1',
        last_seen_at: '2026-07-15T18:00:00Z',
      });
      const path = `/v1/nodes/${node}/metrics?cluster_id=${alpha}&timeframe=`;
      expect((await older.read(`${path}1h`)).data_points).to.eql([]);
      expect((await older.read(`${path}24h`)).data_points).to.have.length(1);
    });

    it('is 404 for a node of another cluster, and for a deleted one', async () => {
      const beta = await older.cluster('beta');
      const other = await older.node(beta, 'other');
      const gone = await older.node(alpha, 'gone', { gone_at: '2026-07-15T00:00:00Z' });
      for (const uid of [other, gone, crypto.randomUUID()]) {
        const { status, body } = await older.get(`/v1/nodes/${uid}/metrics?cluster_id=${alpha}`);
        expect([status, body]).to.eql([404, { detail: 'Node not found' }]);
      }
    });
  });
});
