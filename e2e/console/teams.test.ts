import { expect } from 'chai';
import { type Locator } from 'playwright-core';
import { readAmounts, type Console, openConsole, settled } from '../support/console/console.ts';
import { onePerPage } from '../support/console/one-per-page.ts';

interface Money {
  readonly amount: string;
}
interface Team {
  readonly id: string;
  readonly metadata: {
    readonly name: string;
    readonly department?: { readonly id: string; readonly name: string };
  };
  readonly assigned_workloads: number;
  readonly cost: { readonly current_run_rate_hourly: Money };
}
interface List<Row> {
  readonly data: readonly Row[];
}
interface Exploration {
  readonly data: {
    readonly rows: readonly { readonly namespace: string; readonly totalCost: string }[];
    readonly summary: { readonly totalCost: string; readonly unallocatedCost: string };
  };
}

describe('console: teams and departments', () => {
  let console: Console;

  before(async function () {
    console = await openConsole(this);
  });
  after(() => console.close());

  const explore = (operator: 'in' | 'not_in', values: readonly string[]) =>
    console.ask<Exploration>('/v1/cost-explorer/query', {
      group_by: 'namespace',
      per_page: 10,
      filter_expression: { workload: [{ field: 'team', operator, values }] },
    });
  const askCost = async ({ metadata: { name } }: Team) =>
    (await explore('in', [name])).data.summary.totalCost;
  const listTeams = async () => (await console.ask<List<Team>>('/v1/teams')).data;

  const area = (areas: Locator, kind: string, name: string | undefined, amount: string) =>
    areas
      .getByRole('link', { name: new RegExp(`^${name} .+, ${kind}`) })
      .filter({ has: areas.page().locator(`data[value="${amount}"]`) });

  it('shows cost and run rate of every team, highest cost first, in four requests', async () => {
    const { page, requests, complaints, hosts, close } = await console.look('/teams');
    const teams = await listTeams();
    const costs = await Promise.all(teams.map(askCost));
    const amounts = teams.map(({ cost }, index) => [
      costs[index],
      cost.current_run_rate_hourly.amount,
    ]);
    expect(await readAmounts(page, 'Teams')).to.eql(
      amounts.sort(([a], [b]) => Number(b) - Number(a)).flat(),
    );
    expect(requests).to.have.length(4);
    expect([...hosts]).to.eql([new URL(console.service.url).host]);
    expect(complaints).to.eql([]);
    await close();
  });

  it('sorts the teams by their run rate', async () => {
    const { page, close } = await console.look('/teams');
    await page.getByLabel('Sort by').selectOption('by run rate');
    await page.waitForURL(/sort=rate/);
    const shown = await page
      .getByRole('region', { name: 'Teams', exact: true })
      .locator('tbody td:first-child a')
      .allTextContents();
    expect(shown).to.eql((await listTeams()).map(({ metadata }) => metadata.name));
    await close();
  });

  it('draws departments, teams and namespaces, with the same numbers in a table', async () => {
    const { page, close } = await console.look('/teams');
    const [first] = await listTeams();
    const { data } = await explore('in', [first?.metadata.name ?? '']);
    const areas = page.getByRole('group', { name: 'Cost by team and namespace' });
    await area(areas, 'team', first?.metadata.name, data.summary.totalCost).waitFor();
    for (const { namespace, totalCost } of data.rows) {
      await area(areas, 'namespace', namespace, totalCost).waitFor();
    }
    const panel = page.getByRole('region', { name: 'Cost allocation', exact: true });
    await panel.getByText('Show as a table').click();
    const rows = await panel
      .getByRole('row')
      .filter({ has: page.getByText(first?.metadata.name ?? '', { exact: true }) })
      .all();
    expect(rows).to.have.length(data.rows.length + 1);
    expect(await rows[0]?.locator('data').getAttribute('value')).to.equal(data.summary.totalCost);
    await close();
  });

  it('draws the run rate of every team, with the department sums of the API', async () => {
    const { page, close } = await console.look('/teams?area=rate');
    const departments =
      await console.ask<
        List<{ metadata: { name: string }; cost: { current_run_rate_hourly: Money } }>
      >('/v1/departments');
    const areas = page.getByRole('group', { name: 'Run rate per hour by team' });
    for (const { metadata, cost } of departments.data) {
      const { amount } = cost.current_run_rate_hourly;
      await area(areas, 'department', metadata.name, amount).waitFor();
    }
    expect(await areas.getByRole('link', { name: /, team/ }).count()).to.equal(
      (await listTeams()).length,
    );
    await close();
  });

  it('shows unowned cost as summed by the API', async () => {
    const { page, close } = await console.look('/teams');
    const all = await console.ask<Exploration>('/v1/cost-explorer/query', {
      group_by: 'namespace',
    });
    const names = (await listTeams()).map(({ metadata: { name } }) => name);
    const { data } = await explore('not_in', names);
    expect(await readAmounts(page, 'Unowned cost')).to.eql([
      all.data.summary.totalCost,
      data.summary.totalCost,
      all.data.summary.unallocatedCost,
      ...data.rows.map(({ totalCost }) => totalCost),
    ]);
    await page.getByRole('link', { name: 'Explore unowned workloads' }).click();
    await page.waitForURL(/explore.+not_in/);
    await close();
  });

  it('shows that unowned cost is incomplete if there are more rows than a page has', async () => {
    const { page, close } = await console.look('/clusters');
    await page.route('**/v1/cost-explorer/query', async (route) => {
      const response = await route.fetch();
      const body = (await response.text()).replace(/"total_rows":\d+/, '"total_rows":10001');
      await route.fulfill({ response, body });
    });
    await page.getByRole('link', { name: 'Teams' }).click();
    const unowned = page.getByRole('region', { name: 'Unowned cost' });
    await unowned.getByText(/^Among the \d+ most expensive rows\.$/).waitFor();
    expect(await unowned.getByRole('link', { name: 'Explore' }).count()).to.equal(0);
    await close();
  });

  it('offers the departments of every page as filters', async () => {
    const { page, close } = await console.look('/clusters');
    await onePerPage(page, /\/v1\/departments\?/);
    await page.getByRole('link', { name: 'Teams' }).click();
    await settled(page);
    await page.getByRole('group', { name: 'Filters' }).getByText('Department').click();
    const { data } = await console.ask<List<Team>>('/v1/departments');
    for (const { metadata } of data) {
      await page.getByRole('checkbox', { name: metadata.name, exact: true }).waitFor();
    }
    expect(data).to.have.length.above(1);
    await close();
  });

  it('ignores invalid values in the URL', async () => {
    const { page, complaints, close } = await console.look(
      '/teams?range=9y&mode=all&from=never&to=now',
    );
    expect(await page.getByLabel('Range', { exact: true }).inputValue()).to.equal('30d');
    expect(await page.getByLabel('Cost mode').inputValue()).to.equal('fully_loaded');
    const teams = await listTeams();
    expect(await readAmounts(page, 'Teams')).to.have.length(2 * teams.length);
    expect(complaints).to.eql([]);
    await close();
  });

  it('filters the teams of a department by keyboard from its area, and keeps the filter in the URL', async () => {
    const { page, close } = await console.look('/teams?range=7d');
    const [first] = await listTeams();
    const { id, name } = first?.metadata.department ?? { id: '', name: '' };
    await page.getByRole('link', { name: new RegExp(`^${name} .+, department`) }).focus();
    await page.keyboard.press('Enter');
    await page.waitForURL(new RegExp(`department_id=${id}`));
    await settled(page);
    const own = await console.ask<List<Team>>(`/v1/teams?department_id=${id}`);
    const shown = await page
      .getByRole('region', { name: 'Teams', exact: true })
      .locator('tbody td:first-child a')
      .allTextContents();
    expect(shown.toSorted()).to.eql(own.data.map(({ metadata }) => metadata.name).toSorted());
    expect(page.url()).to.contain('range=7d');
    await close();
  });

  it('shows the cost by namespace and the weighted assignments of a team', async () => {
    const [first] = await listTeams();
    const { page, requests, complaints, close } = await console.look(`/teams/${first?.id}`);
    const { data } = await explore('in', [first?.metadata.name ?? '']);
    expect((await readAmounts(page, 'Cost by namespace')).slice(0, data.rows.length + 1)).to.eql([
      ...data.rows.map(({ totalCost }) => totalCost),
      data.summary.totalCost,
    ]);
    const about = await readAmounts(page, 'Team');
    expect(about).to.eql([first?.cost.current_run_rate_hourly.amount]);
    const assignments = await console.ask<
      List<{ metadata: { entity_name: string; weight_percentage: number; cluster: object } }>
    >(`/v1/teams/${first?.id}/assignments`);
    const rows = page.getByRole('region', { name: 'Assignments', exact: true }).locator('tbody tr');
    const cells = await rows.evaluateAll((all) =>
      all.map((row) => [row.cells[0]?.textContent, row.cells[4]?.textContent]),
    );
    expect(cells).to.eql(
      assignments.data.map(({ metadata }) => [
        metadata.entity_name,
        `${metadata.weight_percentage} %`,
      ]),
    );
    expect(requests).to.have.length.within(1, 12);
    expect(complaints).to.eql([]);
    await close();
  });

  it('explains partial costs on focus', async () => {
    const { page, close } = await console.look('/clusters');
    await page.route(/\/v1\/(teams|departments)/, async (route) => {
      const response = await route.fetch();
      const body = (await response.text()).replaceAll('"partial":false', '"partial":true');
      await route.fulfill({ response, body });
    });
    const [first] = await listTeams();
    const panels = { '/teams': ['Teams', 'Departments'], [`/teams/${first?.id}`]: ['Team'] };
    for (const [view, names] of Object.entries(panels)) {
      await page.evaluate(`location.hash = '${view}'`);
      for (const name of names) {
        const panel = page.getByRole('region', { name, exact: true });
        await panel.getByRole('note').first().focus();
        await panel.locator('.mark-tip').getByText('the actual cost may be higher').waitFor();
      }
      await settled(page);
    }
    await close();
  });

  it('says why the cost of a team cannot be compared', async () => {
    const [first] = await listTeams();
    const { page, close } = await console.look(`/teams/${first?.id}?range=90d`);
    await page.getByText('not comparable, because data of these days is missing').waitFor();
    await close();
  });

  it('shows run rates to a key without the scope for costs, and names the missing scope', async () => {
    const key = await console.createKey('teams:read');
    const { page, close } = await console.look('/teams?area=rate', { key });
    const teams = await listTeams();
    expect(await readAmounts(page, 'Teams')).to.eql(
      teams.map(({ cost }) => cost.current_run_rate_hourly.amount),
    );
    const panel = page.getByRole('region', { name: 'Teams', exact: true });
    expect(await panel.innerText()).to.contain('Your key lacks the scope');
    const names = new Set(teams.flatMap(({ metadata }) => metadata.department?.name ?? []));
    const areas = page.getByRole('group', { name: 'Run rate per hour by team' });
    expect(await areas.getByRole('link', { name: /, department/ }).count()).to.equal(names.size);
    await close();
  });

  it('has no accessibility violations in either theme', async () => {
    const [first] = await listTeams();
    for (const view of ['/teams', '/teams?area=rate', `/teams/${first?.id}`]) {
      const { checkAccessibility, close } = await console.look(view);
      expect(await checkAccessibility(), view).to.eql([]);
      await close();
    }
  });

  it('fits a phone screen', async () => {
    const { page, close } = await console.look('/teams', { viewport: { width: 390, height: 800 } });
    const overflow = await page.evaluate(
      'document.documentElement.scrollWidth - document.documentElement.clientWidth',
    );
    expect(overflow).to.equal(0);
    await close();
  });
});
