import { expect } from 'chai';
import {
  archiveLastMonth,
  readAmounts,
  type Console,
  openConsole,
  settled,
} from '../support/console/console.ts';
import { costplaneJson } from '../support/costplane.ts';

interface Money {
  readonly amount: string;
}

interface Cluster {
  readonly id: string;
  readonly metadata: { readonly name: string };
  readonly capacity: {
    readonly cpu: { readonly allocatable_cores: number };
    readonly memory: { readonly allocatable_bytes: number };
  };
  readonly utilization: {
    readonly cpu: { readonly requested_cores: number; readonly used_cores?: number };
    readonly memory: { readonly requested_bytes: number; readonly used_bytes?: number };
  };
  readonly cost: {
    readonly current_run_rate_hourly: Money;
    readonly unallocated: Money;
    readonly components: Readonly<Record<string, Money>>;
  };
}

interface Node {
  readonly id: string;
  readonly metadata: { readonly name: string; readonly is_spot: boolean };
  readonly cost: {
    readonly current_run_rate_hourly: Money;
    readonly on_demand_equivalent_hourly: Money;
    readonly unallocated: Money;
    readonly pricing_source: string;
  };
}

interface List<Row> {
  readonly data: readonly Row[];
}

describe('console: clusters and nodes', () => {
  let console: Console;
  let clusters: readonly Cluster[];
  let production: Cluster;

  before(async function () {
    console = await openConsole(this);
    clusters = (await console.ask<List<Cluster>>('/v1/clusters')).data;
    production = called('shop-production');
  });
  after(() => console.close());

  const called = (name: string): Cluster => {
    const found = clusters.find(({ metadata }) => metadata.name === name);
    if (!found) throw new Error(`no cluster ${name}`);
    return found;
  };

  const open = async (view: string, options = {}) => {
    const visit = await console.open(view, options);
    await visit.page.getByRole('table').first().waitFor();
    await settled(visit.page);
    return visit;
  };

  it('lists the clusters with the numbers of the API, in one request', async () => {
    const { page, requests, complaints, close } = await open('/clusters');
    expect(await readAmounts(page, 'Clusters')).to.eql(
      clusters.flatMap(({ cost }) => [
        cost.current_run_rate_hourly.amount,
        cost.unallocated.amount,
      ]),
    );
    for (const { metadata, capacity, utilization } of clusters) {
      const row = page.getByRole('row').filter({ hasText: metadata.name });
      const { cpu, memory } = utilization;
      expect(await row.locator('.meters .number').allTextContents()).to.include.ordered.members([
        percentText(cpu.requested_cores, capacity.cpu.allocatable_cores),
        percentText(cpu.used_cores, cpu.requested_cores),
        percentText(memory.requested_bytes, capacity.memory.allocatable_bytes),
        percentText(memory.used_bytes, memory.requested_bytes),
      ]);
    }
    expect(requests).to.have.length(1);
    expect(complaints).to.eql([]);

    const [first] = clusters;
    const rate = first?.cost.current_run_rate_hourly.amount;
    expect(await page.evaluate(copyFirstAmounts)).to.equal(
      [rate, first?.cost.unallocated.amount].join('\t'),
    );
    expect(await page.evaluate(copyFirstAmount)).to.equal(rate);
    await close();
  });

  it('marks stale clusters and values that are not measured', async () => {
    const { page, close } = await open('/clusters');
    const stale = page.getByRole('row').filter({ hasText: 'ml-training' });
    expect(await stale.innerText()).to.match(/stale: last report .+ ago/);
    const unmeasured = page.getByRole('row').filter({ hasText: 'research-onprem' });
    expect(await unmeasured.innerText()).to.contain('unknown');
    await close();
  });

  it('filters by a chip with only the keyboard, and keeps the filter in the URL', async () => {
    const { page, requests, close } = await open('/clusters');
    const chip = page.getByRole('group', { name: 'Filters' }).getByText('Provider');
    await chip.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('checkbox', { name: 'AWS' }).waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    await page.keyboard.press('Escape');
    await page.getByText('AWS or GCP').waitFor();
    await settled(page);
    expect(await page.evaluate('document.activeElement.tagName')).to.equal('SUMMARY');
    expect(new URL(page.url()).hash).to.contain('provider=aws%2Cgcp');
    expect(requests.at(-1)).to.contain('provider=aws&provider=gcp');
    const { data } = await console.ask<List<Cluster>>('/v1/clusters?provider=aws,gcp');
    expect(await page.locator('tbody tr').count()).to.equal(data.length);

    await page.getByRole('button', { name: 'Remove the filter Provider' }).click();
    await settled(page);
    expect(await page.locator('tbody tr').count()).to.equal(clusters.length);
    await close();
  });

  it('suggests to remove a filter if nothing matches', async () => {
    const { page, close } = await console.open('/clusters?region=nowhere');
    await page.getByText('No cluster matches. Remove a filter.').waitFor();
    await close();
  });

  it('shows the cost and utilization of a cluster like the API', async () => {
    const { page, requests, complaints, close } = await open(`/clusters/${production.id}?range=7d`);
    const { cost, capacity, utilization } = production;
    const components = await readAmounts(page, 'Run rate by component');
    expect(components).to.eql([
      ...['compute.cpu', 'compute.ram', 'compute.gpu'].flatMap(
        (name) => cost.components[name]?.amount ?? [],
      ),
      cost.current_run_rate_hourly.amount,
      cost.unallocated.amount,
    ]);
    const full = page.getByRole('region', { name: 'Capacity', exact: true });
    expect(await full.innerText())
      .to.contain(percentText(utilization.cpu.requested_cores, capacity.cpu.allocatable_cores))
      .and.contain(percentText(utilization.cpu.used_cores, utilization.cpu.requested_cores));

    const end = Math.floor(Date.now() / 86_400_000 + 1) * 86_400;
    const trend = await console.ask<{ data: { points: { total_cost: Money }[] } }>(
      `/v1/clusters/${production.id}/cost-trend?start=${end - 7 * 86_400}&end=${end}&type=breakdown&granularity=daily`,
    );
    const days = page.getByRole('region', { name: 'Cost per day', exact: true });
    await days.getByText('Show as a table').click();
    const totals = await days.locator('tbody tr td:last-child').allTextContents();
    expect(totals.map((text) => text.replaceAll(',', ''))).to.eql(
      trend.data.points.map(({ total_cost }) => Number(total_cost.amount).toFixed(2)),
    );
    expect(await days.locator('tbody tr').last().innerText()).to.contain(', until now');
    expect(await days.getByRole('link', { name: /, until now:/ }).count()).to.equal(1);
    expect(requests).to.have.length.within(3, 12);
    expect(complaints).to.eql([]);

    await days.getByRole('link', { name: 'Explore' }).click();
    await page.getByRole('heading', { level: 1, name: 'Explore' }).waitFor();
    await settled(page);
    const explored = await console.ask<{ data: { rows: { totalCost: string }[] } }>(
      '/v1/cost-explorer/query',
      { group_by: 'namespace', cluster_ids: [production.id], start_date: daysAgo(6) },
    );
    const table = page.getByRole('table').last();
    expect(await table.locator('tbody tr').count()).to.equal(explored.data.rows.length);
    await close();
  });

  it('says why days of a chart are hatched: data is missing, or archived', async () => {
    const { page, close } = await open(`/clusters/${production.id}?range=7d`);
    await page.route('**/cost-trend?*', async (route) => {
      const response = await route.fetch();
      const { data } = (await response.json()) as { data: { points: unknown[] } };
      await route.fulfill({
        response,
        json: { data: { ...data, points: data.points.toSpliced(2, 1) } },
      });
    });
    await page.getByLabel('Basis').selectOption('all');
    await page.getByText('Hatched: no data.', { exact: true }).waitFor();
    await close();

    const archive = await archiveLastMonth(console);
    const view = `/clusters/${production.id}?from=${archive.from}`;
    const archived = await open(`${view}&to=${archive.today}`);
    await archived.page.getByText(/^Hatched: \w+ 20\d\d is archived and not included\.$/).waitFor();
    expect(await archived.page.getByRole('link', { name: /: archived$/ }).count()).to.be.above(27);
    await archived.close();
    const nothing = await open(`${view}&to=${archive.to}`);
    await nothing.page.getByText(/There is no other data for these days: .* archived/).waitFor();
    await nothing.close();
    await archive.restore();
  });

  it('lists the nodes of a URL with their prices and the price sources', async () => {
    const { page, close } = await open(`/clusters/${production.id}?tab=nodes&capacity_type=spot`);
    const { data } = await console.ask<List<Node>>(
      `/v1/clusters/${production.id}/nodes?capacity_type=spot`,
    );
    expect(await readAmounts(page, 'Nodes')).to.eql(
      data.flatMap(({ cost }) => [
        cost.current_run_rate_hourly.amount,
        cost.on_demand_equivalent_hourly.amount,
        cost.unallocated.amount,
      ]),
    );
    const [first] = data;
    const row = page.getByRole('row').filter({ hasText: first?.metadata.name ?? '' });
    expect(await row.innerText())
      .to.contain('spot')
      .and.contain(first?.cost.pricing_source.replace('_', ' '));
    await close();
  });

  it('goes from node groups to their nodes', async () => {
    const { page, close } = await open(`/clusters/${production.id}?tab=groups`);
    const link = page.locator('tbody a').first();
    const group = await link.innerText();
    await link.click();
    await page.getByRole('table', { name: /^Nodes by price/ }).waitFor();
    await settled(page);
    const { data } = await console.ask<List<Node>>(
      `/v1/clusters/${production.id}/nodes?node_group=${group}`,
    );
    expect(await page.locator('tbody tr').count()).to.equal(data.length);
    await close();
  });

  it('shows a node with its price and its workloads', async () => {
    const { data } = await console.ask<List<Node>>(`/v1/clusters/${production.id}/nodes?limit=1`);
    const [{ id, metadata, cost }] = data as [Node];
    const { page, complaints, close } = await open(
      `/clusters/${production.id}/nodes/${id}?range=7d`,
    );
    expect(await page.getByRole('heading', { level: 1 }).innerText()).to.equal(metadata.name);
    expect(await readAmounts(page, 'Price')).to.include.members([
      cost.current_run_rate_hourly.amount,
      cost.on_demand_equivalent_hourly.amount,
      cost.unallocated.amount,
    ]);
    const explored = await console.ask<{
      data: { rows: { totalCost: string }[]; summary: { totalCost: string } };
    }>('/v1/cost-explorer/query', {
      filter_expression: { node: [{ field: 'uid', operator: 'in', values: [id] }] },
      start_date: daysAgo(6),
      per_page: 10,
    });
    expect(await readAmounts(page, 'Workloads on this node')).to.eql(
      [...explored.data.rows, explored.data.summary].map(({ totalCost }) => totalCost),
    );
    await page.getByRole('link', { name: /shop-production/ }).click();
    await page.getByRole('heading', { name: 'shop-production' }).waitFor();
    expect(complaints).to.eql([]);
    await close();
  });

  it('shows a cluster that has not reported yet without numbers', async () => {
    const { cluster_id } = await costplaneJson<{ cluster_id: string }>(
      ['agent-token', 'create', '--org', 'demo', '--cluster-name', 'newcomer'],
      { DATABASE_URL: console.database.url },
    );
    const { page, complaints, close } = await console.open(`/clusters/${cluster_id}`);
    await page.getByRole('heading', { level: 1, name: 'newcomer' }).waitFor();
    await settled(page);
    const pending = page.getByRole('note').filter({ hasText: 'pending' });
    await pending.focus();
    await page
      .locator('.mark-tip')
      .getByText('The cluster is registered but has not reported yet.')
      .waitFor();
    const capacity = page.getByRole('region', { name: 'Capacity', exact: true });
    expect(await capacity.innerText()).to.contain('The cluster has not reported yet.');
    expect(await page.locator('data').count()).to.equal(0);
    expect(complaints).to.eql([]);
    await close();
  });

  it('names the missing scope in a section', async () => {
    const key = await console.createKey('clusters:read');
    const { page, requests, close } = await console.open(`/clusters/${production.id}?tab=nodes`, {
      key,
    });
    const nodes = page.getByRole('region', { name: 'Nodes', exact: true });
    await nodes.getByText('nodes:read').waitFor();
    expect(requests.filter((path) => path.includes('/nodes'))).to.eql([]);
    await close();
  });

  it('has no accessibility violations in either theme', async () => {
    const { data } = await console.ask<List<Node>>(`/v1/clusters/${production.id}/nodes?limit=1`);
    const sections = ['', '?tab=nodes', '?tab=groups', '?tab=namespaces', `/nodes/${data[0]?.id}`];
    for (const view of ['/clusters', ...sections.map(cluster)]) {
      const { page, checkAccessibility, close } = await open(view);
      if (view === '/clusters') await page.getByText('Region').click();
      expect(await checkAccessibility(), view).to.eql([]);
      await close();
    }
  });
  const cluster = (search: string) => `/clusters/${production.id}${search}`;

  it('fits a phone screen', async () => {
    for (const view of ['/clusters', cluster(''), cluster('?tab=nodes')]) {
      const { page, close } = await open(view, { viewport: { width: 390, height: 800 } });
      const overflow = await page.evaluate(
        'document.documentElement.scrollWidth - document.documentElement.clientWidth',
      );
      expect(overflow, view).to.equal(0);
      await close();
    }
  });
});

/** Runs in the page: makes a selection and copies it. */
const copy = (select: string) => `(() => {
  ${select}
  const event = new ClipboardEvent('copy', { clipboardData: new DataTransfer(), bubbles: true });
  document.dispatchEvent(event);
  return event.clipboardData.getData('text/plain');
})()`;
/** Two amounts of a row, which are in neighboring cells. */
const copyFirstAmounts = copy(`
  const [first, second] = document.querySelectorAll('tbody td:has(data)');
  getSelection().setBaseAndExtent(first, 0, second, second.childNodes.length);
`);
/** The text of one amount. */
const copyFirstAmount = copy(`
  const text = document.querySelector('tbody td data').firstChild;
  getSelection().setBaseAndExtent(text, 0, text, text.length);
`);

const percents = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 });
const percentText = (part: number | undefined, whole: number) =>
  part === undefined ? 'unknown' : `${percents.format((part / whole) * 100)} %`;

const daysAgo = (count: number) =>
  new Date(Date.now() - count * 86_400_000).toISOString().slice(0, 10);
