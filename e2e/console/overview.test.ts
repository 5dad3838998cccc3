import { expect } from 'chai';
import { readAmounts, type Console, openConsole, settled } from '../support/console/console.ts';
import { onePerPage } from '../support/console/one-per-page.ts';

interface Money {
  readonly amount: string;
}
interface Exploration {
  readonly data: {
    readonly rows: readonly {
      readonly day: string;
      readonly team?: string;
      readonly totalCost: string;
    }[];
  };
}

const daysAgo = (count: number) =>
  new Date(Date.now() - count * 86_400_000).toISOString().slice(0, 10);

/** In the page. */
declare function getComputedStyle(element: unknown): { fill: string; backgroundColor: string };

const monthly = ({ amount }: Money) => (730 * Number(amount)).toFixed(4);

describe('console: overview', () => {
  let console: Console;

  before(async function () {
    console = await openConsole(this);
  });
  after(() => console.close());

  it('shows the numbers of the API with at most 12 requests', async () => {
    const { page, requests, complaints, hosts, close } = await console.look('/');
    const dashboard = await console.ask<{
      data: {
        month_to_date: { billed_cost: Money };
        snapshot: { cost: { current_run_rate_hourly: Money; unallocated: Money } };
        savings: { current_hourly_potential: Money };
        top_clusters: { month_to_date_cost: Money; current_run_rate_hourly: Money }[];
      };
    }>('/v1/organization/dashboard');
    const { month_to_date, snapshot, savings, top_clusters } = dashboard.data;

    const figures = await readAmounts(page, 'This month');
    expect(figures).to.include.members([
      month_to_date.billed_cost.amount,
      snapshot.cost.current_run_rate_hourly.amount,
      snapshot.cost.unallocated.amount,
      savings.current_hourly_potential.amount,
      monthly(snapshot.cost.current_run_rate_hourly),
      monthly(savings.current_hourly_potential),
    ]);
    expect(await readAmounts(page, 'Clusters')).to.eql(
      top_clusters.flatMap(({ month_to_date_cost, current_run_rate_hourly }) => [
        month_to_date_cost.amount,
        current_run_rate_hourly.amount,
      ]),
    );
    const { data } = await console.ask<Exploration>('/v1/cost-explorer/query', {
      group_by: 'namespace',
      per_page: 5,
    });
    expect(await readAmounts(page, 'Namespaces')).to.eql(
      data.rows.map(({ totalCost }) => totalCost),
    );
    const teams = await console.ask<Exploration>('/v1/cost-explorer/query', {
      group_by: 'owner:team',
      view_mode: 'grouped',
      per_page: 5,
    });
    expect(await readAmounts(page, 'Teams')).to.eql(
      teams.data.rows.map(({ totalCost }) => totalCost),
    );
    const found = await console.ask<{ data: { savings: { estimated_hourly: Money } }[] }>(
      '/v1/recommendations?limit=5',
    );
    expect(await readAmounts(page, 'Largest savings')).to.eql(
      found.data.map(({ savings: { estimated_hourly } }) => estimated_hourly.amount),
    );

    expect(requests).to.have.length.within(1, 12);
    expect([...hosts]).to.eql([new URL(console.service.url).host]);
    expect(complaints).to.eql([]);
    await close();
  });

  it('draws the cost of each day, with the same numbers in a table', async () => {
    const { page, close } = await console.look('/?range=7d');
    const bars = page.getByRole('group', { name: 'Cost per day' }).getByRole('link');
    expect(await bars.count()).to.equal(7);

    const end = Math.floor(Date.now() / 86_400_000 + 1) * 86_400;
    const trend = await console.ask<{ data: { points: { total_cost: Money }[] } }>(
      `/v1/organizations/dashboard/cost-trend?start=${end - 7 * 86_400}&end=${end}&type=breakdown&granularity=daily`,
    );
    const panel = page.getByRole('region', { name: 'Cost per day', exact: true });
    await panel.getByText('Show as a table').click();
    const totals = await panel.locator('tbody tr td:last-child').allTextContents();
    expect(totals.map((text) => text.replaceAll(',', ''))).to.eql(
      trend.data.points.map(({ total_cost }) => Number(total_cost.amount).toFixed(2)),
    );
    const amounts = panel.locator('tbody tr td:last-child data');
    expect(
      await amounts.evaluateAll((all) => all.map((amount) => amount.getAttribute('value'))),
    ).to.eql(trend.data.points.map(({ total_cost }) => total_cost.amount));
    await close();
  });

  it('changes a custom range on Enter, to valid and ordered days', async () => {
    const { page, complaints, close } = await console.look(`/?from=${daysAgo(6)}&to=${daysAgo(0)}`);
    const from = page.getByLabel('From', { exact: true });
    const to = page.getByLabel('To, inclusive');
    await from.fill('0002-10-05');
    await from.press('Enter');
    expect(await from.inputValue()).to.equal(daysAgo(6));
    await to.fill(daysAgo(8));
    expect(page.url()).to.contain(`from=${daysAgo(6)}&to=${daysAgo(0)}`);
    await to.press('Enter');
    await page.waitForURL(new RegExp(`from=${daysAgo(8)}&to=${daysAgo(8)}`));
    expect(complaints).to.eql([]);
    await close();
  });

  it('shows the largest teams as series, with the daily cost of the API', async () => {
    const days = { start_date: daysAgo(6), end_date: daysAgo(0), view_mode: 'grouped' };
    const largest = await console.ask<Exploration>('/v1/cost-explorer/query', {
      ...days,
      group_by: 'owner:team',
      per_page: 5,
    });
    const [first] = largest.data.rows.filter(({ team }) => team !== undefined);
    const perDay = await console.ask<Exploration>('/v1/cost-explorer/query', {
      ...days,
      group_by: ['time:day', 'owner:team'],
      sort_by: 'day',
      sort_order: 'asc',
      per_page: 500,
    });
    const costs = perDay.data.rows.filter(({ team }) => team === first?.team);

    const { page, requests, complaints, close } = await console.look('/?range=7d');
    await page.getByLabel('Stacked by').selectOption('by team');
    await settled(page);
    const panel = page.getByRole('region', { name: 'Cost per day', exact: true });
    await panel.getByText('Show as a table').click();
    const shown = await panel.locator('tbody tr td:nth-child(2)').allTextContents();
    expect(shown.slice(0, -1).map((text) => text.replaceAll(',', ''))).to.eql(
      costs.slice(0, -1).map(({ totalCost }) => Number(totalCost).toFixed(2)),
    );
    expect(shown).to.have.length(7);
    expect(page.url()).to.contain('stack=teams');
    expect(requests.filter((path) => path.startsWith('/v1/cost-explorer'))).to.have.length(3);
    expect(complaints).to.eql([]);
    await close();
  });

  it('shows no series of teams if rows of the days are missing', async () => {
    const { page, close } = await console.look('/clusters');
    const [first] = (
      await console.ask<Exploration>('/v1/cost-explorer/query', { group_by: 'owner:team' })
    ).data.rows.filter(({ team }) => team !== undefined);
    const daily: string[] = [];
    await page.route('**/v1/cost-explorer/query', async (route) => {
      const response = await route.fetch();
      const asked = route.request().postData() ?? '';
      const text = await response.text();
      if (asked.includes('time:day')) daily.push(asked);
      await route.fulfill({
        response,
        body: asked.includes('time:day')
          ? text.replace(/"total_rows":\d+/, '"total_rows":10001')
          : text.replaceAll(`"team":"${first?.team}"`, '"team":"Web, Mobile"'),
      });
    });
    await page.evaluate("location.hash = '/?stack=teams'");
    const panel = page.getByRole('region', { name: 'Cost per day', exact: true });
    const legend = panel.locator('.legend li');
    await legend.getByText('All teams and unowned: too many rows').waitFor();
    await settled(page);
    expect(await legend.count()).to.equal(1);
    expect(daily.join()).to.contain('"Web, Mobile"');
    await close();
  });

  it('hatches days without data, and shows where the data begins', async () => {
    const { page, close } = await console.look('/?range=90d');
    const panel = page.getByRole('region', { name: 'Cost per day', exact: true });
    await panel.getByText(/^Hatched: no data. The data begins on/).waitFor();
    const hatched = await panel.locator('rect[fill^="url(#no-data"]').count();
    const labels = await panel.getByRole('link', { name: /no data$/ }).count();
    expect(hatched).to.equal(labels).and.be.above(50);
    await close();
  });

  it('names the stale clusters', async () => {
    const { page, requests, close } = await console.look('/');
    const notices = page.getByRole('list', { name: 'Clusters that need attention' });
    // Several are closed: the demo's other clusters are stale, too, if it was loaded long ago.
    const show = () => page.locator('.notices').evaluate((all) => all.setAttribute('open', ''));
    await show();
    expect(await notices.innerText()).to.match(/ml-training is stale: the last report was .+ ago/);

    await page.goto(page.url().replace(/#.*/, '#/teams'));
    await onePerPage(page, /\/v1\/clusters\?/);
    await page.reload();
    await page.getByRole('link', { name: 'Overview' }).click();
    await show();
    await notices.getByText('ml-training').waitFor();
    expect(requests.filter((path) => path.startsWith('/v1/clusters?limit=500&cursor='))).not.to.eql(
      [],
    );
    await close();
  });

  it('names at most five stale clusters, and links to the others', async () => {
    const { page, close } = await console.look('/teams?range=7d');
    await page.route(/\/v1\/clusters\?/, async (route) => {
      const response = await route.fetch();
      const body = (await response.text()).replaceAll('"is_stale":false', '"is_stale":true');
      await route.fulfill({ response, body });
    });
    await page.getByRole('link', { name: 'Overview' }).click();
    await page.getByText('6 clusters need attention').click();
    const notices = page.getByRole('list', { name: 'Clusters that need attention' });
    const others = notices.getByRole('link', { name: '1 other' });
    expect(await others.getAttribute('href')).to.contain('/clusters?range=7d');
    expect(await notices.getByRole('listitem').count()).to.equal(6);
    await close();
  });

  it('says why the month cannot be compared', async () => {
    const { page, close } = await console.look('/teams');
    const [year, month] = [new Date().getUTCFullYear(), new Date().getUTCMonth()];
    await page.clock.setFixedTime(Date.UTC(year, month, 15));
    await page.evaluate("location.hash = '/'");
    await page.getByText('not comparable: data of the same days last month').waitFor();
    await close();
  });

  it('shows clusters and namespaces in the colors of their series', async () => {
    const { page, close } = await console.look('/');
    const region = (name: string) => page.getByRole('region', { name, exact: true });
    const legend = () =>
      region('Cost per day')
        .locator('.legend rect')
        .evaluateAll((all) => all.map((one) => getComputedStyle(one).fill));
    const bars = (name: string) =>
      region(name)
        .locator('.bar-fill')
        .evaluateAll((all) => all.map((one) => getComputedStyle(one).backgroundColor));
    const shown = await legend();
    expect(await bars('Clusters')).to.eql(shown.slice(0, -1));
    await page.getByLabel('Stacked by').selectOption('by namespace');
    await settled(page);
    expect(await bars('Namespaces')).to.eql((await legend()).slice(0, -1));
    await close();
  });

  it('restores the complete state from a URL', async () => {
    const { page, requests, close } = await console.look(
      '/?range=7d&mode=workload_only&basis=all&stack=namespaces',
    );
    expect(await page.getByLabel('Range', { exact: true }).inputValue()).to.equal('7d');
    expect(await page.getByLabel('Cost mode').inputValue()).to.equal('workload_only');
    expect(await page.getByLabel('Basis').inputValue()).to.equal('all');
    expect(await page.getByLabel('Stacked by').inputValue()).to.equal('namespaces');
    expect(
      requests.filter((path) => path.includes('cost_mode=workload_only&basis=all')),
    ).to.have.length.greaterThan(3);
    await close();
  });

  it('shows the exact request behind a panel', async () => {
    const { page, close } = await console.look('/');
    const panel = page.getByRole('region', { name: 'Namespaces', exact: true });
    await panel.getByRole('button', { name: 'Show request' }).click();
    const curl = await page.getByRole('dialog').locator('pre').innerText();
    expect(curl)
      .to.contain(`'${console.service.url}/v1/cost-explorer/query'`)
      .and.contain('"group_by":"namespace"')
      .and.contain('Bearer $KEY')
      .and.not.contain(console.key);
    await close();
  });

  it('has no accessibility violations, opened in the dark theme or switched to the light one', async () => {
    const { checkAccessibility, close } = await console.look('/?stack=teams', {
      colorScheme: 'dark',
    });
    expect(await checkAccessibility()).to.eql([]);
    await close();
  });

  it('fits a phone screen', async () => {
    const { page, close } = await console.look('/', { viewport: { width: 390, height: 800 } });
    const overflow = await page.evaluate(
      'document.documentElement.scrollWidth - document.documentElement.clientWidth',
    );
    expect(overflow).to.equal(0);
    const labels = await page
      .getByRole('group', { name: 'Cost per day' })
      .locator('text.tick:nth-child(n + 2)')
      .evaluateAll((texts) => texts.map((text) => text.getBoundingClientRect().right));
    expect(Math.max(...labels)).to.be.below(390);
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('link', { name: 'Overview' }).waitFor();
    await close();
  });

  it('fits a phone screen with long names, and shows the numbers next to them', async () => {
    const { page, close } = await console.look('/teams', { viewport: { width: 390, height: 800 } });
    await page.route('**/v1/**', async (route) => {
      const response = await route.fetch();
      const body = (await response.text())
        .replaceAll('"ml-training"', `"${'c'.repeat(63)}"`)
        .replaceAll('"training"', `"${'n'.repeat(63)}"`);
      await route.fulfill({ response, body });
    });
    await page.evaluate("location.hash = '/'");
    await page
      .getByRole('link', { name: 'c'.repeat(63) })
      .first()
      .waitFor();
    await settled(page);
    expect(await page.evaluate('document.documentElement.scrollWidth')).to.equal(390);
    const numbers = await page
      .getByRole('region', { name: 'Clusters', exact: true })
      .locator('td.number')
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().right));
    expect(Math.max(...numbers)).to.be.below(390);
    await close();
  });
});
