import { expect } from 'chai';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { parse } from 'yaml';
import {
  cleanEnvironment,
  costplane,
  costplaneJson,
  serve,
  type Service,
} from './support/costplane.ts';
import { type Database } from './support/database.ts';
import { createDemoDatabase } from './support/demo-database.ts';
import { temporaryFolder } from './support/folder.ts';
import { costplaneCommand } from './support/paths.ts';

const resources = {
  clusters: 'run_rate_hourly',
  namespaces: 'run_rate_hourly',
  workloads: 'run_rate_hourly',
  nodes: 'run_rate_hourly',
  'node-groups': 'run_rate_hourly',
  recommendations: 'saving_hourly',
  teams: 'run_rate_hourly',
  departments: 'run_rate_hourly',
} as const;
interface ListRow {
  readonly id: string;
  readonly metadata: {
    readonly name: string;
    readonly namespace: string;
    readonly workload_kind: string;
    readonly cluster: { readonly name: string };
  };
  readonly cost: { readonly current_run_rate_hourly: { readonly amount: string } };
  readonly savings?: { readonly estimated_hourly: { readonly amount: string } };
}
interface CostRow {
  readonly totalCost: string;
  readonly clusterName: string;
  readonly [owner: string]: unknown;
}
interface Costs {
  readonly rows: readonly CostRow[];
  readonly summary: { readonly totalCost: string; readonly rowCount: number };
}

const names = Object.keys(resources) as (keyof typeof resources)[];

/** The lines of a CSV without quotes, by their headings. */
function parseCsv(text: string): Record<string, string>[] {
  const [heading = '', ...lines] = text.trim().split('\n');
  const fields = heading.split(',');
  return lines.map((line) => {
    const cells = line.split(',');
    return Object.fromEntries(fields.map((field, at) => [field, cells[at] ?? '']));
  });
}

/** An exact sum of amounts with four decimals. */
function addUp(amounts: readonly string[]): string {
  const sum = amounts.reduce((total, amount) => total + BigInt(amount.replace('.', '')), 0n);
  const digits = String(sum).padStart(5, '0');
  return `${digits.slice(0, -4)}.${digits.slice(-4)}`;
}

describe('costplane get and costplane cost', () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let database: Database;
  let service: Service;
  let environment: Record<string, string>;
  let demoKey: string;

  before(async () => {
    folder = await temporaryFolder();
    database = await createDemoDatabase();
    const home = { DATABASE_URL: database.url, COSTPLANE_HOME: join(folder.path, 'home') };
    const key = ['key', 'create', '--org', 'demo', '--scope', 'all', '--limit', '100000'];
    ({ key: demoKey } = await costplaneJson<{ key: string }>(key, home));
    await mkdir(home.COSTPLANE_HOME);
    await writeFile(join(home.COSTPLANE_HOME, 'demo-key'), demoKey);
    service = await serve(home);
    environment = { ...home, PORT: new URL(service.url).port };
  });
  after(async () => {
    await service.stop();
    await database.drop();
    await folder.remove();
  });

  const run = (...args: string[]) => costplane(args, environment);
  async function print(...args: string[]): Promise<string> {
    const { code, stdout, stderr } = await run(...args);
    expect(stderr, args.join(' ')).to.equal('');
    expect(code, args.join(' ')).to.equal(0);
    return stdout;
  }
  const printRows = async (...args: string[]) =>
    JSON.parse(await print(...args, '-o', 'json')) as ListRow[];
  const printCosts = async (...args: string[]) =>
    JSON.parse(await print(...args, '-o', 'json')) as Costs;
  async function ask<T>(path: string, body?: object): Promise<T> {
    const response = await fetch(`${service.url}${path}`, {
      headers: { Authorization: `Bearer ${demoKey}`, 'Content-Type': 'application/json' },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    });
    return ((await response.json()) as { data: T }).data;
  }

  for (const name of names) {
    const field = resources[name];

    it(`get ${name}: prints the data of the API in every format`, async () => {
      const [table, wide, csv, yaml, json] = await Promise.all([
        print('get', name),
        print('get', name, '-o', 'wide'),
        print('get', name, '-o', 'csv').then(parseCsv),
        print('get', name, '-o', 'yaml').then((text) => parse(text) as ListRow[]),
        printRows('get', name),
      ]);
      const data = await ask<ListRow[]>(`/v1/${name}${name === 'node-groups' ? '' : '?limit=500'}`);
      const ids = (rows: readonly { id?: string }[]) =>
        rows.map(({ id }) => id).slice(0, data.length);
      expect(ids(json)).to.have.members(ids(data));
      expect(ids(yaml)).to.have.members(ids(json));
      expect(ids(csv)).to.have.members(ids(json));

      const amount = ({ savings, cost }: ListRow) =>
        (savings?.estimated_hourly ?? cost.current_run_rate_hourly).amount;
      expect(amount(json[0]!)).to.match(/^\d+\.\d{4}$/);
      expect(csv.map((row) => row[field])).to.have.members(json.map(amount));
      expect(new Set(csv.map(({ currency }) => currency))).to.eql(new Set(['USD']));

      const [heading = '', ...lines] = table.trimEnd().split('\n');
      expect(lines).to.have.length(json.length + 1);
      expect(wide.split('\n')[0]!.length).to.be.above(heading.length);
      const ends = new Set(lines.map((line) => line.length));
      expect([...ends], 'amounts end in one column').to.eql([heading.length]);
      const hourly = lines.map((line) => line.split(/ +/).at(-2)!);
      expect(hourly.pop(), 'the total').to.equal(addUp(hourly));
    });
  }

  it('get: takes filters, clusters by name and a limit', async () => {
    const workloads = await printRows(
      ...'get workloads --cluster shop-production --kind Deployment --limit 3'.split(' '),
      ...'--namespace checkout orders'.split(' '),
    );
    expect(workloads).to.have.length(3);
    for (const { metadata } of workloads) {
      expect(metadata.cluster.name).to.equal('shop-production');
      expect(metadata.namespace).to.be.oneOf(['checkout', 'orders']);
      expect(metadata.workload_kind).to.equal('Deployment');
    }
    const table = await print('get', 'workloads', '--limit', '2');
    expect(table.trimEnd().split('\n'), 'no total of a part').to.have.length(3);
    const all = await printRows('get', 'clusters');
    expect(await print('get', 'clusters', '--limit', String(all.length))).to.include('\nTOTAL ');
    await database.sql(
      `insert into clusters (organization_id, name) select id, 'silent' from organizations`,
    );
    expect(await print('get', 'clusters')).to.include(
      '\nThe total does not include 1 row without a known amount.\n',
    );
    await database.sql(`delete from clusters where name = 'silent'`);
    const one = ['get', 'teams', '--limit', '1'];
    expect(await print(...one, '--json')).to.equal(await print(...one, '-o', 'json'));
    expect(await print('get', 'nodes', '--instance-type', 'none')).to.include('Nothing matches.');
  });

  it('cost: prints the rows and the total of the cost explorer', async () => {
    const days = { start_date: '2026-01-01', end_date: '2036-01-01' };
    const window = ['--from', days.start_date, '--to', days.end_date];
    const body = { ...days, group_by: 'namespace' };
    const { summary } = await ask<Costs>('/v1/cost-explorer/query', body);
    const json = await printCosts('cost', ...window);
    expect(json.rows).to.have.length(summary.rowCount);
    expect(Object.keys(json.summary)).to.eql(Object.keys(summary));
    const csv = parseCsv(await print('cost', '-o', 'csv', ...window));
    expect(csv.map(({ totalCost }) => totalCost)).to.eql(
      (await printCosts('cost', ...window)).rows.map(({ totalCost }) => totalCost),
    );
    const table = await print('cost', ...window, '--by', 'node', '--limit', '2');
    expect(table)
      .to.match(/^NODE +TYPE +CLUSTER +COST USD +SHARE/)
      .and.match(/\nTOTAL +\d+\.\d{4}/);
    expect(table).to.include('2026-01-01 to 2036-01-01, UTC; compute only. The total covers all');
  });

  for (const owner of ['cluster', 'team', 'department']) {
    it(`cost --by ${owner}: asks for each, most expensive first`, async () => {
      const { rows, summary } = await printCosts('cost', '--by', owner, '--last', '30d');
      const data = await ask<ListRow[]>(`/v1/${owner}s?limit=500`);
      const known = data.map(({ metadata }) => metadata.name);
      expect(rows.map((row) => row[owner])).to.have.members(known);
      const costs = rows.map(({ totalCost }) => Number(totalCost));
      expect(costs).to.eql([...costs].sort((one, two) => two - one));
      if (owner === 'cluster') {
        const sum = addUp(rows.map(({ totalCost }) => totalCost));
        expect(Number(sum)).to.be.closeTo(Number(summary.totalCost), 0.01);
      }
      const table = await print('cost', '--by', owner, '--limit', '1');
      expect(table)
        .to.match(new RegExp(`^${owner.toUpperCase()} +COST USD +SHARE`))
        .and.include(`The total covers all ${known.length} ${owner}s.`);
    });
  }

  it('cost --by team: has one row for teams of the same name', async () => {
    const twins = await database.sql<{
      id: string;
    }>(`insert into teams (organization_id, name, origin)
      select organization_id, name, case origin when 'k8s' then 'native' else 'k8s' end from teams
      returning id`);
    const { rows } = await printCosts('cost', '--by', 'team');
    await database.sql('delete from teams where id = any($1)', [twins.map(({ id }) => id)]);
    const teams = rows.map(({ team }) => team);
    expect(teams).not.to.be.empty;
    expect(teams).to.eql([...new Set(teams)]);
  });

  it('cost: names archived months, whose costs are unknown', async () => {
    await database.sql(`insert into archived_months (organization_id, month, location)
      select id, '2020-01-01', '/archive' from organizations`);
    const window = ['--from', '2020-01-01', '--to', '2020-01-31'];
    for (const by of ['namespace', 'team']) {
      expect(await print('cost', '--by', by, ...window))
        .to.include('\nNot included: archived months 2020-01.\n')
        .and.not.include('No costs.');
    }
    const { stderr } = await run('cost', ...window, '-o', 'csv');
    expect(stderr).to.equal('Not included: archived months 2020-01.\n');
    await database.sql('delete from archived_months');
  });

  it('cost: filters by cluster, and by one of namespace, team, department and label', async () => {
    const { rows } = await printCosts(
      ...'cost --by workload --cluster shop-production --team checkout'.split(' '),
    );
    expect(rows).not.to.be.empty;
    expect(new Set(rows.map(({ clusterName }) => clusterName))).to.eql(
      new Set(['shop-production']),
    );
    const { id } = (await printRows('get', 'clusters', '--limit', '1'))[0]!;
    const one = await printCosts('cost', '--by', 'cluster', '--cluster', id.toUpperCase());
    expect(one.rows).to.have.length(1);
    const labelled = await printCosts('cost', '--by', 'workload', '--label', 'team=checkout');
    expect(labelled.rows).not.to.be.empty;
    const two = await run('cost', '--team', 'checkout', '--namespace', 'checkout');
    expect([two.code, two.stderr]).to.eql([
      2,
      "costplane: option '--namespace <namespace...>' cannot be used with option '--team <team...>'; see --help\n",
    ]);
    const both = await run('cost', '--by', 'team', '--namespace', 'checkout');
    expect(both.stderr).to.equal('costplane: --by team cannot be combined with --namespace\n');
  });

  it('cost: groups by labels, and by several groupings', async () => {
    const { rows, summary } = await printCosts('cost', '--by', 'namespace,label:team');
    expect(rows).to.have.length(summary.rowCount);
    expect(rows[0]).to.include.all.keys('namespace', 'labels');
    const body = { group_by: 'label:team', label_inheritance: true };
    const asked = await ask<Costs>('/v1/cost-explorer/query', body);
    const inherited = await print('cost', '--by', 'label:team', '--label-inheritance', '-o', 'csv');
    expect(parseCsv(inherited).map((row) => [row['label:team'], row.totalCost])).to.eql(
      asked.rows.map(({ labels, totalCost }) => [
        (labels as { team: string | null }).team ?? '',
        totalCost,
      ]),
    );
    const table = await print('cost', '--by', 'controller-kind,annotation:none', '--limit', '1');
    expect(table).to.match(/^annotation:none +KIND +CLUSTER +COST USD/);
    for (const by of ['label:', 'nothing', 'team,namespace', '']) {
      const { code, stderr } = await run('cost', '--by', by);
      expect([code, stderr], by).to.satisfy(
        () => code === 2 && stderr.includes('Must be one of namespace, workload'),
      );
    }
  });

  it('prints repeatedly with --watch', async () => {
    const child = spawn(process.execPath, [costplaneCommand, 'get', 'teams', '--watch', '1'], {
      env: { ...cleanEnvironment(), ...environment },
    });
    let printed = '';
    for await (const part of child.stdout) {
      printed += String(part);
      if (printed.split('HOURLY').length > 3) break;
    }
    child.kill('SIGINT');
    await once(child, 'exit');
    expect(printed.match(/^NAME /gm)).to.have.length(3);
  });

  it('takes the URL and the key from options or the environment', async () => {
    const elsewhere = { COSTPLANE_HOME: folder.path };
    const args = ['get', 'clusters', '--limit', '1'];
    const given = await costplane([...args, '--url', service.url, '--key', demoKey], elsewhere);
    expect([given.code, given.stderr]).to.eql([0, '']);
    const named = { ...elsewhere, COSTPLANE_URL: `${service.url}/`, COSTPLANE_KEY: demoKey };
    expect((await costplane(args, named)).code).to.equal(0);
    const none = await costplane([...args, '--url', service.url], elsewhere);
    expect(none.code).to.equal(1);
    expect(none.stderr).to.include(`No key for ${service.url}; set COSTPLANE_KEY, pass --key`);
  });

  it('sends the demo key only to the local machine', async () => {
    const { code, stderr } = await run('get', 'teams', '--url', 'https://costs.example.com');
    expect(code).to.equal(1);
    expect(stderr).to.include('No key for https://costs.example.com');
  });

  it('explains how to fix a wrong service, key or cluster', async () => {
    const wrong = async (...args: string[]) => {
      const { code, stdout, stderr } = await run('get', 'nodes', ...args);
      expect([code, stdout]).to.eql([1, '']);
      return stderr.replaceAll(service.url, 'URL');
    };
    expect(await wrong('--key', 'cpk_wrong')).to.equal(
      'costplane: The key is not valid at URL; pass another with --key or COSTPLANE_KEY\n',
    );
    expect(await wrong('--url', 'http://127.0.0.1:9')).to.match(
      /^costplane: Cannot reach http:\/\/127\.0\.0\.1:9 \(.+\); start it \(npm start\), or choose another service with --url or COSTPLANE_URL\n$/,
    );
    expect(await wrong('--cluster', 'nope')).to.include(
      'There is no cluster "nope"; the key may read',
    );
    const page = createServer((_request, response) => response.end('<html>')).listen(0);
    await once(page, 'listening');
    const url = `http://127.0.0.1:${(page.address() as AddressInfo).port}`;
    expect(await wrong('--url', url, '--key', demoKey)).to.equal(
      `costplane: ${url} did not respond with JSON: it is not Costplane, or a proxy in front of it responds\n`,
    );
    page.close();
    expect(await wrong('--url', 'nonsense')).to.include('nonsense is not a URL');
    const { key } = await costplaneJson<{ key: string }>(
      ['key', 'create', '--org', 'demo', '--scope', 'clusters:read'],
      environment,
    );
    expect(await wrong('--key', key)).to.equal(
      'costplane: The key lacks the scope nodes:read; `costplane key create --scope` creates one that has it\n',
    );
  });
});
