import { FileError } from '../src/yaml/file-error.ts';
import { expect } from 'chai';
import {
  type Estate,
  etl,
  old,
  openEstate,
  production,
  staging,
  web,
} from './allocation-estate.ts';

/** A file of which one line is written by a test: the third, in the list that it is about. */
const departmentFile = (line: string) =>
  `assignments: []\ndepartments:\n${line}\nteams: [{ name: atlas }]\n`;
const assignmentFile = (...lines: string[]) =>
  `departments: []\nassignments:\n${lines.join('\n')}\nteams: [{ name: atlas }, { name: beta }]\n`;
const namespaceData = 'cluster: production, entity_type: namespace, entity: data';
const teams = (count: number) => Array.from({ length: count }, (_, index) => `t${index}`);

describe('rejected allocation files', () => {
  let estate: Estate;
  before(async () => (estate = await openEstate()));
  after(() => estate.close());

  /** What is said of the file, and that nothing has changed. */
  async function listProblems(text: string): Promise<string[]> {
    const state = await estate.dump();
    const failures = await Promise.all(
      [estate.apply, estate.compare].map((run) =>
        run(text).then(
          () => expect.fail('It was accepted'),
          (error: unknown) => error,
        ),
      ),
    );
    for (const failure of failures) expect(failure).to.be.instanceOf(FileError);
    const [applied, compared] = failures.map((failure) => (failure as Error).message);
    expect(applied).to.equal(compared);
    expect(await estate.dump()).to.deep.equal(state);
    return applied!.split('\n');
  }

  const emptyFix =
    'write the keys departments, teams and assignments, each with [] if there are none';
  const refusals: [what: string, text: string, ...problems: string[]][] = [
    ['is empty', '', `a.yaml: the file must be a mapping (got nothing); ${emptyFix}`],
    ['is a comment', '# soon\n', `a.yaml: the file must be a mapping (got nothing); ${emptyFix}`],
    ['is a list', '- a\n', `a.yaml:1:1: the file must be a mapping (got a list); ${emptyFix}`],
    [
      'forgets a list, or leaves one without entries',
      'teams: []\nassignments:\n',
      `a.yaml:1:1: the file has no "departments"; ${emptyFix}`,
      'a.yaml:2:13: assignments must be a list (got nothing); write "assignments: []" if there are none',
    ],
    [
      'has an unknown key, or one of another kind',
      'departments: [{ name: a, owner: b }]\nteams: [{ name: 12 }, 5, { owner_email: a@b.c }]\nassignments: []\nteam: []',
      'a.yaml:1:26: departments[0] unknown key "owner"; the keys are name, description, owner_email, origin',
      'a.yaml:2:17: teams[0].name must be text (got 12); put it in quotes',
      'a.yaml:2:23: teams[1] must be a mapping (got 5); correct it',
      'a.yaml:2:26: teams[2] has no "name"; add it',
      'a.yaml:4:1: unknown key "team"; did you mean `teams`?',
    ],
    [
      'has a name twice',
      departmentFile('  [{ name: a }, { name: b }, { name: a }]'),
      'a.yaml:3:38: departments[2] has the name "a", which departments[0] already has; remove one of them, or give it another name',
    ],
    [
      'has a name that is empty, too long, of more than one line, or has a comma',
      departmentFile(
        `  [{ name: ' ' }, { name: ${'ü'.repeat(513)} }, { name: "a\\nb" }, { name: "\\ud800" }, { name: "a, b" }]`,
      ),
      'a.yaml:3:12: departments[0] has a name that is empty; write one',
      'a.yaml:3:27: departments[1] has a name that has 513 characters; shorten it to 512',
      'a.yaml:3:552: departments[2] has a name that has control characters; remove them',
      'a.yaml:3:570: departments[3] has a name that has control characters; remove them',
      'a.yaml:3:590: departments[4] has a name that has a comma, which separates names in filters; remove it',
    ],
    [
      'has a name that looks like another',
      departmentFile(
        '  [{ name: "a\\u200b" }, { name: "a " }, { name: "\\u200d" }, { name: "\\ufeff" }, { name: "👩‍💻 a" }]',
      ),
      'a.yaml:3:12: departments[0] has a name that has invisible characters; remove them',
      'a.yaml:3:33: departments[1] has a name that begins or ends with a space; remove it',
      'a.yaml:3:49: departments[2] has a name that has invisible characters; remove them',
      'a.yaml:3:69: departments[3] has a name that is empty; write one',
    ],
    [
      'names a namespace that no database keeps, or nothing',
      assignmentFile(
        ...['"a\\0"', '"\\ud800"', '" "', '"data "'].map(
          (entity) =>
            `  - { team: atlas, cluster: production, entity_type: namespace, entity: ${entity} }`,
        ),
        '  - { team: atlas, cluster: "\\0", entity_type: namespace, entity: data }',
        '  - { team: "\\0", cluster: staging, entity_type: workload, entity: "\\0" }',
      ),
      'a.yaml:3:73: assignments[0] names a namespace that has control characters; remove them',
      'a.yaml:4:73: assignments[1] names a namespace that has control characters; remove them',
      'a.yaml:5:73: assignments[2] names a namespace that is empty; write one',
      'a.yaml:6:73: assignments[3] names a namespace that begins or ends with a space; remove it',
      'a.yaml:7:29: assignments[4] names the cluster "\\u0000", which the organization does not have; give the id or the name that /v1/clusters shows',
      'a.yaml:8:13: assignments[5] names the team "\\u0000", which neither the file nor a label defines; add it under teams, or correct the name',
      'a.yaml:8:68: assignments[5] names the workload "\\u0000", which is not a uid; give the id that /v1/workloads shows',
    ],
    [
      'has a description that cannot be stored',
      departmentFile('  - { name: a, description: "a\\0b" }'),
      'a.yaml:3:29: departments[0] has a description that has control characters; remove them',
    ],
    [
      'has a bad e-mail address',
      departmentFile('  [{ name: a, owner_email: a at b }, { name: b, owner_email: "" }]'),
      'a.yaml:3:28: departments[0] has an owner_email that is not an email address (got "a at b"); use the form name@example.com, or remove it',
      'a.yaml:3:62: departments[1] has an owner_email that is not an email address (got ""); use the form name@example.com, or remove it',
    ],
    [
      'has an owner of another origin',
      departmentFile('  - { name: a, origin: k8s }'),
      'a.yaml:3:24: departments[0] has the origin "k8s", which is reserved for entries mirrored from labels; use native, or remove the entry from the file',
    ],
    [
      'names a department that is not there',
      'departments: []\nteams: [{ name: a, department: Nowhere }]\nassignments: []',
      'a.yaml:2:32: teams[0] names the department "Nowhere", which neither the file nor a label defines; add it under departments, or correct the name',
    ],
    [
      'names a team that is not there',
      assignmentFile(`  - { team: gamma, ${namespaceData} }`),
      'a.yaml:3:13: assignments[0] names the team "gamma", which neither the file nor a label defines; add it under teams, or correct the name',
    ],
    [
      'names a cluster that is not there',
      assignmentFile(
        '  - { team: atlas, cluster: Production, entity_type: namespace, entity: data }',
      ),
      'a.yaml:3:29: assignments[0] names the cluster "Production", which the organization does not have; give the id or the name that /v1/clusters shows',
    ],
    [
      'names what its cluster has never had',
      assignmentFile(
        `  - { team: atlas, cluster: staging, entity_type: workload, entity: ${web} }`,
        '  - { team: atlas, cluster: staging, entity_type: namespace, entity: data }',
      ),
      `a.yaml:3:69: assignments[0] names the workload "${web}", which has never existed in the cluster "staging"; correct it, or ingest a snapshot that contains it first`,
      'a.yaml:4:70: assignments[1] names the namespace "data", which has never existed in the cluster "staging"; correct it, or ingest a snapshot that contains it first',
    ],
    [
      'names a workload that is gone',
      assignmentFile(
        `  - { team: atlas, cluster: production, entity_type: workload, entity: ${old} }`,
      ),
      `a.yaml:3:72: assignments[0] names the workload "${old}", which was deleted from the cluster "production" at 2026-07-15T12:00:00Z; remove the assignment, or name its replacement`,
    ],
    [
      'names a workload by its name',
      assignmentFile(
        '  - { team: atlas, cluster: production, entity_type: workload, entity: web }',
      ),
      'a.yaml:3:72: assignments[0] names the workload "web", which is not a uid; give the id that /v1/workloads shows',
    ],
    [
      'gives a workload a namespace that it is not in',
      assignmentFile(
        `  - { team: atlas, cluster: production, entity_type: workload, entity: ${etl}, namespace: shop }`,
      ),
      'a.yaml:3:121: assignments[0] has the namespace "shop", but the workload is in "data"; correct it, or remove it',
    ],
    [
      'has a weight that is no decimal',
      assignmentFile(
        `  - { team: atlas, ${namespaceData}, weight: .inf }`,
        '  - { team: atlas, cluster: staging, entity_type: namespace, entity: shop, weight: "100" }',
      ),
      'a.yaml:3:87: assignments[0].weight must be a number (got Infinity); give a decimal such as 33.34, without quotes',
      'a.yaml:4:84: assignments[1].weight must be a number (got "100"); give a decimal such as 33.34, without quotes',
    ],
    [
      'names another kind of entity',
      assignmentFile('  - { team: atlas, cluster: production, entity_type: pod, entity: a }'),
      'a.yaml:3:54: assignments[0].entity_type must be one of workload, namespace (got "pod"); correct it',
    ],
    [
      'assigns an entity to a team twice, under two names of the cluster',
      assignmentFile(
        `  - { team: atlas, ${namespaceData}, weight: 50 }`,
        `  - { team: atlas, cluster: ${production}, entity_type: namespace, entity: data, weight: 50 }`,
      ),
      'a.yaml:4:5: assignments[1] assigns namespace "data" in "production" to "atlas", which assignments[0] already does; remove one of them',
    ],
    [
      'has weights that do not sum to 100, if only by a trifle',
      assignmentFile(
        `  - { team: atlas, ${namespaceData}, weight: 60 }`,
        `  - { team: beta, ${namespaceData}, weight: 39.999999999999 }`,
        '  - { team: beta, cluster: staging, entity_type: namespace, entity: shop, weight: 99.5 }',
      ),
      'a.yaml:3:87: assignments[0] is the first weight of namespace "data" in "production", whose weights sum to 99.999999999999; make them sum to exactly 100',
      'a.yaml:5:83: assignments[2] is the first weight of namespace "shop" in "staging", whose weights sum to 99.5; make them sum to exactly 100',
    ],
    [
      'leaves out one of several weights',
      assignmentFile(
        `  - { team: atlas, ${namespaceData} }`,
        `  - { team: beta, ${namespaceData}, weight: 40 }`,
      ),
      'a.yaml:3:5: assignments[0] has no weight, but its entity has several assignments; give each of them a weight',
    ],
    ...['0', '-1', '100.5', '1e2', '0x64', '33.3333333333333'].map(
      (weight): [string, string, string] => [
        `has the weight ${weight}`,
        assignmentFile(`  - { team: atlas, ${namespaceData}, weight: ${weight} }`),
        `a.yaml:3:87: assignments[0] has the weight ${weight}; give a decimal above 0 and at most 100, such as 33.34, with at most 12 decimals`,
      ],
    ),
    [
      'shares an entity between more than ten teams',
      `departments: []\nteams: [${teams(11)
        .map((name) => `{ name: ${name} }`)
        .join()}]\nassignments:\n${teams(11)
        .map((team, i) => `- { team: ${team}, ${namespaceData}, weight: ${i < 10 ? 9 : 10} }`)
        .join('\n')}`,
      'a.yaml:14:3: assignments[10] is one of 11 teams of namespace "data" in "production"; share it between at most 10 teams',
    ],
  ];

  for (const [what, text, ...problems] of refusals) {
    it(`one that ${what}`, async () => {
      expect(await listProblems(text)).to.deep.equal(problems);
    });
  }

  it('one with many errors, all of which are reported together', async () => {
    const lines = await listProblems(`departments: [{ name: a, owner: x }, { name: a }]
teams: [{ name: atlas, department: b, owner_email: x }, { nme: beta }]
assignments:
  - { team: beta, ${namespaceData}, weight: 200 }
  - { team: gamma, cluster: nowhere, entity_type: workload, entity: web }
  - { team: atlas, cluster: staging, entity_type: namespace, entity: shop, weight: 20 }
`);
    expect(lines.map((line) => /^a\.yaml:(\d+):\d+: .+; .+$/.exec(line)?.[1])).to.deep.equal([
      '1',
      '1',
      '2',
      '2',
      '2',
      '2',
      '4',
      '4',
      '5',
      '5',
      '5',
      '6',
    ]);
  });

  it('one with an ambiguous cluster: the id of one and the name of another', async () => {
    await estate.query(`insert into clusters (organization_id, name)
      values ('${estate.organizationId}', '${staging}')`);
    expect(
      await listProblems(
        assignmentFile(
          `  - { team: atlas, cluster: ${staging}, entity_type: namespace, entity: shop }`,
        ),
      ),
    ).to.deep.equal([
      `a.yaml:3:29: assignments[0] names the cluster "${staging}", which is the id of one and the name of another; refer to one by its name, or to the other by its id`,
    ]);
  });

  it('one that refers to another organization', async () => {
    await estate.query(`with other as (insert into organizations (name) values ('other') returning id)
      insert into clusters (organization_id, name) select id, 'theirs' from other`);
    expect(
      await listProblems(
        assignmentFile(
          '  - { team: atlas, cluster: theirs, entity_type: namespace, entity: shop }',
        ),
      ),
    ).to.deep.equal([
      'a.yaml:3:29: assignments[0] names the cluster "theirs", which the organization does not have; give the id or the name that /v1/clusters shows',
    ]);
  });
});
