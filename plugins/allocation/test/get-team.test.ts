import { expect } from 'chai';
import { bootEstate, type Estate } from './estate.ts';

describe('GET /v1/teams/{team_id}', () => {
  let estate: Estate;
  let east: string;

  before(async () => {
    estate = await bootEstate();
  });
  after(() => estate.app.stop());
  beforeEach(async () => {
    east = await estate.cluster('east');
  });
  afterEach(() => estate.clear());

  it('returns the complete body', async () => {
    const department = await estate.department('retail');
    const team = await estate.team('core', {
      department_id: department,
      description: 'Core services',
      origin: 'k8s',
      owner_email: 'core@example.com',
      created_at: '2026-07-01T08:00:00.500Z',
      updated_at: '2026-07-02T08:00:00Z',
    });
    await estate.namespace(east, 'shop', {
      compute_cpu_hourly: '1.5',
      compute_ram_hourly: '0.25',
      compute_gpu_hourly: null,
      storage_pv_hourly: '9',
      cost_updated_at: '2026-07-15T19:30:00Z',
    });
    const web = await estate.workload(east, 'other', {
      compute_cpu_hourly: '1',
      compute_gpu_hourly: null,
      cost_updated_at: '2026-07-15T19:31:30Z',
    });
    await estate.assign(team, east, ['namespace', 'shop']);
    await estate.assign(team, east, ['workload', web], { weight_percentage: '10' });

    const { data, meta } = await estate.read(`/v1/teams/${team.toUpperCase()}`);

    expect(data).to.eql({
      id: team,
      kind: 'Team',
      metadata: {
        name: 'core',
        description: 'Core services',
        origin: 'k8s',
        owner_email: 'core@example.com',
        department: { id: department, name: 'retail' },
        created_at: '2026-07-01T08:00:00Z',
        updated_at: '2026-07-02T08:00:00Z',
        last_seen_at: '2026-07-15T19:31:30Z',
      },
      assigned_workloads: 1,
      assigned_pvs: 0,
      cost: {
        current_run_rate_hourly: { amount: '1.8500', currency: 'EUR' },
        cost_mode: 'fully_loaded',
        components: {
          'compute.cpu': { amount: '1.6000', currency: 'EUR' },
          'compute.ram': { amount: '0.2500', currency: 'EUR' },
        },
        basis: 'legacy',
        partial: false,
        last_updated_at: '2026-07-15T19:31:30Z',
      },
    });
    expect(meta).to.include({ cost_mode: 'fully_loaded', basis: 'legacy' });
    expect(meta).to.not.have.any.keys('pagination');
  });

  it('has cost 0 and no last_seen_at without assignments', async () => {
    const team = await estate.team('new');

    const { data } = await estate.read(`/v1/teams/${team}?cost_mode=workload_only`);

    const nothing = { amount: '0.0000', currency: 'EUR' };
    expect(data.metadata).to.have.all.keys(
      'name',
      'description',
      'origin',
      'owner_email',
      'created_at',
      'updated_at',
    );
    expect(data.metadata).to.include({ description: '', origin: 'native', owner_email: '' });
    expect(data).to.include({ assigned_workloads: 0, assigned_pvs: 0 });
    expect(data.cost).to.eql({
      current_run_rate_hourly: nothing,
      cost_mode: 'workload_only',
      components: { 'compute.cpu': nothing, 'compute.ram': nothing, 'compute.gpu': nothing },
      basis: 'legacy',
      partial: false,
    });
  });

  it('is partial if one of its own entities is, and not because of others', async () => {
    await estate.namespace(east, 'whole', { compute_cpu_hourly: '1' });
    await estate.namespace(east, 'part', { compute_cpu_hourly: '1', is_compute_partial: true });
    const [whole, part] = [await estate.team('whole'), await estate.team('part')];
    await estate.assign(whole, east, ['namespace', 'whole']);
    await estate.assign(part, east, ['namespace', 'part']);
    const readPartial = async (id: string) =>
      (await estate.read(`/v1/teams/${id}`)).data.cost.partial;

    expect(await readPartial(whole)).to.equal(false);
    expect(await readPartial(part)).to.equal(true);
  });

  it('loses its department when that is deleted', async () => {
    const department = await estate.department('retail');
    const team = await estate.team('core', { department_id: department });
    await estate.namespace(east, 'shop', { compute_cpu_hourly: '2' });
    await estate.assign(team, east, ['namespace', 'shop']);
    const before = await estate.read(`/v1/departments/${department}`);
    expect(before.data.cost.current_run_rate_hourly.amount).to.equal('2.0000');

    await estate.app.sql('delete from departments where id = $1', [department]);

    const { data } = await estate.read(`/v1/teams/${team}`);
    expect(data.metadata).to.not.have.any.keys('department');
    expect(data.cost.current_run_rate_hourly.amount).to.equal('2.0000');
    expect(await estate.names('/v1/teams')).to.eql(['core']);
    expect(await estate.names(`/v1/teams?department_id=${department}`)).to.eql([]);
    expect(await estate.names('/v1/departments')).to.eql([]);
  });

  it('answers 400 to an id that is not a UUID, and 404 to a team of another organization', async () => {
    const other = await estate.app.createOrganization(`other ${crypto.randomUUID()}`);
    const team = await estate.team('core');
    const foreign = await estate.createKey(null, other);
    const cases = [
      ['/v1/teams/nonsense', estate.key, 400, 'BAD_REQUEST'],
      ['/v1/teams/%F0%9F%A6%8A', estate.key, 400, 'BAD_REQUEST'],
      [`/v1/teams/${crypto.randomUUID()}`, estate.key, 404, 'TEAM_NOT_FOUND'],
      [`/v1/teams/${team}`, foreign, 404, 'TEAM_NOT_FOUND'],
    ] as const;

    for (const [path, key, status, code] of cases) {
      const response = await estate.app.get(path, key);
      expect([response.status, response.body.error.code], path).to.eql([status, code]);
      expect(response.body.error.details[0]).to.include({ field: 'team_id' });
    }
  });

  it('exists for a key that may read no cluster', async () => {
    const team = await estate.team('core');
    const { data } = await estate.read(`/v1/teams/${team}`, await estate.createKey([]));
    expect(data.cost.current_run_rate_hourly.amount).to.equal('0.0000');
  });
});
