import { expect } from 'chai';
import {
  bootOlderApplication,
  gib,
  type OlderApplication,
  unpriced,
} from './legacy-application.ts';

describe('legacy routes: namespaces', () => {
  let older: OlderApplication;
  let alpha: string;
  let beta: string;

  before(async () => {
    older = await bootOlderApplication();
  });
  after(() => older.app.stop());
  beforeEach(async () => {
    alpha = await older.cluster('alpha');
    beta = await older.cluster('beta');
  });
  afterEach(() => older.clear());

  const names = ({ namespaces }: { namespaces: { name: string }[] }) =>
    namespaces.map(({ name }) => name);

  describe('GET /v1/namespaces', () => {
    it('is a flat row per namespace, with a total and a summary', async () => {
      await older.namespace(alpha, 'shop', {
        cpu_used_cores: '0.75',
        memory_used_bytes: gib,
        compute_cpu_hourly: '0.123456',
      });

      expect(await older.read('/v1/namespaces')).to.eql({
        namespaces: [
          {
            name: 'shop',
            cluster_id: alpha,
            cluster_name: 'alpha',
            team: null,
            department: null,
            workload_count: 2,
            pod_count: 4,
            total_cpu_cores: 1.5,
            total_memory_gb: 3,
            hourly_cost: '0.6235',
            monthly_cost: '455.1229',
            efficiency_score: 41.67,
            container_count: 5,
          },
        ],
        total: 1,
        summary: { total_hourly_cost: '0.6235', total_pods: 4, total_workloads: 2 },
      });
    });

    it('computes money exactly where floats would not', async () => {
      for (const name of ['a', 'b', 'c']) {
        const own = { ...unpriced, compute_cpu_hourly: '12345678901234.10005' };
        await older.namespace(alpha, name, own);
      }
      const { namespaces, summary } = await older.read('/v1/namespaces');
      expect(namespaces[0].hourly_cost).to.equal('12345678901234.1001');
      expect(namespaces[0].monthly_cost).to.equal('9012345597900893.0365');
      expect(summary.total_hourly_cost).to.equal('37037036703702.3002');
    });

    it('has null for unknown costs, sorted last', async () => {
      await older.namespace(alpha, 'unknown', unpriced);
      await older.namespace(alpha, 'cheap', { ...unpriced, compute_cpu_hourly: '0.1' });
      const { namespaces, summary } = await older.read('/v1/namespaces');
      expect(
        namespaces.map(({ name, hourly_cost, monthly_cost, efficiency_score }: never) => [
          name,
          hourly_cost,
          monthly_cost,
          efficiency_score,
        ]),
      ).to.eql([
        ['cheap', '0.1000', '73.0000', null],
        ['unknown', null, null, null],
      ]);
      expect(summary.total_hourly_cost).to.equal('0.1000');
    });

    it('is an empty list with zero cost without namespaces', async () => {
      expect(await older.read('/v1/namespaces')).to.eql({
        namespaces: [],
        total: 0,
        summary: { total_hourly_cost: '0.0000', total_pods: 0, total_workloads: 0 },
      });
    });

    it('caps utilization at 100', async () => {
      await older.namespace(alpha, 'greedy', { cpu_used_cores: '15', memory_used_bytes: 0 });
      const { namespaces } = await older.read('/v1/namespaces');
      expect(namespaces[0].efficiency_score).to.equal(50);
    });

    it('is paged in a stable order, with totals over all', async () => {
      for (let index = 1; index <= 7; index += 1) {
        const own = { ...unpriced, compute_cpu_hourly: String(index) };
        await older.namespace(index % 2 ? alpha : beta, `n${index}`, own);
      }
      await older.namespace(alpha, 'gone', { gone_at: '2026-07-15T00:00:00Z' });
      const seen: string[] = [];
      for (const offset of [0, 3, 6, 9]) {
        const part = await older.read(`/v1/namespaces?limit=3&offset=${offset}`);
        expect(part.total).to.equal(7);
        expect(part.summary).to.eql({
          total_hourly_cost: '28.0000',
          total_pods: 28,
          total_workloads: 14,
        });
        seen.push(...names(part));
      }
      expect(seen).to.eql(['n7', 'n6', 'n5', 'n4', 'n3', 'n2', 'n1']);
    });

    it('filters by cluster, team and department, as the rows show them', async () => {
      const retail = await older.named('departments', 'retail');
      const web = await older.named('teams', 'web', { department_id: retail });
      const data = await older.named('teams', 'data');
      for (const name of ['shared', 'weighed', 'labelled', 'free']) {
        await older.namespace(alpha, name, name === 'labelled' ? { department_id: retail } : {});
      }
      await older.namespace(beta, 'shared');
      await older.assign(web, alpha, ['namespace', 'shared']);
      await older.assign(web, alpha, ['namespace', 'weighed'], '40');
      await older.assign(data, alpha, ['namespace', 'weighed'], '60');
      const filtered = async (query: string) => {
        const list = await older.read(`/v1/namespaces?${query}`);
        expect(list.total).to.equal(list.namespaces.length);
        expect(list.summary.total_pods).to.equal(4 * list.total);
        return list.namespaces
          .map(({ name, team, department }: never) => [name, team, department])
          .sort();
      };

      expect(await filtered('team=web')).to.eql([['shared', 'web', 'retail']]);
      expect(await filtered('team=data')).to.eql([['weighed', 'data', null]]);
      expect(await filtered('department=retail')).to.eql([
        ['labelled', null, 'retail'],
        ['shared', 'web', 'retail'],
      ]);
      expect(await filtered('team=data&department=retail')).to.eql([]);
      expect(await filtered('team=Web')).to.eql([]);
      expect(await filtered(`team=${'w'.repeat(512)}`)).to.eql([]);
      expect(await filtered(`cluster_id=${beta}`)).to.eql([['shared', null, null]]);
      expect(await filtered(`cluster_id=${beta.toUpperCase()}&team=web`)).to.eql([]);
    });
  });

  describe('GET /v1/namespaces/{namespace_name}/details', () => {
    it('is the row of the list and all of its workloads, most expensive first', async () => {
      await older.namespace(alpha, 'shop');
      const web = await older.workload(alpha, 'shop', 'web', { compute_cpu_hourly: '1' });
      const cron = await older.workload(alpha, 'shop', 'nightly', {
        ...unpriced,
        kind: 'CronJob',
        replicas_desired: null,
        replicas_available: null,
        memory_requested_bytes: gib / 4,
      });
      await older.workload(alpha, 'shop', 'gone', { gone_at: '2026-07-15T00:00:00Z' });
      await older.workload(alpha, 'other', 'elsewhere');
      await older.workload(beta, 'shop', 'in another cluster');

      const { workloads, ...namespace } = await older.read(
        `/v1/namespaces/shop/details?cluster_id=${alpha}`,
      );

      expect(namespace).to.eql((await older.read('/v1/namespaces')).namespaces[0]);
      expect(workloads).to.eql([
        {
          id: web,
          workload_name: 'web',
          workload_kind: 'Deployment',
          replicas: 3,
          available_replicas: 2,
          cpu_request: 0.5,
          memory_request_gb: 1,
          hourly_cost: '1.2500',
        },
        {
          id: cron,
          workload_name: 'nightly',
          workload_kind: 'CronJob',
          replicas: null,
          available_replicas: null,
          cpu_request: 0.5,
          memory_request_gb: 0.25,
          hourly_cost: null,
        },
      ]);
    });

    it('is 404 for an unknown or deleted namespace', async () => {
      await older.namespace(beta, 'shop');
      await older.namespace(alpha, 'gone', { gone_at: '2026-07-15T00:00:00Z' });
      for (const name of ['shop', 'gone', 'nowhere']) {
        const path = `/v1/namespaces/${name}/details?cluster_id=${alpha}`;
        const { status, body } = await older.get(path);
        expect([status, body]).to.eql([404, { detail: 'Namespace not found' }]);
      }
    });

    it('accepts a percent-encoded name', async () => {
      const name = "odd /%?#'é";
      await older.namespace(alpha, name);
      const path = `/v1/namespaces/${encodeURIComponent(name)}/details?cluster_id=${alpha}`;
      expect((await older.read(path)).name).to.equal(name);
    });
  });
});
