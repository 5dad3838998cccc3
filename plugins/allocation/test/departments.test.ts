import { walkPages } from '@costplane/plugin-testing';
import { expect } from 'chai';
import { bootEstate, type Estate, toUuid } from './estate.ts';

const path = '/v1/departments';

describe('GET /v1/departments', () => {
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

  /** A department of one team that pays this much. */
  async function departmentThatPays(name: string, own: Record<string, unknown>, department = {}) {
    await estate.namespace(east, name, own);
    const id = await estate.department(name, department);
    const team = await estate.team(name, { department_id: id });
    await estate.assign(team, east, ['namespace', name]);
    return id;
  }

  it('lists departments by run rate, ties by id, unknown costs last', async () => {
    await departmentThatPays('unknown', {
      compute_cpu_hourly: null,
      compute_ram_hourly: null,
      compute_gpu_hourly: null,
    });
    await departmentThatPays('twin b', { compute_cpu_hourly: '2.00001' }, { id: toUuid(2) });
    await departmentThatPays('twin a', { compute_cpu_hourly: '2' }, { id: toUuid(1) });
    await departmentThatPays('dear', { compute_cpu_hourly: '11' });
    await estate.department('empty');

    expect(await estate.names(path)).to.eql(['dear', 'twin a', 'twin b', 'empty', 'unknown']);
    expect(await estate.names(`${path}?basis=all`)).to.eql([
      'dear',
      'twin a',
      'twin b',
      ...(await tiesAtZero()),
    ]);
  });

  /** Over every component, `unknown` is known to cost nothing for storage: a tie with `empty`. */
  async function tiesAtZero(): Promise<string[]> {
    const rows = await estate.app.sql<{ name: string }>(
      `select name from departments where name in ('empty', 'unknown') order by id`,
    );
    return rows.map(({ name }) => name);
  }

  for (const limit of [1, 7, 100, 500]) {
    it(`walks each of 40 exactly once in pages of ${limit}`, async () => {
      await estate.app.sql(
        `insert into departments (organization_id, name)
          select $1, 'department ' || n from generate_series(1, 38) n`,
        [estate.organization],
      );
      await departmentThatPays('dear', { compute_cpu_hourly: '11' });
      await departmentThatPays('unknown', {
        compute_cpu_hourly: null,
        compute_ram_hourly: null,
        compute_gpu_hourly: null,
      });

      const walked = await walkPages(estate.app, `${path}?include_total=true`, estate.key, limit);

      const { data, meta } = await estate.read(`${path}?include_total=true`);
      expect(walked).to.eql(data);
      expect(new Set(walked.map(({ id }) => id))).to.have.length(40);
      expect(meta.pagination.total_count).to.equal(40);
    });
  }

  it('filters by origin, where any stored value except k8s means native', async () => {
    await estate.department('a', { origin: 'k8s' });
    await estate.department('b');
    await estate.department('c', { origin: 'import' });
    const sorted = async (query: string) => (await estate.names(`${path}?${query}`)).sort();

    expect(await sorted('origin=k8s')).to.eql(['a']);
    expect(await sorted('origin=native')).to.eql(['b', 'c']);
    expect(await sorted('origin=native&origin=k8s')).to.eql(['a', 'b', 'c']);
    expect(await sorted('origin=import')).to.eql([]);
    expect(await sorted(`origin=${encodeURIComponent('%')}`)).to.eql([]);
    const { meta } = await estate.read(`${path}?origin=native&include_total=true`);
    expect(meta.pagination.total_count).to.equal(2);
  });

  it('shows a department from labels only to keys with a cluster in which it owns something', async () => {
    const west = await estate.cluster('west');
    const mirrored = { origin: 'k8s' };
    await departmentThatPays('by team', {}, mirrored);
    const namespaced = await estate.department('by namespace', mirrored);
    await estate.namespace(east, 'shop', { department_id: namespaced });
    const there = await estate.department('there', mirrored);
    await estate.namespace(west, 'lab', { department_id: there });
    const team = await estate.team('hidden', { department_id: there, ...mirrored });
    await estate.assign(team, west, ['namespace', 'lab']);
    const made = await estate.department('made');
    await estate.team('hidden too', { department_id: made, ...mirrored });
    const key = await estate.createKey([east]);

    const { data, meta } = await estate.read(`${path}?include_total=true`, key);

    expect(await estate.names(path, key)).to.have.members(['by team', 'by namespace', 'made']);
    expect(meta.pagination.total_count).to.equal(3);
    expect(await estate.names(path)).to.include('there');
    expect((await estate.app.get(`${path}/${there}`, key)).status).to.equal(404);
    const counted = data.find(({ id }: { id: string }) => id === made);
    expect(counted.teams).to.equal(0);
  });

  it('lists the same departments to every key of the organization, and none of another', async () => {
    await departmentThatPays('dear', { compute_cpu_hourly: '5' }, { id: toUuid(2) });
    await estate.department('poor', { id: toUuid(1) });
    const other = await estate.app.createOrganization(`other ${crypto.randomUUID()}`);

    expect(await estate.names(path, await estate.createKey([east]))).to.eql(['dear', 'poor']);
    expect(await estate.names(path, await estate.createKey([]))).to.eql(['poor', 'dear']);
    expect(await estate.names(path, await estate.createKey(null, other))).to.eql([]);
  });

  it('refuses a key without the scope', async () => {
    const key = await estate.app.createKey(estate.organization, { scopes: ['teams:read'] });

    const { status, body } = await estate.app.get(path, key);

    expect([status, body.error.code]).to.eql([403, 'FORBIDDEN']);
    expect(body.error.details[0]).to.include({ required: 'departments:read' });
  });

  describe('GET /v1/departments/{dept_id}', () => {
    it('returns the complete body', async () => {
      const id = await departmentThatPays(
        'retail',
        { compute_cpu_hourly: '1.5', storage_pv_hourly: '0.5', is_compute_partial: true },
        {
          description: 'Shops',
          origin: 'k8s',
          owner_email: 'retail@example.com',
          created_at: '2026-07-01T08:00:00Z',
          updated_at: '2026-07-02T08:00:00Z',
        },
      );
      await estate.team('idle', { department_id: id });
      await estate.team('elsewhere');

      const { data, meta } = await estate.read(
        `${path}/${id.toUpperCase()}?basis=all&cost_mode=workload_only`,
      );

      const euros = (amount: string) => ({ amount, currency: 'EUR' });
      expect(data).to.eql({
        id,
        kind: 'Department',
        metadata: {
          name: 'retail',
          description: 'Shops',
          origin: 'k8s',
          owner_email: 'retail@example.com',
          created_at: '2026-07-01T08:00:00Z',
          updated_at: '2026-07-02T08:00:00Z',
        },
        teams: 2,
        assigned_workloads: 0,
        assigned_pvs: 0,
        cost: {
          current_run_rate_hourly: euros('2.0000'),
          cost_mode: 'workload_only',
          components: {
            'compute.cpu': euros('1.5000'),
            'compute.ram': euros('0.0000'),
            'compute.gpu': euros('0.0000'),
            'storage.pv': euros('0.5000'),
          },
          basis: 'all',
          partial: true,
          last_updated_at: '2026-07-15T19:32:30Z',
        },
      });
      expect(meta).to.include({ cost_mode: 'workload_only', basis: 'all' });
    });

    it('also counts its teams for a key without clusters', async () => {
      const id = await departmentThatPays('retail', { compute_cpu_hourly: '1.5' });

      const { data } = await estate.read(`${path}/${id}`, await estate.createKey([]));

      expect(data.teams).to.equal(1);
      expect(data.cost.current_run_rate_hourly.amount).to.equal('0.0000');
      expect(data.cost).to.not.have.any.keys('last_updated_at');
    });

    it('answers 400 to an id that is not a UUID, and 404 to a department of another organization', async () => {
      const other = await estate.app.createOrganization(`other ${crypto.randomUUID()}`);
      const id = await estate.department('retail');
      const foreign = await estate.createKey(null, other);
      const cases = [
        [`${path}/nonsense`, estate.key, 400, 'BAD_REQUEST'],
        [`${path}/${crypto.randomUUID()}`, estate.key, 404, 'DEPARTMENT_NOT_FOUND'],
        [`${path}/${id}`, foreign, 404, 'DEPARTMENT_NOT_FOUND'],
      ] as const;

      for (const [url, key, status, code] of cases) {
        const response = await estate.app.get(url, key);
        expect([response.status, response.body.error.code], url).to.eql([status, code]);
        expect(response.body.error.details[0]).to.include({ field: 'dept_id' });
      }
    });
  });
});
