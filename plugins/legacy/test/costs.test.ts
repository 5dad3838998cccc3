import { expect } from 'chai';
import {
  bootOlderApplication,
  gib,
  type OlderApplication,
  unpriced,
} from './legacy-application.ts';

describe('legacy routes: costs by owner', () => {
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

  const nothing = {
    namespace_count: 0,
    workload_count: 0,
    pod_count: 0,
    total_cpu_cores: 0,
    total_memory_gb: 0,
    hourly_cost: '0.0000',
    monthly_cost: '0.0000',
  };

  /**
   * `web` and `data` of one department share `shared` 60 to 40. Its workload `api` is all of
   * `ops`, which has no department; `web` has half of `job` in `lonely`.
   */
  const insertEstate = async () => {
    const retail = await older.named('departments', 'retail');
    const [web, data, ops] = [
      await older.named('teams', 'web', { department_id: retail }),
      await older.named('teams', 'data', { department_id: retail }),
      await older.named('teams', 'ops'),
    ];
    await older.namespace(alpha, 'shared', { pods: 10, cpu_requested_cores: '5' });
    await older.namespace(alpha, 'lonely');
    const api = await older.workload(alpha, 'shared', 'api', { pods: 3 });
    await older.workload(alpha, 'shared', 'left', { pods: 7 });
    const job = await older.workload(alpha, 'lonely', 'job', { pods: 2 });
    await older.assign(web, alpha, ['namespace', 'shared'], '60');
    await older.assign(data, alpha, ['namespace', 'shared'], '40');
    await older.assign(ops, alpha, ['workload', api]);
    await older.assign(web, alpha, ['workload', job], '50');
    return { retail, web, data, ops };
  };

  const web = {
    // 0.6 of (1.5 - 0.5), and half of 0.5
    team: 'web',
    namespace_count: 2,
    workload_count: 2,
    pod_count: 9,
    total_cpu_cores: 2.95,
    total_memory_gb: 1.7,
    hourly_cost: '0.8500',
    monthly_cost: '620.5000',
  };
  const ops = {
    team: 'ops',
    namespace_count: 1,
    workload_count: 1,
    pod_count: 3,
    total_cpu_cores: 0.5,
    total_memory_gb: 1,
    hourly_cost: '0.5000',
    monthly_cost: '365.0000',
  };
  const data = {
    team: 'data',
    namespace_count: 1,
    workload_count: 1,
    pod_count: 7,
    total_cpu_cores: 1.8,
    total_memory_gb: 0.8,
    hourly_cost: '0.4000',
    monthly_cost: '292.0000',
  };
  const summary = { total_hourly_cost: '1.7500', total_monthly_cost: '1277.5000' };

  describe('GET /v1/costs/teams', () => {
    it('shares costs and requests by weight, workloads overriding their namespace', async () => {
      await insertEstate();
      await older.named('teams', 'idle');
      expect(await older.read('/v1/costs/teams')).to.eql({
        teams: [web, ops, data, { team: 'idle', ...nothing }],
        total: 4,
        summary,
      });
    });

    it('is paged, with a summary over all', async () => {
      await insertEstate();
      expect(await older.read('/v1/costs/teams?limit=1&offset=1')).to.eql({
        teams: [ops],
        total: 3,
        summary,
      });
      expect(await older.read('/v1/costs/teams?offset=3')).to.eql({
        teams: [],
        total: 3,
        summary,
      });
    });

    it('of one cluster has every team, with its cost there', async () => {
      const { ops: team } = await insertEstate();
      await older.namespace(beta, 'elsewhere', { pods: 1, memory_requested_bytes: gib });
      await older.assign(team, beta, ['namespace', 'elsewhere']);
      const {
        teams,
        total,
        summary: sums,
      } = await older.read(`/v1/costs/teams?cluster_id=${beta}`);
      expect(teams[0]).to.eql({
        team: 'ops',
        namespace_count: 1,
        workload_count: 0,
        pod_count: 1,
        total_cpu_cores: 1.5,
        total_memory_gb: 1,
        hourly_cost: '1.5000',
        monthly_cost: '1095.0000',
      });
      expect(teams.slice(1).map(({ hourly_cost: cost }: never) => cost)).to.eql([
        '0.0000',
        '0.0000',
      ]);
      expect([total, sums.total_hourly_cost]).to.eql([3, '1.5000']);
    });

    it('counts only the clusters of the key', async () => {
      await insertEstate();
      for (const clusters of [[beta], []]) {
        const key = await older.createKey({ clusters });
        const { teams, summary: sums } = await older.read('/v1/costs/teams', key);
        expect(teams).to.have.length(3);
        for (const { team, ...figures } of teams) expect(figures, team).to.eql(nothing);
        expect(sums.total_monthly_cost).to.equal('0.0000');
      }
      const key = await older.createKey({ clusters: [alpha] });
      expect((await older.read('/v1/costs/teams', key)).summary).to.eql(summary);
    });

    it('has null if no price is known, sorted last', async () => {
      const { data: team } = await insertEstate();
      const dark = await older.named('teams', 'dark');
      await older.namespace(beta, 'dark', unpriced);
      await older.assign(dark, beta, ['namespace', 'dark']);
      await older.assign(team, beta, ['workload', 'not a uuid']);
      const { teams, summary: sums } = await older.read('/v1/costs/teams');
      expect(teams.at(-1)).to.include({ team: 'dark', hourly_cost: null, monthly_cost: null });
      expect(sums).to.eql(summary);
    });

    it('leaves out deleted resources', async () => {
      await insertEstate();
      await older.app.sql(`update workloads set gone_at = now() where name = 'job'`);
      await older.app.sql(`update namespaces set gone_at = now() where name = 'shared'`);
      const { teams } = await older.read('/v1/costs/teams');
      const hourly = Object.fromEntries(
        teams.map(({ team, hourly_cost: cost }: never) => [team, cost]),
      );
      expect(hourly).to.eql({ web: '0.0000', data: '0.0000', ops: '0.5000' });
    });

    it('is exact: thirds of a cent add up', async () => {
      const team = await older.named('teams', 'exact');
      for (let index = 0; index < 3; index += 1) {
        const amount = { ...unpriced, compute_cpu_hourly: '10000000000.00003' };
        await older.namespace(alpha, `n${index}`, amount);
        await older.assign(team, alpha, ['namespace', `n${index}`], '33.33');
      }
      const { teams } = await older.read('/v1/costs/teams');
      // 3 x 0.3333 x 10000000000.00003
      expect(teams[0].hourly_cost).to.equal('9999000000.0000');
      expect(teams[0].monthly_cost).to.equal('7299270000000.0219');
    });
  });

  describe('GET /v1/costs/departments', () => {
    it('sums teams, and counts shared workloads once', async () => {
      const { ops: team } = await insertEstate();
      const platform = await older.named('departments', 'platform');
      await older.named('departments', 'empty');
      await older.app.sql('update teams set department_id = $1 where id = $2', [platform, team]);
      const { team: _, ...figures } = ops;
      const retail = {
        department: 'retail',
        team_count: 2,
        namespace_count: 2,
        workload_count: 2,
        pod_count: 9,
        total_cpu_cores: 4.75,
        total_memory_gb: 2.5,
        hourly_cost: '1.2500',
        monthly_cost: '912.5000',
      };
      expect(await older.read('/v1/costs/departments')).to.eql({
        departments: [
          retail,
          { department: 'platform', team_count: 1, ...figures },
          { department: 'empty', team_count: 0, ...nothing },
        ],
        total: 3,
        summary,
      });
      expect(await older.read(`/v1/costs/departments?limit=1&cluster_id=${alpha}`)).to.eql({
        departments: [retail],
        total: 3,
        summary,
      });
    });

    it('leaves out teams without a department', async () => {
      await insertEstate();
      const { departments, summary: sums } = await older.read('/v1/costs/departments');
      expect(departments).to.have.length(1);
      expect(sums).to.eql({ total_hourly_cost: '1.2500', total_monthly_cost: '912.5000' });
    });
  });
});
