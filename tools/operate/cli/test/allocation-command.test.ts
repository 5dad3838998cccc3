import { expect } from 'chai';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Estate, etl, old, openEstate, production, web } from './allocation-estate.ts';
import { begin, costplane, makeFolder, readyDocument, stop } from './costplane.ts';

const file = `departments: [{ name: Product }]
teams: [{ name: atlas, department: Product }, { name: '12', department: operations }]
assignments:
  - { team: atlas, cluster: production, entity_type: workload, entity: ${web}, weight: 60 }
  - { team: '12', cluster: production, entity_type: workload, entity: ${web}, weight: 40 }
`;

interface Team {
  metadata: { name: string; department?: { name: string } };
  assigned_workloads: number;
  cost: { current_run_rate_hourly: unknown };
}

describe('costplane allocation', () => {
  let estate: Estate;
  let folder: Awaited<ReturnType<typeof makeFolder>>;
  before(async () => {
    estate = await openEstate();
    folder = await makeFolder();
    await writeFile(join(folder.path, 'a.yaml'), file);
  });
  after(async () => {
    await estate.close();
    await folder.remove();
  });

  const environment = () => ({ env: { DATABASE_URL: estate.url }, folder: folder.path });
  const run = (args: string[], input?: string) =>
    costplane(['allocation', ...args, '--org', 'acme'], {
      ...environment(),
      ...(input === undefined ? {} : { input }),
    });

  it('apply --dry-run shows only the difference', async () => {
    const before = await estate.dump();
    const { code, stdout, stderr } = await run(['apply', 'a.yaml', '--dry-run']);
    expect({ code, stderr }).to.deep.equal({ code: 0, stderr: '' });
    expect(stdout.split('\n').slice(-3)).to.deep.equal([
      `+ assignment of workload shop/web (${web}) in production to atlas (weight 60 %)`,
      '5 to add, 0 to change, 0 to remove, 0 unchanged',
      '',
    ]);
    expect(await estate.dump()).to.deep.equal(before);
  });

  it('apply --json prints one document; team costs follow the weights', async () => {
    const { code, stderr, json } = await run(['apply', 'a.yaml', '--json']);
    expect({ code, stderr }).to.deep.equal({ code: 0, stderr: '' });
    const document = json() as { changes: Record<string, unknown>[] };
    expect(document).to.deep.include({
      applied: true,
      counts: { added: 5, changed: 0, removed: 0, unchanged: 0 },
    });
    expect(
      document.changes.map(({ action, kind }) => `${String(action)} ${String(kind)}`),
    ).to.deep.equal(['add department', 'add team', 'add team', 'add assignment', 'add assignment']);
    expect(document.changes[4]).to.deep.equal({
      action: 'add',
      kind: 'assignment',
      of: {
        team: 'atlas',
        team_origin: 'native',
        entity_type: 'workload',
        entity: web,

        cluster: { id: production, name: 'production' },
        entity_name: 'web',
        namespace: 'shop',
      },
      after: { weight: '60' },
    });
    const teams = (await get('/v1/teams')).data as Team[];
    // The workload costs 1 an hour; the namespace, which a label gives to platform, costs 3.
    expect(
      teams.map(({ metadata, assigned_workloads, cost }) => [
        metadata.name,
        metadata.department?.name,
        assigned_workloads,
        cost.current_run_rate_hourly,
      ]),
    ).to.deep.equal([
      ['platform', undefined, 1, { amount: '2.0000', currency: 'USD' }],
      ['atlas', 'Product', 1, { amount: '0.6000', currency: 'USD' }],
      ['12', 'operations', 1, { amount: '0.4000', currency: 'USD' }],
    ]);
  });

  async function get(path: string): Promise<{ data: unknown }> {
    const args = ['key', 'create', '--org', 'acme', '--scope', 'all', '--json'];
    const { key } = (await costplane(args, environment())).json() as { key: string };
    const service = begin(['serve', '--json'], environment());
    try {
      const { url } = await readyDocument(service);
      const answer = await fetch(`${url}${path}`, { headers: { authorization: `Bearer ${key}` } });
      return (await answer.json()) as { data: unknown };
    } finally {
      await stop(service);
    }
  }

  it('show prints a file that changes nothing', async () => {
    const { code, stdout, stderr } = await run(['show']);
    expect({ code, stderr }).to.deep.equal({ code: 0, stderr: '' });
    expect(stdout).to.match(/^departments:\n {2}- name: Product\n/);
    const again = await run(['apply', '-'], stdout);
    expect(again.stderr).to.equal('');
    expect(again.stdout).to.equal('0 added, 0 changed, 0 removed, 5 unchanged\n');
  });

  it('show writes weights with every digit, as YAML and as JSON', async () => {
    const digits = ['0.000000000001', '0.0000001', '33.333333333333', '66.666666566666'];
    const entries = digits.map(
      (weight, index) =>
        `  - { team: t${index}, cluster: production, entity_type: workload, entity: ${etl}, weight: ${weight} }`,
    );
    const names = digits.map((_, index) => `{ name: t${index} }`).join();
    await estate.apply(`departments: []\nteams: [${names}]\nassignments:\n${entries.join('\n')}`);
    const state = await estate.dump();
    for (const form of [[], ['--json']]) {
      const { stdout } = await run(['show', ...form]);
      for (const weight of digits) expect(stdout).to.match(new RegExp(`weight"?: ${weight}\\n`));
      const again = await run(['apply', '-'], stdout);
      expect([again.stderr, again.stdout]).to.deep.equal([
        '',
        '0 added, 0 changed, 0 removed, 8 unchanged\n',
      ]);
    }
    expect(await estate.dump()).to.deep.equal(state);
  });

  it('show names mirrored owners unambiguously, and omits deleted entities', async () => {
    const text = `departments: [{ name: operations }]
teams: [{ name: platform, department: operations, description: "two\\nlines" }]
assignments:
  - { team: platform, cluster: production, entity_type: workload, entity: ${etl}, weight: 33.333333333333 }
  - { team: 1f0bf6b6-6f1f-4d0b-9a4e-0f5f7e7f0001, cluster: production, entity_type: workload, entity: ${etl}, weight: 66.666666666667 }
`;
    await estate.apply(text);
    const { stdout } = await run(['show']);
    expect((await run(['apply', '-', '--dry-run'], stdout)).stdout).to.equal(
      '0 to add, 0 to change, 0 to remove, 4 unchanged\n',
    );
    await estate.query(`update team_assignments set entity_identifier = '${old}'
      where entity_type = 'workload'`);
    const left = await run(['show', '--json']);
    expect(left.stderr).to.equal(
      'Left out 2 assignments of deleted workloads and namespaces; applying this file removes them\n',
    );
    expect(left.json()).to.deep.include({ assignments: [] });
  });

  it('rejects a file with one line per problem, and an unknown organization or file', async () => {
    const before = await estate.dump();
    const bad = await run(['apply', '-', '--json'], `${file}${file}`);
    expect(bad.stderr.split('\n')).to.have.length(4);
    for (const line of bad.stderr.trim().split('\n')) {
      expect(line).to.match(
        /^costplane: standard input:\d+:1: "\w+" is defined twice, first on line \d; keep one of them$/,
      );
    }
    expect({ code: bad.code, stdout: bad.stdout }).to.deep.equal({ code: 1, stdout: '' });
    const noFile = await run(['apply', 'none.yaml']);
    expect(noFile.stderr).to.equal('costplane: none.yaml: does not exist; choose another file\n');
    expect(noFile.code).to.equal(1);
    const noOrg = await costplane(['allocation', 'apply', 'a.yaml', '--org', 'x'], environment());
    expect(noOrg.stderr).to.match(/^costplane: There is no organization "x"; [^\n]+\n$/);
    expect(noOrg.code).to.equal(1);
    expect((await costplane(['allocation', 'apply', 'a.yaml'], environment())).code).to.equal(2);
    expect(await estate.dump()).to.deep.equal(before);
  });
});
