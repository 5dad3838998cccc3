import { expect } from 'chai';
import { readAmounts, type Console, openConsole, settled } from '../support/console/console.ts';

interface Money {
  readonly amount: string;
}

interface Workload {
  readonly id: string;
  readonly metadata: {
    readonly name: string;
    readonly namespace: string;
    readonly cluster: { readonly id: string };
  };
  readonly cost: { readonly current_run_rate_hourly: Money };
}

interface List<Row> {
  readonly data: readonly Row[];
}

describe('console: namespaces and workloads', () => {
  let console: Console;
  let clusterId: string;
  let workload: Workload;

  before(async function () {
    console = await openConsole(this);
    const clusters =
      await console.ask<List<{ id: string; metadata: { name: string } }>>('/v1/clusters');
    clusterId = clusters.data.find(({ metadata }) => metadata.name === 'shop-production')?.id ?? '';
    const { data } = await console.ask<List<Workload>>(
      `/v1/clusters/${clusterId}/workloads?namespace=storefront&kind=Deployment&limit=1`,
    );
    [workload] = data as [Workload];
  });
  after(() => console.close());

  const open = async (view: string, options = {}) => {
    const visit = await console.open(view, options);
    await visit.page.getByRole('table').first().waitFor();
    await settled(visit.page);
    return visit;
  };
  const namespaceView = () => `/clusters/${clusterId}/namespaces/storefront`;
  const workloadView = () => `/clusters/${clusterId}/workloads/${workload.id}`;

  it('shows the cost and the workloads of a namespace like the API', async () => {
    const { page, requests, complaints, close } = await open(namespaceView());
    const { data } = await console.ask<{
      data: {
        cost: { current_run_rate_hourly: Money; components: Record<string, Money> };
        workloads_top_5: { cost: { current_run_rate_hourly: Money } }[];
        metadata: { team: { name: string } };
      };
    }>(`/v1/clusters/${clusterId}/namespaces/storefront`);
    expect(await readAmounts(page, 'Run rate by component')).to.include.members([
      ...Object.values(data.cost.components).map(({ amount }) => amount),
      data.cost.current_run_rate_hourly.amount,
    ]);
    expect(await readAmounts(page, 'Most expensive workloads')).to.eql(
      data.workloads_top_5.map(({ cost }) => cost.current_run_rate_hourly.amount),
    );
    const workloads = await console.ask<List<Workload>>(
      `/v1/clusters/${clusterId}/workloads?namespace=storefront`,
    );
    expect(await readAmounts(page, 'Workloads')).to.eql(
      workloads.data.map(({ cost }) => cost.current_run_rate_hourly.amount),
    );
    const found = await console.ask<List<{ savings: { estimated_hourly: Money } }>>(
      `/v1/recommendations?cluster_id=${clusterId}&namespace=storefront&limit=5`,
    );
    expect(await readAmounts(page, 'Recommendations')).to.eql(
      found.data.map(({ savings }) => savings.estimated_hourly.amount),
    );
    await page.getByRole('link', { name: data.metadata.team.name, exact: true }).waitFor();
    expect(requests).to.have.length.within(1, 12);
    expect(complaints).to.eql([]);
    await close();
  });

  it('links a namespace to a workload, its pods and their nodes', async () => {
    const { page, close } = await open(`${namespaceView()}?range=7d`);
    const list = page.getByRole('region', { name: 'Workloads', exact: true });
    await list.getByRole('link', { name: workload.metadata.name, exact: true }).click();
    const pods = page.getByRole('region', { name: 'Pods', exact: true });
    const node = pods.getByRole('link').first();
    const name = await node.innerText();
    await node.click();
    await page.getByRole('heading', { level: 1, name }).waitFor();
    expect(await page.getByLabel('Range', { exact: true }).inputValue()).to.equal('7d');
    await close();
  });

  it('shows the cost, pods and recommendation of a workload in twelve requests', async () => {
    const { page, requests, complaints, close } = await open(workloadView());
    const { data } = await console.ask<{
      data: { cost: { current_run_rate_hourly: Money; components: Record<string, Money> } };
    }>(`/v1/workloads/${workload.id}`);
    expect(await readAmounts(page, 'Run rate by component')).to.include.members([
      ...Object.values(data.cost.components).map(({ amount }) => amount),
      data.cost.current_run_rate_hourly.amount,
    ]);
    const pods = await console.ask<List<Workload>>(`/v1/workloads/${workload.id}/pods`);
    expect(await readAmounts(page, 'Pods')).to.eql(
      pods.data.map(({ cost }) => cost.current_run_rate_hourly.amount),
    );
    const found = await console.ask<List<{ savings: { estimated_hourly: Money } }>>(
      `/v1/recommendations?workload_uid=${workload.id}`,
    );
    expect(await readAmounts(page, 'Recommendations')).to.eql(
      found.data.map(({ savings }) => savings.estimated_hourly.amount),
    );
    expect(requests).to.have.length.within(5, 12);
    expect(complaints).to.eql([]);
    await close();
  });

  it('draws requests and usage of a workload per day, with the same numbers in a table', async () => {
    const [from, to] = [daysAgo(4), daysAgo(2)];
    const { page, close } = await open(`${workloadView()}?from=${from}&to=${to}`);
    const panel = page.getByRole('region', { name: 'Requested and used over time' });
    const cpu = panel.getByRole('group', { name: 'CPU, requested and used' });
    expect(await cpu.getByRole('img').count()).to.equal(3);
    const shown: string[][] = [];
    await panel.getByText('Show as a table').first().click();
    for (const row of await panel.locator('table').first().locator('tbody tr').all()) {
      shown.push((await row.locator('td').allTextContents()).slice(1));
    }
    const asked: string[][] = [];
    for (const day of [daysAgo(4), daysAgo(3), daysAgo(2)]) {
      const { data } = await console.ask<{
        data: { rows: { cpuCoreHoursRequested: number; cpuCoreHoursUsed?: number }[] };
      }>('/v1/cost-explorer/query', {
        filter_expression: { workload: [{ field: 'uid', operator: 'in', values: [workload.id] }] },
        start_date: day,
        end_date: day,
      });
      const [row] = data.rows;
      asked.push([averageText(row?.cpuCoreHoursRequested), averageText(row?.cpuCoreHoursUsed)]);
    }
    expect(shown).to.eql(asked);

    await cpu.getByRole('img').first().focus();
    await page.locator('.tip').waitFor();
    await close();
  });

  it('averages over the hours with data', async () => {
    const day = daysAgo(2);
    const { page, close } = await open('/workloads');
    await page.route('**/cost-trend?*type=run_rate*', async (route) => {
      const response = await route.fetch();
      const body: { data: { points: { total_cost: Money }[] } } = await response.json();
      const points = body.data.points.map((point) => {
        const amount = (2 * Number(point.total_cost.amount)).toFixed(4);
        return { ...point, total_cost: { ...point.total_cost, amount } };
      });
      await route.fulfill({ response, json: { ...body, data: { ...body.data, points } } });
    });
    await page.evaluate(`location.hash = '${workloadView()}?from=${day}&to=${day}'`);
    const cpu = page.getByRole('group', { name: 'CPU, requested and used' });
    const label = await cpu.getByRole('img').getAttribute('aria-label');
    const { data } = await console.ask<{ data: { rows: { cpuCoreHoursRequested: number }[] } }>(
      '/v1/cost-explorer/query',
      {
        filter_expression: { workload: [{ field: 'uid', operator: 'in', values: [workload.id] }] },
        start_date: day,
        end_date: day,
      },
    );
    const twice = 2 * (data.rows[0]?.cpuCoreHoursRequested ?? 0);
    expect(label).to.contain(`Requested ${averageText(twice)},`);
    await close();
  });

  it('shows the history of a workload that is gone, without an error', async () => {
    const { page, close } = await open('/workloads');
    const error = { code: 'WORKLOAD_NOT_FOUND', message: 'There is no such workload.' };
    await page.route(`**/v1/workloads/${workload.id}*`, (route) =>
      route.fulfill({ status: 404, json: { error } }),
    );
    await page.evaluate(`location.hash = '${workloadView()}'`);
    await page.getByText('This workload is not reported now.').waitFor();
    await page.getByRole('group', { name: 'Cost per day' }).waitFor();
    expect(await page.getByRole('alert').count()).to.equal(0);
    await close();
  });

  it('pages through the workloads of every cluster, back to the first page', async () => {
    const { page, close } = await open('/workloads');
    const names = () => page.locator('tbody tr td:first-child').allTextContents();
    const first = await names();
    expect(first).to.have.length(100);
    await page.getByRole('link', { name: 'Next page' }).click();
    await page.getByRole('link', { name: 'First page' }).waitFor();
    await settled(page);
    const second = await names();
    expect(second).to.not.eql(first);
    await page.reload();
    await page.getByRole('link', { name: 'First page' }).waitFor();
    await settled(page);
    expect(await names()).to.eql(second);
    await page.getByRole('link', { name: 'First page' }).click();
    await page.getByRole('link', { name: 'First page' }).waitFor({ state: 'detached' });
    await settled(page);
    expect(await names()).to.eql(first);
    await close();
  });

  it('returns to the first page when the query changes', async () => {
    const { page, close } = await open('/workloads');
    await page.getByRole('link', { name: 'Next page' }).click();
    await page.getByRole('link', { name: 'First page' }).waitFor();
    await settled(page);
    await page.getByLabel('Basis').selectOption('all');
    await page.getByRole('link', { name: 'First page' }).waitFor({ state: 'detached' });
    await settled(page);
    expect(await page.getByRole('alert').count()).to.equal(0);
    expect(await page.locator('tbody tr').count()).to.equal(100);
    await close();
  });

  it('filters by clicking a value, and keeps the scroll position', async () => {
    const { page, requests, close } = await open(namespaceView());
    const chip = page.getByRole('group', { name: 'Filters' }).getByText('Kind');
    await chip.scrollIntoViewIfNeeded();
    await chip.click();
    await page.getByRole('group', { name: 'Filters' }).getByText('StatefulSet').click();
    await page.getByRole('button', { name: 'Remove the filter Kind' }).waitFor();
    await settled(page);
    expect(requests.at(-1)).to.contain('kind=StatefulSet');
    expect(await page.evaluate('window.scrollY')).to.be.greaterThan(0);
    await close();
  });

  it('restores the filters from a URL, with names', async () => {
    const { page, requests, close } = await open(
      `/workloads?cluster_id=${clusterId}&namespace=storefront,orders&kind=StatefulSet&has_hpa=false`,
    );
    const filters = page.getByRole('group', { name: 'Filters' });
    await filters.getByText('shop-production').waitFor();
    expect(await filters.innerText())
      .to.contain('storefront or orders')
      .and.contain('StatefulSet')
      .and.contain('not configured');
    const { data } = await console.ask<List<Workload>>(
      `/v1/workloads?cluster_id=${clusterId}&namespace=storefront,orders&kind=StatefulSet&has_hpa=false`,
    );
    expect(await readAmounts(page, 'Workloads')).to.eql(
      data.map(({ cost }) => cost.current_run_rate_hourly.amount),
    );
    expect(requests).to.have.length.within(1, 12);
    await close();
  });

  it('has no accessibility violations in either theme', async () => {
    for (const view of [namespaceView(), workloadView(), '/workloads']) {
      const { checkAccessibility, close } = await open(view);
      expect(await checkAccessibility(), view).to.eql([]);
      await close();
    }
  });

  it('fits a phone screen', async () => {
    for (const view of [namespaceView(), workloadView(), '/workloads']) {
      const { page, close } = await open(view, { viewport: { width: 390, height: 800 } });
      const overflow = await page.evaluate(
        'document.documentElement.scrollWidth - document.documentElement.clientWidth',
      );
      expect(overflow, view).to.equal(0);
      await close();
    }
  });
});

const decimals = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 });
const small = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 2 });
/** Core-hours of a whole day as cores. */
const averageText = (coreHours: number | undefined) => {
  if (coreHours === undefined) return 'unknown';
  const cores = coreHours / 24;
  return (cores < 1 ? small : decimals).format(cores);
};

const daysAgo = (count: number) =>
  new Date(Date.now() - count * 86_400_000).toISOString().slice(0, 10);
