import { expect } from 'chai';
import { readAmounts, type Console, openConsole, settled } from '../support/console/console.ts';

interface Money {
  readonly amount: string;
}
interface Container {
  readonly name: string;
  readonly requests: Readonly<Record<string, string>>;
  readonly limits: Readonly<Record<string, string>>;
}
interface Recommendation {
  readonly id: string;
  readonly metadata: {
    readonly title: string;
    readonly description: string;
    readonly cause: string;
    readonly risk_level: string;
    readonly resource_uid: string;
    readonly cluster: { readonly id: string };
  };
  readonly current: {
    readonly hourly_cost: Money;
    readonly config: { readonly containers: readonly Container[] };
  };
  readonly recommended: { readonly config: { readonly containers: readonly Container[] } };
  readonly savings: { readonly estimated_hourly: Money };
  readonly metrics_snapshot: {
    readonly risk_reasons: readonly string[];
    readonly containers: readonly {
      readonly name: string;
      readonly cpu: Readonly<Record<string, number>>;
    }[];
  };
}
interface UsageRow {
  readonly memoryGibHoursRequested?: number;
  readonly memoryGibHoursUsed?: number;
}
interface Page {
  readonly data: readonly Recommendation[];
  readonly meta: { readonly pagination: { readonly total_count: number } };
}

describe('console: recommendations', () => {
  let console: Console;

  before(async function () {
    console = await openConsole(this);
  });
  after(() => console.close());

  const findMedium = async () => {
    const { data } = await console.ask<Page>('/v1/recommendations?risk_level=medium&limit=1');
    const id = data[0]?.id ?? '';
    return (await console.ask<{ data: Recommendation }>(`/v1/recommendations/${id}`)).data;
  };

  it('lists a page of recommendations, with the totals of the API', async () => {
    const { page, requests, complaints, hosts, close } = await console.look('/recommendations');
    const list = await console.ask<Page>('/v1/recommendations?include_total=true');
    expect(await readAmounts(page, 'Pending and dismissed')).to.eql(
      list.data.flatMap(({ current, savings }) => [
        current.hourly_cost.amount,
        savings.estimated_hourly.amount,
      ]),
    );
    const panel = page.getByRole('region', { name: 'Pending and dismissed' });
    expect(await panel.innerText()).to.contain(
      `${list.meta.pagination.total_count} recommendations`,
    );
    const { data } = await console.ask<{
      data: {
        savings: { current_hourly_potential: Money; current_hourly_increase: Money };
        snapshot: { cost: { current_run_rate_hourly: Money } };
      };
    }>('/v1/organization/dashboard');
    expect(await readAmounts(page, 'All pending recommendations')).to.eql([
      data.savings.current_hourly_potential.amount,
      data.savings.current_hourly_increase.amount,
      data.snapshot.cost.current_run_rate_hourly.amount,
    ]);
    expect(requests).to.have.length.within(1, 12);
    expect([...hosts]).to.eql([new URL(console.service.url).host]);
    expect(complaints).to.eql([]);
    await close();
  });

  it('filters by a chip, with only the keyboard, and keeps it in the URL', async () => {
    const { page, close } = await console.look('/recommendations');
    await page.getByRole('group', { name: 'Filters' }).getByText('Risk', { exact: true }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('checkbox', { name: 'high' }).focus();
    await page.keyboard.press('Space');
    await page.waitForURL(/risk_level=high/);
    await settled(page);
    const list = await console.ask<Page>('/v1/recommendations?risk_level=high');
    expect(await readAmounts(page, 'Matching recommendations')).to.eql(
      list.data.flatMap(({ current, savings }) => [
        current.hourly_cost.amount,
        savings.estimated_hourly.amount,
      ]),
    );
    await close();
  });

  it('shows the workloads with the most unused memory, with links to their recommendations', async () => {
    const { page, close } = await console.look('/recommendations');
    const ask = async (number: number) =>
      (
        await console.ask<{ data: { rows: UsageRow[] } }>('/v1/cost-explorer/query', {
          group_by: 'workload',
          per_page: 500,
          page: number,
        })
      ).data.rows;
    const all = [...(await ask(1)), ...(await ask(2))];
    const unused = ({ memoryGibHoursRequested = 0, memoryGibHoursUsed }: UsageRow) =>
      memoryGibHoursUsed === undefined ? 0 : memoryGibHoursRequested - memoryGibHoursUsed;
    const most = all.toSorted((a, b) => unused(b) - unused(a)).slice(0, 5);
    const panel = page.getByRole('region', { name: 'Waste: requested but not used', exact: true });
    const digits = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 });
    expect(await panel.locator('tbody td:nth-child(3)').allTextContents()).to.eql(
      most.map((row) => digits.format(unused(row))),
    );
    expect(await panel.innerText()).to.contain('The largest of all measured workloads.');
    await panel
      .getByRole('link', { name: /^Recommendation/ })
      .first()
      .click();
    await page.waitForURL(/workload_uid=/);
    await settled(page);
    const shown = await readAmounts(page, 'Matching recommendations');
    expect(shown).to.have.length(2);
    await close();
  });

  it('shows a message if nothing matches a filter', async () => {
    const { page, close } = await console.look(
      '/recommendations?namespace=nowhere&min_savings_hourly=1',
    );
    expect(await page.locator('.empty').innerText()).to.equal(
      'No recommendation matches. Remove a filter.',
    );
    await page.getByRole('button', { name: 'Remove the filter Namespace' }).waitFor();
    await close();
  });

  it('links the list to a recommendation, and that to its workload', async () => {
    const medium = await findMedium();
    const { page, close } = await console.look('/recommendations?risk_level=medium&range=7d');
    await page.getByRole('link', { name: medium.metadata.title, exact: true }).first().click();
    await page.waitForURL(/recommendations\/.+range=7d/);
    await page.getByRole('region', { name: 'Summary' }).getByRole('link').click();
    const { cluster, resource_uid } = medium.metadata;
    await page.waitForURL(new RegExp(`clusters/${cluster.id}/workloads/${resource_uid}`));
    await close();
  });

  it('shows the change, the cause and the savings as in the API', async () => {
    const medium = await findMedium();
    const { page, complaints, close } = await console.look(`/recommendations/${medium.id}`);
    const what = page.getByRole('region', { name: 'Summary' });
    const { description, cause } = medium.metadata;
    expect(await what.innerText())
      .to.contain(description)
      .and.contain(cause);
    expect(await readAmounts(page, 'Summary')).to.eql([
      medium.savings.estimated_hourly.amount,
      medium.current.hourly_cost.amount,
    ]);
    const observed = await page.getByRole('region', { name: 'Observations' }).innerText();
    for (const reason of medium.metrics_snapshot.risk_reasons) {
      expect(observed).to.contain(reason);
    }
    expect(complaints).to.eql([]);
    await close();
  });

  it('draws the usage of a container against its request, with the same numbers in a table', async () => {
    const medium = await findMedium();
    const [container] = medium.metrics_snapshot.containers;
    const { page, close } = await console.look(`/recommendations/${medium.id}`);
    const cpu = page
      .getByRole('region', { name: `Container ${container?.name}`, exact: true })
      .getByRole('region', { name: 'CPU', exact: true });
    const used = await cpu.getByRole('img', { name: /^Used/ }).getAttribute('aria-label');
    const digits = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 3 });
    const figures = ['p50', 'p90', 'p95', 'p99', 'max'].map((name) =>
      digits.format(container?.cpu[name] ?? -1),
    );
    const [p50, p90, p95, p99, peak] = figures;
    expect(used).to.equal(
      `Used: p50 ${p50}, p90 ${p90}, p95 ${p95}, p99 ${p99}, peak ${peak} cores`,
    );
    const cells = cpu.getByRole('region', { name: 'CPU used, in cores' }).locator('tbody td');
    expect(await cells.allTextContents()).to.eql(['Used', ...figures]);
    await close();
  });

  it('shows the change as a patch with the recommended quantities', async () => {
    const medium = await findMedium();
    const { page, close } = await console.look(`/recommendations/${medium.id}`);
    const yaml = await page.getByRole('region', { name: 'Change as YAML' }).innerText();
    const change = await page.getByRole('region', { name: 'Change', exact: true }).innerText();
    for (const { name, requests, limits } of medium.recommended.config.containers) {
      expect(yaml).to.contain(`name: "${name}"`);
      for (const [resource, quantity] of [...Object.entries(requests), ...Object.entries(limits)]) {
        expect(yaml).to.contain(`${resource}: "${quantity}"`);
        expect(change).to.contain(quantity);
      }
    }
    await close();
  });

  it('shows one error for a recommendation that does not exist', async () => {
    const { page, close } = await console.look(`/recommendations/${crypto.randomUUID()}`);
    const alert = page.getByRole('alert');
    expect(await alert.innerText()).to.contain('RECOMMENDATION_NOT_FOUND');
    await close();
  });

  it('has no accessibility violations in either theme', async () => {
    const list = await console.look('/recommendations?risk_level=high');
    expect(await list.checkAccessibility()).to.eql([]);
    await list.close();
    const one = await console.look(`/recommendations/${(await findMedium()).id}`);
    expect(await one.checkAccessibility()).to.eql([]);
    await one.close();
  });

  it('fits a phone screen', async () => {
    const { page, close } = await console.look(`/recommendations/${(await findMedium()).id}`, {
      viewport: { width: 390, height: 800 },
    });
    const overflow = await page.evaluate(
      'document.documentElement.scrollWidth - document.documentElement.clientWidth',
    );
    expect(overflow).to.equal(0);
    await close();
  });
});
