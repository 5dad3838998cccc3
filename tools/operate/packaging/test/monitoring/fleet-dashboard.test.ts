import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import { costplane, type Running, start } from './support/costplane.ts';
import { type Answer, ask, createDatabase, type Database } from './support/database.ts';
import { type Panel, readDashboard, shownPanels, type Target } from './support/dashboards.ts';
import { readerScript, snapshotFile } from './support/paths.ts';

const dashboard = readDashboard('costplane-fleet.json');
const days = 1;
const password = `it's ${crypto.randomUUID()}`;

interface Organization {
  readonly id: string;
  readonly clusters: readonly string[];
}

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;

/** A query as Grafana sends it. */
function interpolate(text: string, { id, clusters }: Organization): string {
  const now = Date.now();
  const from = new Date(now - 30 * 86_400_000).toISOString();
  return text
    .replaceAll('${organization:sqlstring}', quoted(id))
    .replaceAll('${cluster:sqlstring}', clusters.map(quoted).join(','))
    .replaceAll('$__timeFrom()', quoted(from))
    .replaceAll('$__timeTo()', quoted(new Date(now).toISOString()));
}

/** A script as psql runs it, with `--set`. */
function withVariables(script: string, values: Readonly<Record<string, string>>): string {
  return script.replaceAll(/:(["'])(\w+)\1/g, (_, quote: string, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`the script asks for ${name}`);
    return `${quote}${value.replaceAll(quote, quote + quote)}${quote}`;
  });
}

describe('the dashboard "Fleet cost" with a filled warehouse', function () {
  this.timeout(300_000);
  let database: Database;
  let demo: Organization;
  let other: string;
  let reader: string | undefined;
  let readerUrl: string;

  before(async function () {
    if (process.env.COSTPLANE_TEST_WORKER_URLS) {
      Object.assign(this.test!, { skipReason: 'on Citus, a login reads no rows of workers' });
      this.skip();
    }
    database = await createDatabase();
    const environment = { DATABASE_URL: database.url };
    await costplane(['sample', 'load', '--days', String(days)], environment);
    await costplane(['org', 'create', 'other'], environment);
    const foreign = ['--org', 'other', '--cluster-name', 'theirs'];
    await costplane(['ingest', snapshotFile, ...foreign], environment);
    const { rows } = await ask(
      database.url,
      `select organization.id, name, array(select id::text from costplane.clusters
          where organization_id = organization.id) as clusters
        from costplane.organizations as organization order by name`,
    );
    expect(rows.map(({ name }) => String(name))).to.eql(['demo', 'other']);
    demo = rows[0] as Organization;
    other = rows[1].id;
    reader = `grafana_${database.name.slice(-12)}`;
    const script = readFileSync(readerScript, 'utf8');
    const values = { reader, password, organization: demo.id, DBNAME: database.name };
    await ask(database.url, withVariables(script, values));
    const url = new URL(database.url);
    Object.assign(url, { username: reader, password: encodeURIComponent(password) });
    readerUrl = url.href;
  });

  after(async () => {
    if (reader === undefined) return;
    await ask(database.url, `drop owned by ${reader}; drop role ${reader}`);
    await database.drop();
  });

  const asReader = (text: string) => ask(readerUrl, text);
  const asApi = (text: string) =>
    ask(database.url, text, `-c role=costplane_api -c costplane.organization_id=${demo.id}`);
  const firstTarget = ({ targets: [target] = [] }: Panel): Target & { rawSql: string } => {
    if (target?.rawSql === undefined) throw new Error('no query');
    return { ...target, rawSql: target.rawSql };
  };
  const queryPanel = (title: string): Promise<Answer> => {
    const panel = shownPanels(dashboard).find((one) => one.title === title);
    if (!panel) throw new Error(`there is no panel ${title}`);
    return asReader(interpolate(firstTarget(panel).rawSql, demo));
  };

  for (const panel of shownPanels(dashboard)) {
    it(`fills "${panel.title}"`, async () => {
      const { rawSql, format } = firstTarget(panel);
      const { columns, rows } = await asReader(interpolate(rawSql, demo));
      expect(rows.length).to.be.greaterThan(0);
      if (format === 'time_series') expect(columns).to.eql(['time', 'metric', 'value']);
      const shown = panel.options?.reduceOptions?.fields;
      if (shown)
        expect(columns.filter((name) => new RegExp(shown.slice(1, -1)).test(name))).to.have.length(
          1,
        );
      const named = (panel.fieldConfig?.overrides ?? []).map(({ matcher }) => matcher.options);
      expect(columns).to.include.members(named);
      for (const column of columns.filter((name) => name !== 'Namespace')) {
        const filled = rows.filter((row) => row[column] !== null && row[column] !== '');
        expect(filled.length, column).to.be.greaterThan(0);
      }
    });

    it(`fills "${panel.title}" also for the role of the service`, async () => {
      const text = interpolate(firstTarget(panel).rawSql, demo);
      const [own, api] = [await asReader(text), await asApi(text)];
      const stable = (answer: Answer) =>
        answer.rows.map(({ 'Last report': _, ...row }) => JSON.stringify(row));
      expect(stable(own)).to.eql(stable(api));
    });
  }

  it('offers the organization, its clusters and its currency', async () => {
    const offered = async (name: string) => {
      const variable = dashboard.templating.list.find((one) => one.name === name);
      return (await asReader(interpolate(variable?.query as string, demo))).rows;
    };
    expect(await offered('organization')).to.eql([{ __text: 'demo', __value: demo.id }]);
    const clusters = await offered('cluster');
    expect(clusters.map(({ __value }) => String(__value))).to.have.members([...demo.clusters]);
    expect(await offered('currency')).to.eql([{ currency: 'USD' }]);
  });

  it('has the same daily total by cluster and component, and by namespace and team', async () => {
    const perDay = async (title: string) => {
      const { rows } = await queryPanel(title);
      const sums = new Map<string, number>();
      for (const { time, value } of rows) {
        const day = (time as Date).toISOString().slice(0, 10);
        sums.set(day, (sums.get(day) ?? 0) + Number(value));
      }
      return sums;
    };
    const [byCluster, byKind] = [await perDay('By cluster'), await perDay('By component')];
    expect(byCluster.size).to.equal(days + 1);
    expect([...byKind.keys()]).to.eql([...byCluster.keys()]);
    for (const [day, sum] of byCluster) expect(byKind.get(day)).to.be.closeTo(sum, 1e-6);
    const [byNamespace, byTeam] = [await perDay('By namespace'), await perDay('By team')];
    for (const [day, sum] of byNamespace) expect(byTeam.get(day)).to.be.closeTo(sum, 1e-6);
  });

  it('shows the same numbers as the API', async () => {
    const environment = { DATABASE_URL: database.url, MANAGEMENT_PORT: '0' };
    const minted = ['key', 'create', '--org', 'demo', '--scope', 'all'];
    const { key } = await costplane<{ key: string }>(minted, environment);
    const service: Running = await start(['serve', '--port', '0'], environment);
    try {
      const response = await fetch(`${service.url}/v1/organization/dashboard?basis=all`, {
        headers: { Authorization: `Bearer ${key}` },
      });
      const { data } = (await response.json()) as { data: Figures };
      const formatMoney = ({ amount, currency }: Money) => `${amount} ${currency}`;
      const { rows: runRate } = await queryPanel('Run rate per hour');
      const { rows: month } = await queryPanel('Month to date');
      const { rows: savings } = await queryPanel('Open savings per hour');
      expect(runRate).to.eql([
        { run_rate: formatMoney(data.snapshot.cost.current_run_rate_hourly) },
      ]);
      expect(month).to.eql([{ month_to_date: formatMoney(data.month_to_date.billed_cost) }]);
      expect(savings).to.eql([{ savings: formatMoney(data.savings.current_hourly_potential) }]);
    } finally {
      await service.stop();
    }
  });

  it('shows its login one organization, whatever SQL it sends', async () => {
    const clusters = 'select count(*)::int as count from costplane.clusters';
    expect((await ask(database.url, clusters)).rows[0].count).to.equal(demo.clusters.length + 1);
    const settings = `set costplane.organization_id = '${other}'; ${clusters}`;
    expect((await asReader(settings)).rows[0].count).to.equal(demo.clusters.length);
    for (const [text, message] of [
      ['set role costplane_api', /permission denied/],
      ['select from costplane.api_keys', /permission denied/],
      ['select from costplane.settings', /permission denied/],
      ['begin read write; delete from costplane.clusters', /permission denied/],
    ] as const) {
      const outcome = await asReader(text).then(
        () => 'done',
        (error: unknown) => (error as Error).message,
      );
      expect(outcome, text).to.match(message);
    }
  });

  it('does not count a retired cluster as silent', async () => {
    const countSilent = async () => Number((await queryPanel('Silent clusters')).rows[0].silent);
    const before = await countSilent();
    const retired = ['cluster', 'retire', 'ml-training', '--org', 'demo'];
    await costplane(retired, { DATABASE_URL: database.url });
    expect(await countSilent()).to.equal(before - 1);
  });
});

interface Money {
  readonly amount: string;
  readonly currency: string;
}

interface Figures {
  readonly snapshot: { readonly cost: { readonly current_run_rate_hourly: Money } };
  readonly month_to_date: { readonly billed_cost: Money };
  readonly savings: { readonly current_hourly_potential: Money };
}
