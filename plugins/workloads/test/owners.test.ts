import { expect } from 'chai';
import { alpha, beta, bootWorkloads } from './workload-application.ts';

describe('plugin workloads: by team and department', () => {
  let application: Awaited<ReturnType<typeof bootWorkloads>>;
  let team: Record<'red' | 'blue' | 'fern' | 'free', string>;
  before(async () => {
    application = await bootWorkloads();
  });
  after(() => application.app.stop());
  beforeEach(async () => {
    const { insert, insertNamed } = application;
    await insert('clusters', { id: alpha, name: 'alpha' });
    await insert('clusters', { id: beta, name: 'beta' });
    const colours = await insertNamed('departments', { name: 'Colours' });
    const plants = await insertNamed('departments', { name: 'Plants' });
    team = {
      red: await insertNamed('teams', { name: 'red', department_id: colours }),
      blue: await insertNamed('teams', { name: 'blue', department_id: colours }),
      fern: await insertNamed('teams', { name: 'fern', department_id: plants }),
      free: await insertNamed('teams', { name: 'free' }),
    };
  });
  afterEach(() => application.clear());

  const insert = async (name: string, own: Record<string, unknown> = {}) =>
    (await application.insertWorkload({ name, ...own })).uid;
  const assign: typeof application.assign = (...given) => application.assign(...given);
  const found = async (query: string) => {
    const body = await application.read(`/v1/workloads?include_total=true&${query}`);
    const names: string[] = body.data.map(
      (row: { metadata: { name: string } }) => row.metadata.name,
    );
    expect(body.meta.pagination.total_count).to.equal(names.length);
    return names.sort();
  };

  it('finds what is assigned to a team itself, and through its namespace', async () => {
    const direct = await insert('direct', { namespace: 'other' });
    await insert('through', { namespace: 'shop' });
    await insert('bystander', { namespace: 'third' });
    await assign(['workload', direct], team.red);
    await assign(['namespace', 'shop'], team.red);

    expect(await found('team=red')).to.eql(['direct', 'through']);
    expect(await found('department=Colours')).to.eql(['direct', 'through']);
    expect(await found('team=blue')).to.eql([]);
    expect(await found('department=Plants')).to.eql([]);
  });

  it('prefers its own assignment to that of the namespace', async () => {
    const own = await insert('own');
    await insert('inherited');
    await assign(['namespace', 'shop'], team.red);
    await assign(['workload', own], team.fern);

    expect(await found('team=red')).to.eql(['inherited']);
    expect(await found('team=fern')).to.eql(['own']);
    expect(await found('department=Colours')).to.eql(['inherited']);
    expect(await found('department=Plants')).to.eql(['own']);
  });

  it('finds a workload of two of the teams once', async () => {
    const shared = await insert('shared');
    await insert('of red', { namespace: 'red' });
    await assign(['workload', shared], team.red, { weight_percentage: '60' });
    await assign(['workload', shared], team.blue, { weight_percentage: '40' });
    await assign(['namespace', 'red'], team.red);

    expect(await found('team=red')).to.eql(['of red', 'shared']);
    expect(await found('team=blue')).to.eql(['shared']);
    expect(await found('team=red,blue')).to.eql(['of red', 'shared']);
    expect(await found('team=blue&team=red')).to.eql(['of red', 'shared']);
    expect(await found('department=Colours')).to.eql(['of red', 'shared']);
  });

  it('requires one of the teams and one of the departments, with any share', async () => {
    const split = await insert('split');
    await insert('of red', { namespace: 'red' });
    await insert('of fern', { namespace: 'fern' });
    await assign(['workload', split], team.red, { weight_percentage: '50' });
    await assign(['workload', split], team.fern, { weight_percentage: '50' });
    await assign(['namespace', 'red'], team.red);
    await assign(['namespace', 'fern'], team.fern);

    expect(await found('team=red&department=Colours')).to.eql(['of red', 'split']);
    expect(await found('team=red&department=Plants')).to.eql(['split']);
    expect(await found('team=fern&department=Plants')).to.eql(['of fern', 'split']);
    expect(await found('team=red,fern&department=Plants,Colours')).to.eql([
      'of fern',
      'of red',
      'split',
    ]);
    expect(await found('team=none&department=Plants')).to.eql([]);
    expect(await found('team=red&department=none')).to.eql([]);
  });

  it('finds a team without a department only by team', async () => {
    await insert('free');
    await assign(['namespace', 'shop'], team.free);

    expect(await found('team=free')).to.eql(['free']);
    expect(await found('department=Colours,Plants')).to.eql([]);
  });

  it('distinguishes workloads of the same name by cluster, and combines teams of the same name', async () => {
    const native = await application.insertNamed('teams', { name: 'red', origin: 'k8s' });
    await insert('here');
    await insert('there', { cluster_id: beta });
    await insert('labelled', { namespace: 'labelled' });
    await assign(['namespace', 'shop'], team.red, { cluster_id: beta });
    await assign(['namespace', 'labelled'], native, { source: 'k8s_label' });

    expect(await found('team=red')).to.eql(['labelled', 'there']);
    expect(await found(`team=red&cluster_id=${alpha}`)).to.eql(['labelled']);
    expect(await found('team=red&namespace=shop')).to.eql(['there']);
  });

  it('matches a uid of two clusters only in the assigned cluster', async () => {
    const uid = await insert('here');
    await insert('there', { uid, cluster_id: beta });
    await assign(['workload', uid], team.red, { cluster_id: beta });

    expect(await found('team=red')).to.eql(['there']);
  });

  it('matches names exactly', async () => {
    await insert('a');
    await assign(['namespace', 'shop'], team.red);

    for (const query of ['team=Red', 'team=re', 'team=red%20', 'department=colours', 'team=%25']) {
      expect(await found(query)).to.eql([]);
    }
  });

  it('combines with every other filter', async () => {
    await insert('dear', { compute_cpu_hourly: '5', has_hpa: true });
    await insert('stored', { kind: 'StatefulSet', storage_pv_hourly: '9' });
    await insert('other', { namespace: 'other', compute_cpu_hourly: '9' });
    await assign(['namespace', 'shop'], team.red);
    await assign(['namespace', 'other'], team.blue);

    for (const owner of ['team=red', 'department=Colours&team=red', 'team=red,none']) {
      expect(await found(owner)).to.eql(['dear', 'stored']);
      expect(await found(`${owner}&min_cost_hourly=5`)).to.eql(['dear']);
      expect(await found(`${owner}&min_cost_hourly=5&basis=all`)).to.eql(['dear', 'stored']);
      expect(await found(`${owner}&has_hpa=false`)).to.eql(['stored']);
      expect(await found(`${owner}&kind=StatefulSet,DaemonSet`)).to.eql(['stored']);
      expect(await found(`${owner}&namespace=other`)).to.eql([]);
      expect(await found(`${owner}&cluster_id=${beta}`)).to.eql([]);
    }
  });

  it('reflects new, changed and removed assignments', async () => {
    await insert('a');
    await assign(['namespace', 'shop'], team.red);
    expect(await found('team=red')).to.eql(['a']);

    await application.app.sql('update team_assignments set team_id = $1', [team.fern]);
    expect(await found('team=red')).to.eql([]);
    expect(await found('department=Plants')).to.eql(['a']);

    await application.app.sql('update teams set department_id = null where id = $1', [team.fern]);
    expect(await found('department=Plants')).to.eql([]);
    expect(await found('team=fern')).to.eql(['a']);

    await application.app.sql('delete from team_assignments');
    expect(await found('team=fern')).to.eql([]);
  });
});
