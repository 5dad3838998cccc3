import { ingestSnapshot, parseSnapshot, type Snapshot } from '@costplane/ingest';
import { FileError } from '../src/yaml/file-error.ts';
import { expect } from 'chai';
import { sql } from 'kysely';
import {
  api,
  type Estate,
  etl,
  mirroredTeam,
  openEstate,
  production,
  staging,
  web,
} from './allocation-estate.ts';

const file = `
departments:
  - { name: Product, description: What customers see, owner_email: product@example.com }
teams:
  - { name: atlas, department: Product, owner_email: atlas@example.com, origin: native }
  - { name: beta, department: operations }
  - { name: gamma }
assignments:
  - { team: atlas, cluster: production, entity_type: workload, entity: ${web}, namespace: shop, weight: 60 }
  - { team: beta, cluster: ${production}, entity_type: workload, entity: ${web.toUpperCase()}, weight: 40.0 }
  - { team: atlas, cluster: production, entity_type: namespace, entity: data, weight: 33.333333 }
  - { team: beta, cluster: production, entity_type: namespace, entity: data, weight: 33.333333 }
  - { team: gamma, cluster: production, entity_type: namespace, entity: data, weight: 33.333334 }
  - { team: platform, cluster: ${staging.toUpperCase()}, entity_type: namespace, entity: shop }
`;
const nothing = 'departments: []\nteams: []\nassignments: []\n';

const ofLabels = [
  'api is of platform 100',
  'department operations k8s',
  'namespace shop platform 100 k8s_label',
  'team platform k8s',
];

describe('allocation files', () => {
  let estate: Estate;
  beforeEach(async () => (estate = await openEstate()));
  afterEach(() => estate.close());

  it('create departments, teams and assignments, in addition to labels', async () => {
    const lines = await estate.apply(file);
    expect(lines).to.deep.equal([
      '+ department Product (description "What customers see", owner_email product@example.com)',
      '+ team atlas (department Product, owner_email atlas@example.com)',
      '+ team beta (department operations (from a label))',
      '+ team gamma',
      '+ assignment of namespace data in production to atlas (weight 33.333333 %)',
      '+ assignment of namespace data in production to beta (weight 33.333333 %)',
      '+ assignment of namespace data in production to gamma (weight 33.333334 %)',
      '+ assignment of namespace shop in staging to platform (from a label) (weight 100 %)',
      `+ assignment of workload shop/web (${web}) in production to atlas (weight 60 %)`,
      `+ assignment of workload shop/web (${web}) in production to beta (weight 40 %)`,
      '10 added, 0 changed, 0 removed, 0 unchanged',
    ]);
    expect(await estate.owners()).to.deep.equal(
      [
        ...ofLabels,
        'department Product native',
        'etl is of atlas 33.333333',
        'etl is of beta 33.333333',
        'etl is of gamma 33.333334',
        'namespace data atlas 33.333333 user_manual',
        'namespace data beta 33.333333 user_manual',
        'namespace data gamma 33.333334 user_manual',
        'namespace shop platform 100 user_manual',
        'team atlas native Product',
        'team beta native operations',
        'team gamma native',
        'web is of atlas 60',
        'web is of beta 40',
        'workload web atlas 60 user_manual',
        'workload web beta 40 user_manual',
      ].toSorted(),
    );
  });

  it('change nothing when they are applied again', async () => {
    await estate.apply(file);
    const before = await estate.dump();
    expect(await estate.apply(file)).to.deep.equal(['0 added, 0 changed, 0 removed, 10 unchanged']);
    expect(await estate.dump()).to.deep.equal(before);
  });

  it('change only what differs, and keep ids', async () => {
    await estate.apply(file);
    const columns = `select name, id, updated_at > created_at as is_changed from teams
      union all
      select entity_name || ' ' || weight_percentage, id, updated_at > created_at
      from team_assignments order by name`;
    const before = await estate.query(columns);
    const lines = await estate.apply(
      file
        .replace('owner_email: atlas@', 'description: All of it, owner_email: team-atlas@')
        .replace('{ name: gamma }', '{ name: delta, department: Product }')
        .replace('team: gamma', 'team: delta')
        .replace('department: operations', 'owner_email: beta@example.com')
        .replace('weight: 60', 'weight: 55.5')
        .replace('weight: 40.0', 'weight: 44.5'),
    );
    expect(lines).to.deep.equal([
      '~ team atlas: description none -> "All of it", owner_email atlas@example.com -> team-atlas@example.com',
      '~ team beta: department operations (from a label) -> none, owner_email none -> beta@example.com',
      '+ team delta (department Product)',
      '- team gamma',
      '+ assignment of namespace data in production to delta (weight 33.333334 %)',
      '- assignment of namespace data in production to gamma',
      `~ assignment of workload shop/web (${web}) in production to atlas: weight 60 % -> 55.5 %`,
      `~ assignment of workload shop/web (${web}) in production to beta: weight 40 % -> 44.5 %`,
      '2 added, 4 changed, 2 removed, 4 unchanged',
    ]);
    const after = await estate.query(columns);
    const ids = (rows: { id?: unknown }[]) => rows.map(({ id }) => id);
    const kept = after.filter(({ id }) => ids(before).includes(id));
    expect(kept).to.have.length(before.length - 2);
    const changed = after.filter(({ is_changed }) => is_changed).map(({ name }) => name);
    expect(changed).to.deep.equal(['atlas', 'beta', 'web 44.5', 'web 55.5']);
    expect(await estate.owners()).to.include.members([
      'web is of atlas 55.5',
      'etl is of delta 33.333334',
    ]);
  });

  it('remove exactly the manual entries if the lists are empty', async () => {
    const before = await estate.dump();
    await estate.apply(file);
    const lines = await estate.apply(nothing);
    expect(lines.at(-1)).to.equal('0 added, 0 changed, 10 removed, 0 unchanged');
    expect(await estate.owners()).to.deep.equal([...ofLabels, 'web is of platform 100'].toSorted());
    expect(await estate.dump()).to.deep.equal(before);
  });

  it('replace the label assignment of the same entity', async () => {
    await estate.apply(
      nothing
        .replace(
          'assignments: []',
          `assignments: [{ team: atlas, cluster: production, entity_type: namespace, entity: shop }]`,
        )
        .replace('teams: []', 'teams: [{ name: atlas }]'),
    );
    const owners = await estate.owners();
    expect(owners).to.include.members(['api is of atlas 100', 'web is of atlas 100']);
    expect(owners.filter((line) => line.startsWith('namespace'))).to.deep.equal([
      'namespace shop atlas 100 user_manual',
    ]);
  });

  it('prefer a native owner to one from a label with the same name', async () => {
    const own = `departments: [{ name: operations }]
teams: [{ name: platform, department: operations }]
assignments:
  - { team: platform, cluster: production, entity_type: workload, entity: ${api}, weight: 30 }
  - { team: ${mirroredTeam.toUpperCase()}, cluster: production, entity_type: workload, entity: ${api}, weight: 70 }`;
    await estate.apply(own);
    const rows = await estate.query(`select team.origin, department.origin as department,
        given.weight_percentage::text as weight
      from team_assignments as given join teams as team on team.id = given.team_id
      left join departments as department on department.id = team.department_id
      where entity_type = 'workload' order by team.origin`);
    expect(rows).to.deep.equal([
      { origin: 'k8s', department: null, weight: '70' },
      { origin: 'native', department: 'native', weight: '30' },
    ]);
  });

  it('leave what a department of theirs was given to by labels without it when it is removed', async () => {
    await estate.apply('departments: [{ name: Own }]\nteams: []\nassignments: []');
    await estate.query(
      `update teams set department_id = (select id from departments where name = 'Own')`,
    );
    await estate.apply(nothing);
    expect(await estate.owners()).to.include('team platform k8s');
  });

  it('treat a manual assignment of an upper-case uid as unmatched', async () => {
    await estate.query(`insert into team_assignments (organization_id, cluster_id, team_id,
        entity_type, entity_identifier, entity_name, entity_namespace, weight_percentage, source)
      values ('${estate.organizationId}', '${production}', '${mirroredTeam}', 'workload',
        '${etl.toUpperCase()}', 'etl', 'data', 100, 'user_manual')`);
    const lines = await estate.apply(`departments: []\nteams: []\nassignments:
  - { team: platform, cluster: production, entity_type: workload, entity: ${etl.toUpperCase()} }`);
    expect(lines.at(-1)).to.equal('1 added, 0 changed, 1 removed, 0 unchanged');
    expect(await estate.owners()).to.include('etl is of platform 100');
  });

  it('are compared without changes and locks', async () => {
    const before = await estate.dump();
    await estate.db.transaction().execute(async (tx) => {
      for (const name of [`ingest ${production}`, `allocation ${estate.organizationId}`]) {
        await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx);
      }
      const lines = await estate.compare(file);
      expect(lines[0]).to.match(/^\+ department Product/);
      expect(lines.at(-1)).to.equal('10 to add, 0 to change, 0 to remove, 0 unchanged');
    });
    expect(await estate.dump()).to.deep.equal(before);
  });

  it('wait for a running ingest, and see its result', async () => {
    const applied = await estate.db.transaction().execute(async (tx) => {
      await sql`select pg_advisory_xact_lock(hashtextextended(${`ingest ${production}`}, 0))`.execute(
        tx,
      );
      await sql`update workloads set gone_at = now() where uid = ${web}::uuid`.execute(tx);
      const outcome = estate.apply(file).catch((error: unknown) => error);
      await isWaiting(estate);
      return { outcome };
    });
    const failure = await applied.outcome;
    expect(failure).to.be.instanceOf(FileError);
    expect((failure as Error).message).to.match(
      /names the workload "[^"]+", which was deleted from/,
    );
    expect(await estate.owners()).not.to.include('team atlas native Product');
  });

  it('are applied during ingests that mirror labels of the same entities', async () => {
    const files = [
      file,
      nothing,
      file.replace('weight: 60', 'weight: 100').replace(/^.*weight: 40.*\n/m, ''),
    ];
    const at = Date.now();
    await Promise.all([
      (async () => {
        for (let round = 0; round < 12; round += 1) await estate.apply(files[round % 3]!);
      })(),
      ...[production, staging].map(async (id) => {
        for (let minute = 0; minute < 12; minute += 1) {
          const snapshot = labelledSnapshot(at + minute * 60_000, minute % 2 === 0);
          await ingestSnapshot(estate.db, {
            organizationId: estate.organizationId,
            cluster: { id },
            snapshot,
          });
        }
      }),
    ]);
    expect(
      await estate.query(`select entity_name from team_assignments
        group by cluster_id, entity_type, entity_identifier, entity_name
        having sum(weight_percentage) <> 100 or count(distinct source) > 1`),
    ).to.deep.equal([]);
    const settled = await estate.owners();
    for (const id of [production, staging]) {
      await estate.query(
        `select refresh_workload_teams('${estate.organizationId}', array['${id}'::uuid])`,
      );
    }
    expect(await estate.owners()).to.deep.equal(settled);
    expect(settled).to.include('workload web atlas 100 user_manual');
  });

  it('are applied one after another', async () => {
    const other = 'departments: []\nteams: [{ name: other }]\nassignments: []';
    const files = [file, other, nothing, file, other];
    await Promise.all(files.map((text) => estate.apply(text)));
    const owners = await estate.owners();
    const whole: string[][] = [];
    for (const text of [file, other, nothing]) {
      await estate.apply(text);
      whole.push(await estate.owners());
    }
    expect(whole).to.deep.include(owners);
  });
});

/** The estate's workloads without pods, those of `shop` labelled in every other snapshot. */
function labelledSnapshot(timestamp: number, isLabelled: boolean): Snapshot {
  const labels = isLabelled ? { team: 'platform' } : null;
  const lists = ['nodes', 'pods', 'statefulsets', 'daemonsets', 'jobs', 'cronjobs', 'hpas', 'pvs'];
  return parseSnapshot(
    JSON.stringify({
      ...Object.fromEntries([...lists, 'pvcs', 'resource_quotas'].map((list) => [list, []])),
      snapshot_id: crypto.randomUUID(),
      timestamp,
      provider: '',
      namespaces: [
        { name: 'shop', labels },
        { name: 'data', labels: { team: 'etl' } },
      ],
      deployments: [
        { name: 'web', uid: web, namespace: 'shop', labels },
        { name: 'api', uid: api, namespace: 'shop', labels },
        { name: 'etl', uid: etl, namespace: 'data', labels: null },
      ].map((each) => ({ ...each, replicas: 0, available_replicas: 0 })),
      summary: { metrics_available: true },
    }),
  );
}

/** Until somebody waits for an advisory lock. */
async function isWaiting(estate: Estate): Promise<void> {
  for (;;) {
    const [row] = await estate.query(
      `select count(*)::int as waiting from pg_locks where locktype = 'advisory' and not granted`,
    );
    if (Number(row?.waiting) > 0) return;
  }
}
