import { Client as McpClient, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { expect } from 'chai';
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { type Client } from './support/client.ts';
import { costplaneJson } from './support/costplane.ts';
import { createDemoDatabase } from './support/demo-database.ts';
import { type ServedPlugins, serveWith } from './support/editions/serve-with.ts';
import { pluginsOfEdition } from './support/editions/write-config.ts';
import { listOperations } from './support/operations.ts';
import { repository } from './support/paths.ts';
import { skip } from './support/skip.ts';
import { createKey } from './support/tenants.ts';

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- answers of any tool
type Answer = Readonly<Record<string, any>>;

const inspector = process.env.COSTPLANE_TEST_MCP_INSPECTOR ?? 'mcp-inspector';
const dayMs = 86_400_000;
const daysAgo = (days: number) => new Date(Date.now() - days * dayMs).toISOString().slice(0, 10);

/** Ten-thousandths of the currency. */
const units = (amount: string) => BigInt(amount.replace('.', ''));
const sum = (rows: readonly Answer[], name: string) =>
  rows.reduce((total, row) => total + units(row[name] as string), 0n);

/** An agent over the demo fleet: the whole product, and MCP beside it. */
describe('MCP over the demo fleet', () => {
  let served: ServedPlugins;
  let http: Client;
  let key: string;
  const open: McpClient[] = [];

  before(async function () {
    this.timeout(Math.max(this.timeout(), 300_000));
    const database = await createDemoDatabase();
    await database.sql('update clusters set last_seen_at = $1', [new Date(Date.now() - 3_600_000)]);
    served = await serveWith(await pluginsOfEdition('enterprise'), database);
    http = served.client;
    key = await createKey(served.environment, 'demo');
  });
  after(async () => {
    for (const client of open) await client.close();
    await served.stop();
  });

  async function connect(as = key): Promise<McpClient> {
    const client = new McpClient(
      { name: 'e2e', version: '1.0.0' },
      { versionNegotiation: { mode: 'auto' } },
    );
    const requestInit = { headers: { Authorization: `Bearer ${as}` } };
    const url = new URL(`${served.service.url}/mcp`);
    await client.connect(new StreamableHTTPClientTransport(url, { requestInit }));
    open.push(client);
    return client;
  }

  async function call(client: McpClient, name: string, given: Answer = {}): Promise<Answer> {
    const { content, isError } = (await client.callTool({ name, arguments: given })) as Answer;
    expect(isError, JSON.stringify(content)).to.not.equal(true);
    return JSON.parse(content[0].text as string) as Answer;
  }

  const mintKey = async (...options: string[]) => {
    const command = ['key', 'create', '--org', 'demo', ...options];
    return (await costplaneJson<{ key: string }>(command, served.environment)).key;
  };

  const explore = async (body: object) =>
    (await http.post('/v1/cost-explorer/query', body, key)).body.data as Answer;

  it('has a tool for each operation of the contract that needs a key and answers JSON', async () => {
    const { tools } = await (await connect()).listTools();
    const names = tools.map(({ name }) => name);
    expect(names.slice(0, 3)).to.eql(['explain_cost_change', 'find_waste', 'compare_teams']);
    const operations = listOperations(http)
      .filter(({ scope, answersData }) => scope !== undefined && answersData)
      .map(({ operationId }) => operationId);
    expect(operations).to.have.length.above(25);
    expect(names.slice(3)).to.have.members(operations);
    for (const tool of tools) {
      expect(tool.annotations).to.include({ readOnlyHint: true, openWorldHint: false });
      expect(JSON.stringify(tool.inputSchema)).to.not.contain('$ref');
    }
  });

  it('finds the namespace with the largest increase this week in three calls', async () => {
    const client = await connect();
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).to.include('explain_cost_change');
    const { risen, windows } = await call(client, 'explain_cost_change');
    expect(windows).to.eql({
      current: { start_date: daysAgo(7), end_date: daysAgo(1) },
      previous: { start_date: daysAgo(14), end_date: daysAgo(8) },
    });
    const question = { group_by: 'namespace', view_mode: 'grouped', per_page: 500 };
    const [after, before] = await Promise.all([
      explore({ ...question, ...windows.current }),
      explore({ ...question, ...windows.previous }),
    ]);
    const costs = new Map<string, bigint>();
    for (const row of after.rows as Answer[]) costs.set(row.namespace, units(row.totalCost));
    for (const row of before.rows as Answer[]) {
      costs.set(row.namespace, (costs.get(row.namespace) ?? 0n) - units(row.totalCost));
    }
    const most = [...costs].reduce((one, other) => (other[1] > one[1] ? other : one));
    expect([risen[0].namespace, units(risen[0].change)]).to.eql(most);
  });

  it('answers the example of the README in the form that it shows', async () => {
    const readme = await readFile(join(repository, 'plugins/mcp/README.md'), 'utf8');
    const blocks = [...readme.matchAll(/```json\n([^`]+)```/g)];
    const [request, shown] = blocks.map(([, text = '']) => JSON.parse(text) as Answer);
    const found = await call(
      await connect(),
      request!.name as string,
      request!.arguments as Answer,
    );
    const form = (node: unknown): unknown => {
      if (Array.isArray(node)) return node.slice(0, 1).map(form);
      if (typeof node !== 'object' || node === null) return 'value';
      return Object.fromEntries(Object.entries(node).map(([name, value]) => [name, form(value)]));
    };
    expect(form(found)).to.eql(form(shown));
  });

  it('explains a change completely: the listed parts and the rest add up to the total change', async () => {
    const client = await connect();
    for (const given of [
      { limit: 2 },
      { group_by: 'workload', limit: 3, basis: 'all' },
      { group_by: 'node', cost_mode: 'workload_only' },
      { group_by: 'label:app', limit: 1 },
      { previous_start_date: daysAgo(20), previous_end_date: daysAgo(18), end_date: daysAgo(2) },
    ]) {
      const { windows, ...found } = await call(client, 'explain_cost_change', given);
      const { group_by = 'namespace', cost_mode, basis } = given as Answer;
      const question = { group_by, cost_mode, basis, view_mode: 'grouped' };
      const [after, before] = await Promise.all([
        explore({ ...question, ...windows.current }),
        explore({ ...question, ...windows.previous }),
      ]);
      expect(found.total.current).to.equal(after.summary.totalCost);
      expect(found.total.previous).to.equal(before.summary.totalCost);
      expect(found.unallocated.current).to.equal(after.summary.unallocatedCost);
      const shown = sum(found.risen, 'change') + sum(found.fallen, 'change');
      expect(shown + units(found.others.change)).to.equal(units(found.total.change));
      expect(found).to.not.have.property('note');
    }
  });

  it('finds the same waste as the API', async () => {
    const client = await connect();
    const found = await call(client, 'find_waste', { limit: 5 });
    const { summary, rows } = await explore({
      ...found.window,
      group_by: 'workload',
      view_mode: 'detail',
      per_page: 500,
    });
    const byNode = await explore({ ...found.window, group_by: 'node', view_mode: 'grouped' });
    expect(found.idle_cost).to.equal(byNode.summary.idleCost);
    expect(found.total_cost).to.equal(summary.totalCost);
    expect(found.over_requested).to.have.lengthOf(5);
    const [worst] = found.over_requested as [Answer];
    const row = (rows as Answer[]).find(
      ({ clusterId, workloadUid }) =>
        clusterId === worst.clusterId && workloadUid === worst.workloadUid,
    )!;
    expect(worst).to.deep.include(row);
    expect(
      units(worst.unused_cost) > 0n && units(worst.unused_cost) < units(row.totalCost),
    ).to.equal(true);
    const { body } = await http.get('/v1/recommendations?status=pending&limit=5', key);
    const ids = (rows: Answer[]) => rows.map(({ id }) => id as string);
    expect(ids(found.recommendations as Answer[])).to.eql(ids(body.data as Answer[]));
    const clusters = (await http.get('/v1/clusters', key)).body.data as Answer[];
    const silent = clusters.filter(({ metadata }) => metadata.is_stale as boolean);
    expect(silent).to.have.length(clusters.length);
    expect(ids(found.silent_clusters as Answer[])).to.eql(ids(silent.slice(0, 5)));
    expect(found.silent_cluster_count).to.equal(silent.length);
    const one = silent[0]!.id as string;
    const ofOne = await call(client, 'find_waste', { cluster_ids: [one.toUpperCase()] });
    expect(ids(ofOne.silent_clusters as Answer[])).to.eql([one]);
    const ofNone = await call(client, 'find_waste', { cluster_ids: [] });
    expect(ofNone).to.deep.include({ total_cost: '0.0000', silent_clusters: [] });
  });

  it('compares teams with the numbers of the explorer', async () => {
    const client = await connect();
    const { teams, total, window } = await call(client, 'compare_teams', { limit: 3 });
    expect(teams).to.have.lengthOf(3);
    expect(total.current).to.equal((await explore(window)).summary.totalCost);
    for (const { team, current, previous } of teams as Answer[]) {
      const workload = [{ field: 'team', operator: 'in', values: [team] }];
      const { summary } = await explore({
        ...window,
        group_by: 'namespace',
        filter_expression: { workload },
      });
      expect([current, previous ?? undefined]).to.eql([
        summary.totalCost,
        summary.previousPeriodCost,
      ]);
    }
    const [{ team }] = teams as [Answer];
    const named = await call(client, 'compare_teams', { teams: [team], ...window });
    expect(named.teams).to.eql([teams[0]]);
  });

  it('compares the most expensive teams of the chosen clusters', async () => {
    const client = await connect();
    const clusters = (await http.get('/v1/clusters', key)).body.data as Answer[];
    for (const { id } of clusters) {
      const chosen = { cluster_ids: [id], basis: 'all' };
      const { teams, window } = await call(client, 'compare_teams', { ...chosen, limit: 2 });
      const question = { ...chosen, ...window, group_by: 'owner:team', view_mode: 'grouped' };
      const rows = (await explore(question)).rows as Answer[];
      const costs = new Map<string, bigint>();
      for (const { team = '', totalCost } of rows) {
        for (const name of (team as string).split(', ').filter(Boolean)) {
          costs.set(name, (costs.get(name) ?? 0n) + units(totalCost));
        }
      }
      const highest = [...costs].sort(([, one], [, other]) => (one < other ? 1 : -1)).slice(0, 2);
      expect((teams as Answer[]).map(({ team, current }) => [team, units(current)])).to.eql(
        highest,
      );
    }
  });

  it('names archived months, and does not compare with them', async () => {
    const client = await connect();
    const archived = daysAgo(31).slice(0, 7);
    const [year = 0, month = 0] = archived.split('-').map(Number);
    const [last, first] = [0, 1].map((day) =>
      new Date(Date.UTC(year, month, day)).toISOString().slice(0, 10),
    );
    await served.database.sql(
      `insert into archived_months (organization_id, month, location)
        select id, $1, '/archive' from organizations`,
      [`${archived}-01`],
    );
    const whole = { start_date: first, end_date: first };
    for (const previous of [last, first]) {
      const given = { ...whole, previous_start_date: last, previous_end_date: previous };
      const found = await call(client, 'explain_cost_change', given);
      expect(found).to.deep.include({ archived_months: [archived], risen: [], fallen: [] });
      expect(found.total).to.include({ previous: null, change: null, change_percent: null });
    }
    const partial = { start_date: last, end_date: first };
    for (const name of ['find_waste', 'compare_teams']) {
      expect(await call(client, name, partial), name).to.deep.include({
        archived_months: [archived],
      });
    }
    const { teams, archived_months: none } = await call(client, 'compare_teams', whole);
    expect([teams[0].previous, none]).to.eql([null, undefined]);
    await served.database.sql('delete from archived_months');
  });

  it('offers the tools that the scopes of the key allow, for the clusters that it may read', async () => {
    const clusters = (await http.get('/v1/clusters', key)).body.data as Answer[];
    const { id } = clusters[0]!;
    const scopes = ['--scope', 'clusters:read', 'cost_explorer:read'];
    const client = await connect(await mintKey(...scopes, '--cluster', id));
    const { tools } = await client.listTools();
    const names = tools.map(({ name }) => name);
    expect(names).to.include.members(['explain_cost_change', 'listClusters', 'queryCostExplorer']);
    expect(names).to.not.include.members(['find_waste', 'listTeams']);
    const { data } = await call(client, 'listClusters');
    expect((data as Answer[]).map((one) => one.id as string)).to.eql([id]);
    const { total, windows } = await call(client, 'explain_cost_change');
    const own = await explore({ ...windows.current, group_by: 'namespace', cluster_ids: [id] });
    expect(total.current).to.equal(own.summary.totalCost);
  });

  it('pages through a list to its end by the hints', async () => {
    const client = await connect();
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const result = (await client.callTool({
        name: 'listWorkloads',
        arguments: { limit: 20, ...(cursor && { cursor }) },
      })) as Answer;
      const { data, meta } = JSON.parse(result.content[0].text as string) as Answer;
      seen.push(...(data as Answer[]).map(({ id }) => id as string));
      cursor = meta.pagination.next_cursor as string | undefined;
      expect(result.content).to.have.lengthOf(cursor === undefined ? 1 : 2);
    } while (cursor !== undefined);
    const { body } = await http.get('/v1/workloads?limit=500&include_total=true', key);
    expect(seen).to.have.lengthOf(body.meta.pagination.total_count);
  });

  it('counts each request of a composed tool', async () => {
    const scarce = await mintKey('--scope', 'all', '--limit', '6');
    const client = await connect(scarce);
    await call(client, 'find_waste');
    const { content } = (await client.callTool({ name: 'find_waste' })) as Answer;
    expect(content[1].text).to.match(/^Try again in \d+ seconds\.$/);
    const refused = await client.listTools().catch((error: unknown) => error);
    expect(refused).to.be.an('error');
    expect((await http.get('/v1/clusters', scarce)).status).to.equal(429);
  });

  it('refuses arguments that a composed tool does not take', async () => {
    const client = await connect();
    for (const [given, message] of [
      [{ colour: 'red' }, 'colour is not an argument of explain_cost_change.'],
      [{ start_date: 'monday' }, 'start_date must be a day, YYYY-MM-DD.'],
      [{ limit: 0 }, 'limit must be an integer from 1 to 50.'],
      [{ group_by: 'colour' }, 'group_by'],
      [{ group_by: ['namespace', 'time:day'] }, 'group_by must not contain time:day'],
      [{ start_date: '2026-02-01', end_date: '2026-01-01' }, 'date'],
    ] as const) {
      const result = (await client.callTool({
        name: 'explain_cost_change',
        arguments: given,
      })) as Answer;
      expect(result.isError).to.equal(true);
      expect(JSON.parse(result.content[0].text as string).error.message).to.contain(message);
    }
  });

  describe('with the CLI of MCP Inspector', () => {
    before(async function () {
      const found = await runInspector('--help').catch(() => undefined);
      if (found === undefined) {
        skip(this, 'there is no MCP Inspector: name its program in COSTPLANE_TEST_MCP_INSPECTOR');
      }
    });

    async function runInspector(...args: readonly string[]): Promise<string> {
      // It needs a newer Node.js than some systems have.
      const PATH = [dirname(process.execPath), process.env.PATH].join(delimiter);
      const options = { env: { ...process.env, PATH }, maxBuffer: 64 * 1024 * 1024 };
      return (await promisify(execFile)(inspector, ['--cli', ...args], options)).stdout;
    }

    const ask = async (method: string, ...args: readonly string[]) => {
      const header = `Authorization: Bearer ${key}`;
      const server = [`${served.service.url}/mcp`, '--transport', 'http', '--header', header];
      return JSON.parse(await runInspector(...server, '--method', method, ...args)) as Answer;
    };

    it('lists the tools, whose schemas every client can read', async () => {
      const { tools } = await (await connect()).listTools();
      const listed = await ask('tools/list', '--strict');
      expect(listed.tools.map(({ name }: Answer) => name as string)).to.eql(
        tools.map(({ name }) => name),
      );
    });

    it('calls a tool with arguments', async () => {
      const given = ['group_by=namespace', 'limit=2'].flatMap((arg) => ['--tool-arg', arg]);
      const { content } = await ask('tools/call', '--tool-name', 'explain_cost_change', ...given);
      const expected = await call(await connect(), 'explain_cost_change', {
        group_by: 'namespace',
        limit: 2,
      });
      expect(JSON.parse(content[0].text as string)).to.eql(expected);
    });
  });
});
