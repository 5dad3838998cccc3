import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import { type Locator } from 'playwright-core';
import { type Console, openConsole, settled, type Visit } from '../support/console/console.ts';

type Row = Readonly<Record<string, string>> & {
  readonly memoryGibHoursRequested?: number;
  readonly memoryGibHoursUsed?: number;
};

/** All of last month, in UTC. */
const [from, to] = (() => {
  const now = new Date();
  const day = (month: number, date: number) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + month, date))
      .toISOString()
      .slice(0, 10);
  return [day(-1, 1), day(0, 0)];
})();
const lastMonth = { start_date: from, end_date: to };

/** A person who sees the console for the first time, and only clicks. */
class Visitor {
  clicks = 0;
  readonly visit: Visit;

  constructor(visit: Visit) {
    this.visit = visit;
  }

  async click(target: Locator): Promise<void> {
    this.clicks += 1;
    await target.click();
    await settled(this.visit.page);
  }

  /** A list is opened, and one of it clicked on. */
  async choose(label: string, option: string): Promise<void> {
    this.clicks += 2;
    await this.visit.page.getByLabel(label, { exact: true }).selectOption({ label: option });
    await settled(this.visit.page);
  }

  async goTo(view: string): Promise<void> {
    const { page } = this.visit;
    const views = page.getByRole('navigation', { name: 'Views' });
    await this.click(views.getByRole('link', { name: view }));
    await page.getByRole('heading', { level: 1, name: view, exact: true }).waitFor();
    await settled(page);
  }
}

describe('console: a first visit', () => {
  let console: Console;
  let visitor: Visitor;

  before(async function () {
    console = await openConsole(this);
  });
  after(() => console.close());
  beforeEach(async () => {
    // The link that `npm start` prints.
    visitor = new Visitor(await console.open(`key=${console.key}`, { key: '' }));
    await settled(visitor.visit.page);
  });
  afterEach(async () => {
    expect(visitor.visit.complaints).to.eql([]);
    await visitor.visit.close();
  });

  const explore = async (body: object) => {
    const answer = await console.ask<{ data: { rows: Row[] } }>('/v1/cost-explorer/query', {
      view_mode: 'grouped',
      per_page: 500,
      ...body,
    });
    return answer.data.rows;
  };
  const names = async (table: string) => {
    const rows = visitor.visit.page.getByRole('table', { name: table }).locator('tbody tr');
    await rows.first().waitFor();
    return rows.locator('td:first-child a').allTextContents();
  };

  it('shows the most expensive team of last month in 2 clicks', async () => {
    await visitor.choose('Range', 'Last month');

    const [first] = (await explore({ ...lastMonth, group_by: 'owner:team' })).filter(
      ({ team }) => team,
    );
    expect((await names('The most expensive teams in this range'))[0]).to.equal(first?.team);
    expect(visitor.clicks).to.equal(2);
  });

  it('shows the three workloads with the most unused memory in 1 click', async () => {
    await visitor.goTo('Recommendations');

    const rows = await explore({
      group_by: 'workload',
      view_mode: 'detail',
      export: true,
      per_page: 10_000,
    });
    const unused = ({ memoryGibHoursRequested = 0, memoryGibHoursUsed }: Row) =>
      memoryGibHoursUsed === undefined ? 0 : memoryGibHoursRequested - memoryGibHoursUsed;
    const most = rows.toSorted((a, b) => unused(b) - unused(a));
    const shown = await names('The workloads with the most unused requests');
    expect(shown.slice(0, 3)).to.eql(most.slice(0, 3).map(({ workloadName }) => workloadName));
    expect(visitor.clicks).to.equal(1);
  });

  it('shows the changes of the most expensive day in 1 click', async () => {
    const { page } = visitor.visit;
    const bars = page.getByRole('group', { name: 'Cost per day' }).locator('.fill');
    const tallest = await bars.evaluateAll((all) => {
      const heights = new Map<string, number>();
      for (const bar of all) {
        const x = bar.getAttribute('x') ?? '';
        heights.set(x, (heights.get(x) ?? 0) + Number(bar.getAttribute('height')));
      }
      return [...heights].sort(([, a], [, b]) => b - a)[0]?.[0];
    });
    await visitor.click(page.locator(`.target[x="${tallest}"]`));

    const days = await explore({ group_by: 'time:day' });
    await page.getByRole('heading', { name: 'Largest changes' }).waitFor();
    expect(page.url()).to.contain(`from=${days[0]?.day}&to=${days[0]?.day}`);
    const costs = await explore({
      group_by: ['time:day', 'namespace'],
      view_mode: 'detail',
      export: true,
      per_page: 10_000,
    });
    const day = days[0]?.day ?? '';
    const before = new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10);
    const costOn = (date: string, { namespace, clusterId }: Row) =>
      Number(
        costs.find(
          (row) => row.day === date && row.namespace === namespace && row.clusterId === clusterId,
        )?.totalCost ?? 0,
      );
    const change = (row: Row) => Math.abs(costOn(day, row) - costOn(before, row));
    const [most] = costs.filter((row) => row.day === day).sort((a, b) => change(b) - change(a));
    expect((await names('Rows by size of change'))[0]).to.equal(most?.namespace);
    expect(visitor.clicks).to.equal(1);
  });

  it('downloads last month as a FOCUS file in 2 clicks', async () => {
    await visitor.goTo('Export');
    const { page } = visitor.visit;
    // A test cannot answer the browser's dialog.
    await page.evaluate('delete globalThis.showSaveFilePicker');
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      visitor.click(page.getByRole('button', { name: /^Download focus-/ })),
    ]);

    const [header, first = ''] = readFileSync(await saved.path(), 'utf8').split('\n');
    expect(header).to.contain('BilledCost').and.contain('ChargePeriodStart');
    expect(first).to.contain(from.slice(0, 7));
    expect(saved.suggestedFilename()).to.match(new RegExp(`^focus-workload-${from}-.+\\.csv$`));
    expect(visitor.clicks).to.equal(2);
  });
});
