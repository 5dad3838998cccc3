import { skipOnCitus } from '@costplane/plugin-testing';
import { expect } from 'chai';
import { bootEstate, type Estate } from './estate.ts';

/** Figures of a team or a department, as one line that a person can check. */
interface Figures {
  readonly amount: string | undefined;
  readonly workloads: number;
  readonly pvs: number;
}

describe('cost of teams and departments', () => {
  let estate: Estate;
  let east: string;
  let west: string;

  before(async () => {
    estate = await bootEstate();
  });
  after(() => estate.app.stop());
  beforeEach(async () => {
    east = await estate.cluster('east');
    west = await estate.cluster('west');
  });
  afterEach(() => estate.clear());

  /** The figures of an owner, which its list and its detail must tell alike. */
  async function readFigures(
    family: 'teams' | 'departments',
    id: string,
    { query = '', key = estate.key } = {},
  ): Promise<Figures> {
    const { data: one } = await estate.read(`/v1/${family}/${id}?${query}`, key);
    const { data: all } = await estate.read(`/v1/${family}?${query}`, key);
    expect(all.find((owner: { id: string }) => owner.id === id)).to.eql(one);
    return {
      amount: one.cost.current_run_rate_hourly?.amount,
      workloads: one.assigned_workloads,
      pvs: one.assigned_pvs,
    };
  }
  const ofTeam = (id: string, options = {}) => readFigures('teams', id, options);
  const ofDepartment = (id: string, options = {}) => readFigures('departments', id, options);

  it('equals the cost of a namespace: its workloads, bare pods and unowned claims', async () => {
    await estate.namespace(east, 'shop', {
      compute_cpu_hourly: '1.5',
      compute_ram_hourly: '0.5',
      storage_pv_hourly: '0.25',
    });
    await estate.workload(east, 'shop', { compute_cpu_hourly: '1' });
    await estate.workload(east, 'shop', { compute_cpu_hourly: '0.25' });
    await estate.volume(east, { claim_namespace: 'shop', claim_name: 'data' });
    const team = await estate.team('core');
    await estate.assign(team, east, ['namespace', 'shop']);

    expect(await ofTeam(team)).to.eql({ amount: '2.0000', workloads: 2, pvs: 1 });
    expect(await ofTeam(team, { query: 'basis=all' })).to.eql({
      amount: '2.2500',
      workloads: 2,
      pvs: 1,
    });
  });

  it('splits a workload 60/40 by weight, and counts it 1 for both', async () => {
    await estate.namespace(east, 'shop', { compute_cpu_hourly: '1' });
    const web = await estate.workload(east, 'shop', { compute_cpu_hourly: '1' });
    await estate.volume(east, {
      claim_namespace: 'shop',
      claim_name: 'data',
      workload_uid: web,
    });
    const [first, second] = [await estate.team('first'), await estate.team('second')];
    await estate.assign(first, east, ['workload', web], { weight_percentage: '60' });
    await estate.assign(second, east, ['workload', web], { weight_percentage: '40' });

    expect(await ofTeam(first)).to.eql({ amount: '0.6000', workloads: 1, pvs: 1 });
    expect(await ofTeam(second)).to.eql({ amount: '0.4000', workloads: 1, pvs: 1 });
  });

  it('splits a namespace 60/40 too, bare pods with it', async () => {
    await estate.namespace(east, 'shop', { compute_cpu_hourly: '2' });
    await estate.workload(east, 'shop', { compute_cpu_hourly: '1' });
    const [first, second] = [await estate.team('first'), await estate.team('second')];
    await estate.assign(first, east, ['namespace', 'shop'], { weight_percentage: '60' });
    await estate.assign(second, east, ['namespace', 'shop'], { weight_percentage: '40' });

    expect(await ofTeam(first)).to.eql({ amount: '1.2000', workloads: 1, pvs: 0 });
    expect(await ofTeam(second)).to.eql({ amount: '0.8000', workloads: 1, pvs: 0 });
  });

  it('applies weights exactly: three thirds of an odd amount add up to the last digit', async () => {
    await estate.namespace(east, 'shop', { compute_cpu_hourly: '0.3333' });
    const shares = ['33.33', '33.33', '33.34'];
    const amounts = [];
    for (const [index, weight] of shares.entries()) {
      const team = await estate.team(`team ${index}`);
      await estate.assign(team, east, ['namespace', 'shop'], { weight_percentage: weight });
      amounts.push(await ofTeam(team));
    }

    // 0.3333 x 0.3333 = 0.11108889, 0.3333 x 0.3334 = 0.11112222
    expect(amounts.map(({ amount }) => amount)).to.eql(['0.1111', '0.1111', '0.1111']);
  });

  it('rounds sums, not their parts', async () => {
    const team = await estate.team('core');
    for (const name of ['a', 'b']) {
      await estate.namespace(east, name, { compute_cpu_hourly: '0.00008' });
      await estate.assign(team, east, ['namespace', name], { weight_percentage: '50' });
    }

    // 2 x 0.00004 = 0.00008; each alone would round to 0
    expect((await ofTeam(team)).amount).to.equal('0.0001');
  });

  describe('a workload with an assignment of its own', () => {
    let web: string;
    let platform: string;
    let shop: string;

    beforeEach(async () => {
      await estate.namespace(east, 'shop', {
        compute_cpu_hourly: '10',
        compute_ram_hourly: '4',
        storage_pv_hourly: '1',
      });
      web = await estate.workload(east, 'shop', {
        compute_cpu_hourly: '3',
        compute_ram_hourly: '1',
        storage_pv_hourly: '0.75',
      });
      await estate.workload(east, 'shop', { compute_cpu_hourly: '6' });
      await estate.volume(east, { claim_namespace: 'shop', workload_uid: web });
      await estate.volume(east, { claim_namespace: 'shop' });
      [platform, shop] = [await estate.team('platform'), await estate.team('shop')];
      await estate.assign(shop, east, ['namespace', 'shop']);
    });

    it('overrides that of its namespace, including volumes', async () => {
      await estate.assign(platform, east, ['workload', web]);

      expect(await ofTeam(platform, { query: 'basis=all' })).to.eql({
        amount: '4.7500',
        workloads: 1,
        pvs: 1,
      });
      expect(await ofTeam(shop, { query: 'basis=all' })).to.eql({
        amount: '10.2500',
        workloads: 1,
        pvs: 1,
      });
    });

    it('counts once for a team that has both', async () => {
      await estate.assign(shop, east, ['workload', web]);

      expect(await ofTeam(shop)).to.eql({ amount: '14.0000', workloads: 2, pvs: 2 });
    });

    it('does not return its unassigned rest to the namespace', async () => {
      await estate.assign(platform, east, ['workload', web], { weight_percentage: '25' });
      await estate.assign(shop, east, ['workload', web], { weight_percentage: '50' });

      // 25% of 4; the namespace's other 10, and 50% of 4
      expect(await ofTeam(platform)).to.eql({ amount: '1.0000', workloads: 1, pvs: 1 });
      expect(await ofTeam(shop)).to.eql({ amount: '12.0000', workloads: 2, pvs: 2 });
    });

    it('is removed from a split namespace before weights apply', async () => {
      const third = await estate.team('third');
      await estate.app.sql('delete from team_assignments');
      await estate.assign(shop, east, ['namespace', 'shop'], { weight_percentage: '70' });
      await estate.assign(third, east, ['namespace', 'shop'], { weight_percentage: '30' });
      await estate.assign(platform, east, ['workload', web], { weight_percentage: '60' });
      await estate.assign(third, east, ['workload', web], { weight_percentage: '40' });

      expect((await ofTeam(shop)).amount).to.equal('7.0000');
      expect((await ofTeam(platform)).amount).to.equal('2.4000');
      expect((await ofTeam(third)).amount).to.equal('4.6000');
      expect(await ofTeam(third)).to.include({ workloads: 2, pvs: 2 });
    });

    it('returns to its namespace when its assignment is removed', async () => {
      await estate.assign(platform, east, ['workload', web]);
      await estate.app.sql(`delete from team_assignments where entity_type = 'workload'`);

      expect(await ofTeam(platform)).to.eql({ amount: '0.0000', workloads: 0, pvs: 0 });
      expect(await ofTeam(shop)).to.eql({ amount: '14.0000', workloads: 2, pvs: 2 });
    });

    it('removes only its known costs', async () => {
      const unknown = await estate.workload(east, 'shop', {
        compute_cpu_hourly: null,
        compute_ram_hourly: null,
        compute_gpu_hourly: null,
        is_compute_partial: true,
      });
      await estate.assign(platform, east, ['workload', unknown]);

      expect((await ofTeam(shop)).amount).to.equal('14.0000');
      const { data } = await estate.read(`/v1/teams/${platform}?basis=legacy`);
      expect(data.cost).to.not.have.any.keys('current_run_rate_hourly');
      expect(data.cost).to.deep.include({ components: {}, partial: true });
      const { data: all } = await estate.read(`/v1/teams/${platform}?basis=all`);
      expect(all.cost.current_run_rate_hourly.amount).to.equal('0.0000');
      expect(all.cost.components).to.have.all.keys('storage.pv');
    });

    it('counts only in its own cluster, if another has a namespace of the same name', async () => {
      await estate.namespace(west, 'shop', { compute_cpu_hourly: '5' });
      const restored = await estate.workload(west, 'shop', { uid: web, compute_cpu_hourly: '5' });
      expect(restored).to.equal(web);
      await estate.assign(shop, west, ['namespace', 'shop']);
      await estate.assign(platform, east, ['workload', web]);

      expect(await ofTeam(platform)).to.eql({ amount: '4.0000', workloads: 1, pvs: 1 });
      expect(await ofTeam(shop)).to.eql({ amount: '15.0000', workloads: 2, pvs: 1 });
    });
  });

  it('prefers manual assignments to labels', async function () {
    skipOnCitus(this, 'there are no triggers, which delete such a label');
    await estate.namespace(east, 'shop', { compute_cpu_hourly: '1' });
    const web = await estate.workload(east, 'shop', { compute_cpu_hourly: '1' });
    const [labelled, chosen] = [await estate.team('labelled'), await estate.team('chosen')];
    await estate.assign(labelled, east, ['workload', web], { source: 'k8s_label' });
    expect(await ofTeam(labelled)).to.eql({ amount: '1.0000', workloads: 1, pvs: 0 });

    await estate.assign(chosen, east, ['workload', web]);

    expect(await ofTeam(labelled)).to.eql({ amount: '0.0000', workloads: 0, pvs: 0 });
    expect(await ofTeam(chosen)).to.eql({ amount: '1.0000', workloads: 1, pvs: 0 });
  });

  it('adds the weights of two sources for one team and entity', async () => {
    await estate.namespace(east, 'shop', { compute_cpu_hourly: '1' });
    await estate.workload(east, 'shop', {});
    const team = await estate.team('core');
    await estate.assign(team, east, ['namespace', 'shop'], { weight_percentage: '60' });
    await estate.assign(team, east, ['namespace', 'shop'], {
      weight_percentage: '40',
      source: 'namespace_auto',
    });

    expect(await ofTeam(team)).to.eql({ amount: '1.0000', workloads: 1, pvs: 0 });
  });

  it('leaves out deleted resources', async () => {
    const gone = { gone_at: '2026-07-15T19:00:00Z' };
    const team = await estate.team('core');
    await estate.namespace(east, 'shop', { compute_cpu_hourly: '2' });
    await estate.namespace(east, 'old', { compute_cpu_hourly: '7', ...gone });
    await estate.workload(east, 'shop', { compute_cpu_hourly: '9', ...gone });
    const own = await estate.workload(east, 'shop', { compute_cpu_hourly: '5', ...gone });
    await estate.volume(east, { claim_namespace: 'shop', ...gone });
    await estate.volume(east, { claim_namespace: 'shop', workload_uid: own });
    await estate.volume(east, {});
    for (const name of ['shop', 'old']) await estate.assign(team, east, ['namespace', name]);
    await estate.assign(await estate.team('other'), east, ['workload', own]);

    // The volume outlives the workload that overrode its namespace; a third has no claim.
    expect(await ofTeam(team)).to.eql({ amount: '2.0000', workloads: 0, pvs: 1 });
  });

  it('ignores identifiers of unknown workloads', async () => {
    await estate.namespace(east, 'shop', { compute_cpu_hourly: '2' });
    const web = await estate.workload(east, 'shop', { compute_cpu_hourly: '1' });
    const team = await estate.team('core');
    await estate.assign(team, east, ['namespace', 'shop']);
    const other = await estate.team('other');
    for (const identifier of [
      'web',
      web.toUpperCase(),
      `{${web}}`,
      `${web}\n`,
      'é'.repeat(36),
      '-'.repeat(36),
      '0000000g-0000-4000-8000-000000000000',
      crypto.randomUUID(),
    ]) {
      await estate.assign(other, east, ['workload', identifier]);
    }

    expect(await ofTeam(team)).to.eql({ amount: '2.0000', workloads: 1, pvs: 0 });
    expect(await ofTeam(other)).to.eql({ amount: '0.0000', workloads: 0, pvs: 0 });
  });

  it('shows a restricted key its own clusters, and a key without any cluster nothing', async () => {
    const department = await estate.department('retail');
    const team = await estate.team('core', { department_id: department });
    for (const [cluster, cost] of [
      [east, '1'],
      [west, '10'],
    ] as const) {
      await estate.namespace(cluster, 'shop', { compute_cpu_hourly: cost });
      const web = await estate.workload(cluster, 'shop', { compute_cpu_hourly: '0.5' });
      await estate.workload(cluster, 'shop', {});
      await estate.volume(cluster, { claim_namespace: 'shop' });
      await estate.volume(cluster, { claim_namespace: 'shop', workload_uid: web });
      await estate.assign(team, cluster, ['namespace', 'shop']);
      await estate.assign(team, cluster, ['workload', web], { weight_percentage: '50' });
    }
    const cases = [
      [[east], { amount: '0.7500', workloads: 2, pvs: 2 }],
      [[west], { amount: '9.7500', workloads: 2, pvs: 2 }],
      [[east, west], { amount: '10.5000', workloads: 4, pvs: 4 }],
      [[], { amount: '0.0000', workloads: 0, pvs: 0 }],
    ] as const;

    for (const [clusters, figures] of cases) {
      const key = await estate.createKey(clusters);
      expect(await ofTeam(team, { key })).to.eql(figures);
      expect(await ofDepartment(department, { key })).to.eql(figures);
    }
  });

  describe('a department', () => {
    it('counts a workload that two of its teams share once, with both shares', async () => {
      await estate.namespace(east, 'shop', { compute_cpu_hourly: '4' });
      const web = await estate.workload(east, 'shop', { compute_cpu_hourly: '1' });
      await estate.workload(east, 'shop', { compute_cpu_hourly: '1' });
      await estate.volume(east, { claim_namespace: 'shop', workload_uid: web });
      await estate.volume(east, { claim_namespace: 'shop' });
      const department = await estate.department('retail');
      for (const name of ['first', 'second']) {
        const team = await estate.team(name, { department_id: department });
        await estate.assign(team, east, ['workload', web], { weight_percentage: '50' });
        await estate.assign(team, east, ['namespace', 'shop'], { weight_percentage: '40' });
      }

      // 100% of 1, and 80% of the namespace's other 3
      expect(await ofDepartment(department)).to.eql({ amount: '3.4000', workloads: 2, pvs: 2 });
    });

    it('counts a workload that is split with another department in both', async () => {
      await estate.namespace(east, 'shop', { compute_cpu_hourly: '1' });
      const web = await estate.workload(east, 'shop', { compute_cpu_hourly: '1' });
      const departments = [];
      for (const [name, weight] of [
        ['retail', '60'],
        ['platform', '40'],
      ] as const) {
        const department = await estate.department(name);
        const team = await estate.team(name, { department_id: department });
        await estate.assign(team, east, ['workload', web], { weight_percentage: weight });
        departments.push(department);
      }

      const [retail, platform] = departments;
      expect(await ofDepartment(retail!)).to.eql({ amount: '0.6000', workloads: 1, pvs: 0 });
      expect(await ofDepartment(platform!)).to.eql({ amount: '0.4000', workloads: 1, pvs: 0 });
    });

    it('does not include workloads that a team outside of it overrides', async () => {
      await estate.namespace(east, 'shop', { compute_cpu_hourly: '3' });
      const web = await estate.workload(east, 'shop', { compute_cpu_hourly: '1' });
      const department = await estate.department('retail');
      const inside = await estate.team('inside', { department_id: department });
      await estate.assign(inside, east, ['namespace', 'shop']);
      await estate.assign(await estate.team('outside'), east, ['workload', web]);

      expect(await ofDepartment(department)).to.eql({ amount: '2.0000', workloads: 0, pvs: 0 });
    });

    it('without teams has no cost', async () => {
      const department = await estate.department('empty');
      expect(await ofDepartment(department)).to.eql({ amount: '0.0000', workloads: 0, pvs: 0 });
    });
  });

  it('adds up over all departments to everything that is assigned', async () => {
    const department = await estate.department('all');
    const teams = [];
    for (const name of ['a', 'b', 'c']) {
      teams.push(await estate.team(name, { department_id: department }));
    }
    for (const cluster of [east, west]) {
      for (let index = 0; index < 10; index += 1) {
        const name = `ns-${index}`;
        const cost = `0.0${index}7`;
        await estate.namespace(cluster, name, {
          compute_cpu_hourly: `1.${index}13`,
          compute_ram_hourly: '0.25',
        });
        const web = await estate.workload(cluster, name, { compute_cpu_hourly: cost });
        const owner = teams[index % 3]!;
        await estate.assign(owner, cluster, ['namespace', name]);
        for (const [team, weight] of [
          [teams[(index + 1) % 3]!, '12.5'],
          [teams[(index + 2) % 3]!, '87.5'],
        ] as const) {
          await estate.assign(team, cluster, ['workload', web], { weight_percentage: weight });
        }
      }
    }

    // 2 clusters x sum over 0..9 of (1.n13 + 0.25) = 2 x (10 x 1.263 + 4.5) = 34.26
    expect((await ofDepartment(department)).amount).to.equal('34.2600');
    const amounts = await Promise.all(teams.map(async (team) => (await ofTeam(team)).amount));
    const units = amounts.map((amount) => Number(amount!.replace('.', '')));
    expect(units.reduce((sum, unit) => sum + unit, 0)).to.be.closeTo(342600, 1);
  });
});
