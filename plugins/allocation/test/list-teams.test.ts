import { walkPages } from '@costplane/plugin-testing';
import { expect } from 'chai';
import { bootEstate, type Estate, toUuid } from './estate.ts';

const path = '/v1/teams';

describe('GET /v1/teams', () => {
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

  /** A team that pays for a namespace of its own. */
  async function teamThatPays(name: string, own: Record<string, unknown>, team = {}) {
    await estate.namespace(east, name, own);
    const id = await estate.team(name, team);
    await estate.assign(id, east, ['namespace', name]);
    return id;
  }

  it('lists teams by run rate, ties by id, unknown costs last', async () => {
    const unknown = {
      compute_cpu_hourly: null,
      compute_ram_hourly: null,
      compute_gpu_hourly: null,
    };
    await teamThatPays('unknown', unknown);
    await teamThatPays('cheap', { compute_cpu_hourly: '1' });
    await teamThatPays('twin b', { compute_cpu_hourly: '2' }, { id: toUuid(2) });
    await teamThatPays('twin a', { compute_ram_hourly: '2' }, { id: toUuid(1) });
    await teamThatPays('dear', { compute_cpu_hourly: '11' });
    await estate.team('without anything');

    expect(await estate.names(path)).to.eql([
      'dear',
      'twin a',
      'twin b',
      'cheap',
      'without anything',
      'unknown',
    ]);
  });

  it('sorts by the rounded amount, so that ties in four decimals are broken by id', async () => {
    await teamThatPays('second', { compute_cpu_hourly: '1.00004' }, { id: toUuid(2) });
    await teamThatPays('first', { compute_cpu_hourly: '1.00001' }, { id: toUuid(1) });

    expect(await estate.names(path)).to.eql(['first', 'second']);
  });

  it('sorts and pages amounts that exceed integers', async () => {
    for (const name of ['a', 'b', 'c']) {
      await teamThatPays(name, { compute_cpu_hourly: '922337203685477' }, {});
      await estate.namespace(east, `${name} too`, { compute_cpu_hourly: '922337203685477' });
    }
    const [{ id: mostExpensive }] = (await estate.read(path)).data;
    await estate.assign(mostExpensive, east, ['namespace', 'a too']);

    const walked = await walkPages(estate.app, path, estate.key, 1);

    expect(walked).to.have.length(3);
    expect(walked[0]!.id).to.equal(mostExpensive);
  });

  it('sorts and sums over the requested basis', async () => {
    await teamThatPays('compute', { compute_cpu_hourly: '2' });
    await teamThatPays('storage', { compute_cpu_hourly: '1', storage_pv_hourly: '5' });

    expect(await estate.names(path)).to.eql(['compute', 'storage']);
    expect(await estate.names(`${path}?basis=all`)).to.eql(['storage', 'compute']);
    const { data, meta } = await estate.read(`${path}?basis=all`);
    expect(meta.basis).to.equal('all');
    expect(data[0].cost).to.deep.include({
      current_run_rate_hourly: { amount: '6.0000', currency: 'EUR' },
      basis: 'all',
      partial: true,
    });
  });

  for (const mode of ['fully_loaded', 'workload_only']) {
    it(`echoes cost_mode=${mode}, and the amount stays`, async () => {
      await teamThatPays('core', { compute_cpu_hourly: '2' });

      const { data, meta } = await estate.read(`${path}?cost_mode=${mode}`);

      expect(meta.cost_mode).to.equal(mode);
      expect(data[0].cost.cost_mode).to.equal(mode);
      expect(data[0].cost.current_run_rate_hourly.amount).to.equal('2.0000');
    });
  }

  describe('of 1,001 teams', () => {
    beforeEach(async () => {
      await estate.app.sql(
        `insert into teams (organization_id, name)
          select $1, 'team ' || n from generate_series(1, 1001) n`,
        [estate.organization],
      );
      await estate.app.sql(
        `insert into namespaces (organization_id, cluster_id, id, name, last_seen_at,
            cost_updated_at, cpu_requested_cores, memory_requested_bytes, workloads, deployments,
            statefulsets, daemonsets, jobs, cronjobs, pods, running_pods, containers,
            persistent_volumes, compute_cpu_hourly)
          select $1, $2, gen_random_uuid(), 'team ' || n, now(), now(), 0, 0, 0, 0, 0, 0, 0, 0, 0,
            0, 0, 0, case when n % 10 <> 0 then n / 50 end
          from generate_series(1, 700) n`,
        [estate.organization, east],
      );
      await estate.app.sql(
        `insert into team_assignments (organization_id, team_id, cluster_id, entity_type,
            entity_identifier, entity_name, entity_namespace, weight_percentage, source)
          select $1, id, $2, 'namespace', name, name, name, 100, 'user_manual' from teams
          where organization_id = $1`,
        [estate.organization, east],
      );
    });

    for (const [limit, teams] of [
      [1, 30],
      [7, 1001],
      [100, 1001],
      [500, 1001],
    ] as const) {
      it(`walks each of ${teams} exactly once in pages of ${limit}`, async () => {
        const filter = teams === 1001 ? '' : `&department_id=${await inDepartment(teams)}`;
        const query = `basis=all${filter}`;

        const walked = await walkPages(estate.app, `${path}?${query}`, estate.key, limit);

        const ids = walked.map(({ id }) => id);
        const { data } = await estate.read(`${path}?limit=500&${query}`);
        expect(ids).to.have.length(teams);
        expect(new Set(ids)).to.have.length(teams);
        expect(ids.slice(0, 500)).to.eql(data.map(({ id }: { id: string }) => id));
      });
    }

    /** A department of this many of the teams. */
    async function inDepartment(teams: number): Promise<string> {
      const id = await estate.department('some');
      await estate.app.sql(
        `update teams set department_id = $1
          where id in (select id from teams order by id limit $2)`,
        [id, teams],
      );
      return id;
    }

    it('counts them on request, filtered or not, on any page', async () => {
      const total = async (query: string) =>
        (await estate.read(`${path}?include_total=true&limit=2&${query}`)).meta.pagination
          .total_count;
      const department = await inDepartment(30);

      expect(await total('')).to.equal(1001);
      expect(await total(`department_id=${department}`)).to.equal(30);
      expect(await total('origin=k8s')).to.equal(0);
    });
  });

  describe('filters', () => {
    let retail: string;
    let platform: string;

    beforeEach(async () => {
      retail = await estate.department('retail');
      platform = await estate.department('platform');
      await estate.team('a', { department_id: retail, origin: 'k8s' });
      await estate.team('b', { department_id: retail });
      await estate.team('c', { department_id: platform, origin: 'k8s' });
      await estate.team('d', { origin: 'import' });
      await estate.team('e', { origin: 'K8S' });
    });

    const sorted = async (query: string) => (await estate.names(`${path}?${query}`)).sort();

    it('by department, which leaves out teams without one', async () => {
      expect(await sorted(`department_id=${retail}`)).to.eql(['a', 'b']);
      expect(await sorted(`department_id=${retail},${platform}`)).to.eql(['a', 'b', 'c']);
      expect(await sorted(`department_id=${retail}&department_id=${platform}`)).to.eql([
        'a',
        'b',
        'c',
      ]);
      expect(await sorted(`department_id=${retail.toUpperCase()}`)).to.eql(['a', 'b']);
      expect(await sorted(`department_id=${crypto.randomUUID()}`)).to.eql([]);
    });

    it('by origin, where any stored value except k8s means native', async () => {
      expect(await sorted('origin=k8s')).to.eql(['a', 'c']);
      expect(await sorted('origin=native')).to.eql(['b', 'd', 'e']);
      expect(await sorted('origin=k8s,native')).to.eql(['a', 'b', 'c', 'd', 'e']);
      const { data } = await estate.read(`${path}?origin=native`);
      expect(
        new Set(data.map((team: { metadata: { origin: string } }) => team.metadata.origin)),
      ).to.eql(new Set(['native']));
    });

    for (const text of ['import', 'K8S', 'é', '%', '_', "x' or 1=1 --", '\\', '🦊']) {
      it(`by the unknown origin ${text}, which no team has`, async () => {
        expect(await sorted(`origin=${encodeURIComponent(text)}`)).to.eql([]);
      });
    }

    it('by both, joined by AND', async () => {
      expect(await sorted(`department_id=${retail}&origin=k8s`)).to.eql(['a']);
      expect(await sorted(`department_id=${platform}&origin=native`)).to.eql([]);
    });

    it('by as many departments as a URL can hold', async () => {
      const many = Array.from({ length: 400 }, (_, index) => toUuid(index));
      expect(await sorted(`department_id=${[...many, retail].join(',')}`)).to.eql(['a', 'b']);
    });

    it('by 1,000 departments is refused with a clear error, as the URL is too long', async () => {
      const many = Array.from({ length: 1000 }, (_, index) => toUuid(index));
      const { status } = await estate.app.get(
        `${path}?department_id=${many.join(',')}`,
        estate.key,
      );
      expect(status).to.equal(414);
    });
  });

  it('lists the same teams to every key of the organization, and none of another', async () => {
    await teamThatPays('dear', { compute_cpu_hourly: '5' }, { id: toUuid(2) });
    await estate.team('poor', { id: toUuid(1) });
    const other = await estate.app.createOrganization(`other ${crypto.randomUUID()}`);

    expect(await estate.names(path, await estate.createKey([east]))).to.eql(['dear', 'poor']);
    expect(await estate.names(path, await estate.createKey([]))).to.eql(['poor', 'dear']);
    expect(await estate.names(path, await estate.createKey(null, other))).to.eql([]);
  });

  it('shows a team from labels only to keys with a cluster in which it owns something', async () => {
    const west = await estate.cluster('west');
    await teamThatPays('here', {}, { origin: 'k8s' });
    const there = await estate.team('there', { origin: 'k8s' });
    await estate.namespace(west, 'lab');
    await estate.assign(there, west, ['namespace', 'lab']);
    await estate.team('nowhere', { origin: 'k8s' });
    const hiddenToo = await estate.department('there', { origin: 'k8s' });
    await estate.app.sql('update teams set department_id = $1 where id = $2', [hiddenToo, there]);
    await estate.team('made', { department_id: hiddenToo });
    const key = await estate.createKey([east]);

    const { meta } = await estate.read(`${path}?include_total=true`, key);

    expect(await estate.names(path, key)).to.have.members(['here', 'made']);
    expect(meta.pagination.total_count).to.equal(2);
    expect(await estate.names(path, await estate.createKey([]))).to.eql(['made']);
    expect(await estate.names(path)).to.have.members(['here', 'there', 'nowhere', 'made']);
    const inDepartment = `${path}?department_id=${hiddenToo}&include_total=true`;
    for (const [reader, count] of [
      [key, 0],
      [estate.key, 2],
    ] as const) {
      const { data } = await estate.read(`${path}?origin=native`, reader);
      expect('department' in data[0].metadata).to.equal(count > 0);
      expect((await estate.read(inDepartment, reader)).meta.pagination.total_count).to.equal(count);
    }
    for (const hidden of [`${path}/${there}`, `${path}/${there}/assignments`]) {
      expect((await estate.app.get(hidden, key)).status).to.equal(404);
      expect((await estate.app.get(hidden, estate.key)).status).to.equal(200);
    }
  });

  it('refuses a key without the scope', async () => {
    const key = await estate.app.createKey(estate.organization, { scopes: ['departments:read'] });

    const { status, body } = await estate.app.get(path, key);

    expect([status, body.error.code]).to.eql([403, 'FORBIDDEN']);
    expect(body.error.details[0]).to.include({ required: 'teams:read', reason: 'missing_scope' });
  });

  it('refuses the cursor of another list or of other filters', async () => {
    await estate.team('a');
    await estate.team('b');
    await estate.department('a');
    await estate.department('b');
    const nextCursor = async (list: string) =>
      (await estate.read(`${list}?limit=1`)).meta.pagination.next_cursor;

    const foreign = await estate.app.get(
      `${path}?limit=1&cursor=${await nextCursor('/v1/departments')}`,
      estate.key,
    );
    const changed = await estate.app.get(
      `${path}?limit=1&origin=k8s&cursor=${await nextCursor(path)}`,
      estate.key,
    );

    expect([foreign.status, foreign.body.error.code]).to.eql([400, 'INVALID_CURSOR']);
    expect([changed.status, changed.body.error.code]).to.eql([410, 'CURSOR_EXPIRED']);
  });
});
