import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import {
  archiveLastMonth,
  readAmounts,
  type Console,
  openConsole,
  settled,
  type Visit,
} from '../support/console/console.ts';

type Row = Readonly<Record<string, string | undefined>>;
interface Exploration {
  readonly data: {
    readonly rows: readonly Row[];
    readonly summary: Readonly<Record<string, string>>;
    readonly pagination: { readonly total_rows: number };
  };
}

const components = ['cpuCost', 'memoryCost', 'gpuCost', 'idleCost', 'overheadCost'];
const efficiencies = ['costSharePercent', 'cpuEfficiencyPercent', 'memoryEfficiencyPercent'];
const dayMs = 86_400_000;
const daysAgo = (count: number) => new Date(Date.now() - count * dayMs).toISOString().slice(0, 10);

describe('console: explore', () => {
  let console: Console;

  before(async function () {
    console = await openConsole(this);
  });
  after(() => console.close());

  const ask = (body: object) => console.ask<Exploration>('/v1/cost-explorer/query', body);
  const names = ({ page }: Visit, panel: string) =>
    page
      .getByRole('region', { name: panel, exact: true })
      .first()
      .locator('tbody .row-name > :first-child')
      .allTextContents();
  const address = ({ page }: Visit) => {
    const [, query = ''] = page.url().split('?');
    return Object.fromEntries(new URLSearchParams(query));
  };

  const units = (amount = '0.0000') => BigInt(amount.replace('.', ''));
  const size = (change: bigint) => (change < 0n ? -change : change);

  it('shows the rows of the API by a label, and filters by its values', async () => {
    const body = { group_by: 'label:team', start_date: daysAgo(6), end_date: daysAgo(0) };
    const visit = await console.look('/explore?range=7d');
    const { page } = visit;
    await page.locator('.explore-bar select').first().selectOption('label:team');
    await settled(page);

    const { data } = await ask({ ...body, per_page: 100 });
    const rows = data.rows as unknown as { labels: { team: string | null }; totalCost: string }[];
    const values = rows.map(({ labels }) => labels.team);
    expect(values).to.include(null);
    expect(await names(visit, 'Cost by label team')).to.eql(
      values.map((value) => value ?? 'no label team'),
    );
    const [team] = values.filter((value) => value !== null);
    await page.locator('.row-name').getByRole('link', { name: team!, exact: true }).first().click();
    await settled(page);
    expect(address(visit)).to.include({ by: 'workload' });
    expect(address(visit).filters).to.include('label:team');
    expect(visit.complaints).to.eql([]);
  });

  it('keeps both of two settings that change before the next render', async () => {
    const visit = await console.look('/explore?range=7d');
    await visit.page.evaluate(`
      for (const [label, value] of [['Cost mode', 'workload_only'], ['Basis', 'all']]) {
        const select = document.querySelector('select[aria-label="' + label + '"]');
        select.value = value;
        select.dispatchEvent(new Event('change', { bubbles: true }));
      }`);
    await settled(visit.page);
    expect(address(visit)).to.include({ mode: 'workload_only', basis: 'all' });
  });

  it('groups by several groupings, and drills down into one of them', async () => {
    const visit = await console.look('/explore?by=owner:team&range=7d');
    const { page } = visit;
    await page.getByLabel('then by').selectOption({ label: 'Namespace' });
    await settled(page);
    expect(address(visit)).to.include({ by: '["owner:team","namespace"]' });

    const { data } = await ask({
      group_by: ['owner:team', 'namespace'],
      start_date: daysAgo(6),
      end_date: daysAgo(0),
      per_page: 100,
    });
    const rows = page.getByRole('table', { name: 'Rows by team, namespace' }).locator('tbody tr');
    const shown = await rows.evaluateAll((all) =>
      all.map((row) => [
        row.querySelector('.row-name > :first-child')?.textContent,
        row.querySelector('.group-name > :first-child')?.textContent,
        row.querySelector('data')?.value,
      ]),
    );
    expect(shown).to.eql(
      data.rows.map(({ team, namespace, totalCost }) => [team ?? 'no team', namespace, totalCost]),
    );
    await page.getByLabel('then by').last().selectOption({ label: 'Day' });
    await settled(page);
    expect(address(visit)).to.include({ by: '["owner:team","namespace","time:day"]' });
    await page.getByLabel('then by').last().selectOption('');
    await settled(page);

    await rows.first().locator('.row-name a').click();
    await page.getByRole('heading', { name: 'Cost by workload' }).waitFor();
    await settled(page);
    expect((await readAmounts(page, 'Total'))[0]).to.equal(data.rows[0]?.totalCost);
    expect(visit.complaints).to.eql([]);
    await visit.close();
  });

  it('drills down to the cost that several departments own together', async () => {
    const visit = await console.look('/explore?by=owner:department&range=7d');
    const { page } = visit;
    await page.route('**/v1/cost-explorer/query', async (route) => {
      const response = await route.fetch();
      const { data } = (await response.json()) as Exploration;
      const rows = data.rows.map((row, index) =>
        index === 0 ? { ...row, department: 'One, Two' } : row,
      );
      await route.fulfill({ response, json: { data: { ...data, rows } } });
    });
    await page.getByLabel('Cost mode').selectOption('workload_only');
    await page.locator('.row-name').getByRole('link', { name: 'One, Two' }).click();
    await page.getByRole('heading', { name: 'Cost by team' }).waitFor();
    const filters = JSON.parse(address(visit).filters ?? '') as { values: string[] }[];
    expect(filters.map(({ values }) => values)).to.deep.include.members([['One'], ['Two']]);
    await visit.close();
  });

  it('links a day to its costs, and offers no comparison between days', async () => {
    const visit = await console.look(
      '/explore?by=time:day&range=7d&grouped=true&sort=day&order=asc',
    );
    const { page } = visit;
    const first = page.getByRole('table', { name: 'Rows by day' }).locator('tbody tr').first();
    const cost = await first.locator('data').first().getAttribute('value');
    expect(await page.getByLabel('Compare with').isDisabled()).to.equal(true);
    await first.locator('.row-name a').click();
    await page.getByRole('heading', { name: 'Cost by namespace' }).waitFor();
    await settled(page);
    expect(address(visit)).to.include({ from: daysAgo(6), to: daysAgo(6) });
    expect((await readAmounts(page, 'Total'))[0]).to.equal(cost);
    await visit.close();
  });

  it('groups by an annotation, and by the labels of namespaces where workloads have none', async () => {
    const visit = await console.look(
      `/explore?range=7d&by=${encodeURIComponent('["annotation:owner","label:team"]')}&inherit=true`,
    );
    const { page } = visit;
    const { data } = await ask({
      group_by: ['annotation:owner', 'label:team'],
      label_inheritance: true,
      start_date: daysAgo(6),
      end_date: daysAgo(0),
      per_page: 100,
    });
    const rows = data.rows as unknown as { labels: { team: string | null } }[];
    const table = page.getByRole('table', { name: 'Rows by annotation owner, label team' });
    expect(await table.locator('.group-name > :first-child').allTextContents()).to.eql(
      rows.map(({ labels }) => labels.team ?? 'no label team'),
    );
    expect(await page.getByLabel('Inherit labels from the namespace').isChecked()).to.equal(true);
    expect(await table.locator('.row-name a').count()).to.equal(0);
    // The API filters by the labels of workloads, not by inherited ones.
    await page.locator('.explore-bar select').first().selectOption('namespace');
    const namespaces = page.getByRole('table', { name: 'Rows by namespace, label team' });
    await namespaces.waitFor();
    expect(await namespaces.locator('.row-name a').count()).to.equal(0);
    await visit.close();
  });

  const groupings = [
    ['namespace', 'namespace', 'namespace'],
    ['workload', 'workload', 'workloadName'],
    ['deployment', 'deployment', 'workloadName'],
    ['statefulset', 'stateful set', 'workloadName'],
    ['daemonset', 'daemon set', 'workloadName'],
    ['controller_kind', 'controller kind', 'workloadKind'],
    ['pod', 'pod', 'podName'],
    ['container', 'container', 'containerName'],
    ['node', 'node', 'nodeName'],
    ['instance_type', 'instance type', 'instanceType'],
    ['owner:department', 'department', 'department'],
  ] as const;
  for (const [groupBy, noun, name] of groupings) {
    it(`shows the rows and totals of the API by ${noun}`, async () => {
      const visit = await console.look(`/explore?by=${groupBy}&range=7d`);
      const { data } = await ask({
        group_by: groupBy,
        start_date: daysAgo(6),
        end_date: daysAgo(0),
        per_page: 100,
      });

      const figures = await readAmounts(visit.page, 'Total');
      for (const total of [
        'totalCost',
        'idleCost',
        'averageDailyCost',
        'previousPeriodCost',
        'unallocatedCost',
      ]) {
        expect(figures, total).to.include(data.summary[total]);
      }
      expect(await names(visit, `Cost by ${noun}`)).to.eql(
        data.rows.map((row) => (['', undefined].includes(row[name]) ? `no ${noun}` : row[name])),
      );
      const table = visit.page.getByRole('table', { name: `Rows by ${noun}` });
      for (const [choice, measures] of [
        ['costs', efficiencies],
        ['components', components],
      ] as const) {
        await visit.page.getByLabel('Show').selectOption(choice);
        await table
          .locator('th')
          .getByText(choice === 'costs' ? 'Share, %' : 'Idle')
          .waitFor();
        const shown = ['totalCost', ...measures];
        expect(
          await table
            .locator('tbody data')
            .evaluateAll((cells) => cells.map((cell) => cell.getAttribute('value'))),
        ).to.eql(
          data.rows.flatMap((row) => shown.flatMap((measure) => row[measure] ?? []).map(String)),
        );
      }
      expect(visit.requests).to.have.length.within(1, 12);
      expect(visit.complaints).to.eql([]);
      await visit.close();
    });
  }

  for (const by of ['namespace', 'deployment', 'pod', 'node']) {
    it(`adds the cost per day up to the rows by ${by}`, async () => {
      const visit = await console.look(`/explore?by=${by}&range=7d&basis=all`);
      const { data } = await ask({
        group_by: by,
        basis: 'all',
        start_date: daysAgo(6),
        end_date: daysAgo(0),
        per_page: 100,
      });
      const panel = visit.page.getByRole('region', { name: 'Cost per day', exact: true });
      await panel.getByText('Show as a table').click();
      const table = panel.getByRole('table', { name: 'Cost per day' });
      for (const [column, cost] of [
        ...data.rows.slice(0, 5).map((row, index) => [index + 2, row.totalCost] as const),
        [8, data.summary.totalCost] as const,
      ]) {
        const days = await table
          .locator(`tbody td:nth-child(${column}) data`)
          .evaluateAll((cells) => cells.map((cell) => cell.getAttribute('value') ?? ''));
        const sum = days.map(units).reduce((one, other) => one + other, 0n);
        // Each day is rounded.
        expect(size(sum - units(cost)) < 100n, `${column}: ${days.join()}`).to.equal(true);
      }
      expect(visit.complaints).to.eql([]);
      await visit.close();
    });
  }

  it('opens a day of the chart, and returns', async () => {
    const visit = await console.look('/explore?by=workload&range=7d&q=api');
    const { page } = visit;
    const bar = page.getByRole('group', { name: 'Cost per day' }).getByRole('link').nth(5);
    await bar.click();
    await bar.waitFor({ state: 'detached' });
    const day = { from: daysAgo(1), to: daysAgo(1) };
    expect(address(visit)).to.include({ by: 'workload', q: 'api', ...day });
    await page.goBack();
    await bar.waitFor();
    expect(visit.complaints).to.eql([]);
    await visit.close();
  });

  it('keeps the header and the totals of a long table in view', async () => {
    const { page, close } = await console.look('/explore?by=pod&range=7d');
    const table = page.getByRole('region', { name: 'Rows by pod' });
    await table.evaluate((element) => element.scrollTo(0, 1_000));
    const [total] = await readAmounts(page, 'Total');
    expect(await table.locator('thead data').first().getAttribute('value')).to.equal(total);
    const [region, head] = [await table.boundingBox(), await table.locator('thead').boundingBox()];
    expect(head?.y).to.equal(region?.y);
    await page.getByRole('link', { name: 'Next page' }).click();
    await settled(page);
    expect(await table.evaluate((element) => element.scrollTop)).to.equal(0);
    await close();
  });

  it('drills down from a namespace to a container, with range and filters kept', async () => {
    const filters = [
      { axis: 'cluster', field: 'environment', operator: 'in', values: ['production'] },
    ];
    const visit = await console.look(
      `/explore?by=namespace&range=7d&filters=${encodeURIComponent(JSON.stringify(filters))}`,
    );
    const { page } = visit;
    const steps = [
      ['namespace', 'workload'],
      ['workload', 'pod'],
      ['pod', 'container'],
    ] as const;
    for (const [from, to] of steps) {
      const row = page
        .getByRole('table', { name: `Rows by ${from}` })
        .locator('tbody tr')
        .first();
      const cost = await row.locator('data').first().getAttribute('value');
      await row.locator('.row-name a').click();
      await page.getByRole('heading', { name: `Cost by ${to}` }).waitFor();
      await settled(page);

      const totals = await readAmounts(page, 'Total');
      // A pod has what it is charged; its containers are all of it.
      expect(totals[0], `${from} to ${to}`).to.equal(cost);
      expect(address(visit)).to.include({ by: to, range: '7d' });
    }
    expect(JSON.parse(address(visit).filters ?? '')).to.deep.include(filters[0]);
    expect(visit.complaints).to.eql([]);
    await visit.close();
  });

  it('drills down from an instance type over a node to its pods', async () => {
    const visit = await console.look('/explore?by=instance_type&range=7d');
    const { page } = visit;
    const first = (noun: string) =>
      page
        .getByRole('table', { name: `Rows by ${noun}` })
        .locator('tbody tr')
        .first();
    const cost = await first('instance type').locator('data').first().getAttribute('value');
    await first('instance type').locator('.row-name a').click();
    await page.getByRole('heading', { name: 'Cost by node' }).waitFor();
    await settled(page);
    expect((await readAmounts(page, 'Total'))[0]).to.equal(cost);

    const node = await first('node').locator('data').first().getAttribute('value');
    await first('node').locator('.row-name a').click();
    await page.getByRole('heading', { name: 'Cost by pod' }).waitFor();
    await settled(page);
    const figures = await readAmounts(page, 'Total');
    const inPods = BigInt((figures[0] ?? '').replace('.', ''));
    const inNoPod = BigInt((figures.at(-1) ?? '').replace('.', ''));
    expect(inPods + inNoPod).to.equal(BigInt((node ?? '').replace('.', '')));
    await visit.close();
  });

  it('opens the view of a namespace, a workload and a node', async () => {
    for (const by of ['namespace', 'workload', 'node']) {
      const visit = await console.look(`/explore?by=${by}&range=7d`);
      const { page } = visit;
      const row = page
        .getByRole('table', { name: `Rows by ${by}` })
        .locator('tbody tr')
        .first();
      const name = (await row.locator('.row-name > :first-child').textContent()) ?? '';
      await row.getByRole('link', { name: `Open ${name}` }).click();
      await page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
      expect(address(visit)).to.include({ range: '7d' });
      await visit.close();
    }
  });

  it('suggests existing values for a filter, and applies several', async () => {
    const visit = await console.look('/explore?by=workload&range=7d');
    const { page } = visit;
    await page.getByText('Add filter').click();
    const editor = page.getByRole('form', { name: 'Filter' });
    await editor.getByLabel('Field').selectOption({ label: 'Team' });
    const teams = await console.ask<{ data: { metadata: { name: string } }[] }>(
      '/v1/teams?limit=2',
    );
    const chosen = teams.data.map(({ metadata }) => metadata.name);
    for (const team of chosen) await editor.getByLabel(team, { exact: true }).check();
    await editor.getByRole('button', { name: 'Apply' }).click();
    await settled(page);

    const { data } = await ask({
      group_by: 'workload',
      start_date: daysAgo(6),
      end_date: daysAgo(0),
      filter_expression: { workload: [{ field: 'team', operator: 'in', values: chosen }] },
    });
    expect((await readAmounts(page, 'Total'))[0]).to.equal(data.summary.totalCost);
    const chips = page.getByRole('group', { name: 'Filters' });
    expect(await chips.innerText()).to.contain(`Team is ${chosen.join(' or ')}`);
    await chips.getByRole('button', { name: /^Remove the filter Team/ }).click();
    await settled(page);
    expect(address(visit)).not.to.have.property('filters');
    await visit.close();
  });

  it('finds values of every field, by typing a part of them', async () => {
    const visit = await console.look('/explore?range=7d');
    const { page } = visit;
    await page.getByText('Add filter').click();
    const editor = page.getByRole('form', { name: 'Filter' });
    const offered = editor.getByRole('checkbox');
    for (const field of [
      'Namespace',
      'Department',
      'Workload',
      'Kind',
      'Pod',
      'Node',
      'Node group',
      'Instance type',
      'Zone',
      'Capacity type',
      'Architecture',
      'Cluster',
      'Environment',
      'Provider',
      'Region',
    ]) {
      await editor.getByLabel('Field').selectOption({ label: field });
      await offered.first().waitFor();
    }
    await editor.getByLabel('Field').selectOption({ label: 'Namespace' });
    await editor.getByLabel('Value', { exact: true }).fill('kube-s');
    await editor.getByLabel('kube-system', { exact: true }).waitFor();
    await offered.nth(1).waitFor({ state: 'detached' });
    await editor.getByLabel('Value', { exact: true }).fill('typed only');
    await page.keyboard.press('Enter');
    const typed = editor.getByLabel('typed only', { exact: true });
    expect(await typed.isChecked()).to.equal(true);
    await editor.getByLabel('Value', { exact: true }).fill('typed only');
    await page.keyboard.press('Enter');
    expect(await typed.isChecked()).to.equal(true);
    await editor.getByLabel('Value', { exact: true }).fill('not added');
    await editor.getByRole('button', { name: 'Apply' }).click();
    await page
      .getByRole('button', { name: 'Remove the filter Namespace is typed only or not added' })
      .waitFor();
    await page.getByText('No rows match.').waitFor();
    await page.getByLabel('Compare with').selectOption('before');
    await page.getByText('No rows match in either period.').waitFor();
    await page.getByRole('button', { name: 'Remove all filters' }).click();
    await page.getByRole('table', { name: 'Rows by namespace' }).waitFor();
    expect(visit.complaints).to.eql([]);
    await visit.close();
  });

  /** What each row cost on a day, by its keys. */
  const askCosts = async (groupBy: string, date: string, keys: readonly string[]) => {
    const { data } = await ask({
      group_by: groupBy,
      start_date: date,
      end_date: date,
      per_page: 10_000,
      export: true,
    });
    const entries = data.rows.map((row): [string, bigint] => [
      keys.map((key) => row[key]).join(),
      units(row.totalCost),
    ]);
    return new Map(entries);
  };
  const changesIn = ({ page }: Visit, table: string) =>
    page
      .getByRole('table', { name: table })
      .locator('tbody tr .change data')
      .evaluateAll((cells) => cells.map((cell) => cell.getAttribute('value') ?? ''));

  it('compares a day with the day before, exactly', async () => {
    const [day, before] = [daysAgo(2), daysAgo(3)];
    const visit = await console.look(`/explore?from=${day}&to=${day}&compare=before`);
    const keys = ['clusterId', 'namespace'];
    const now = await askCosts('namespace', day, keys);
    const then = await askCosts('namespace', before, keys);
    const changes = [...new Set([...now.keys(), ...then.keys()])]
      .map((key) => (now.get(key) ?? 0n) - (then.get(key) ?? 0n))
      .filter((change) => change !== 0n)
      .sort((a, b) => Number(size(b) - size(a)));

    const ranked = await changesIn(visit, 'Rows by size of change');
    expect(ranked.map(units)).to.eql(changes.slice(0, 10));
    const inTable = await changesIn(visit, 'Rows by namespace');
    expect(inTable.map(units)).to.eql([...now].map(([key, cost]) => cost - (then.get(key) ?? 0n)));
    expect(visit.requests).to.have.length.within(1, 12);
    await visit.close();
  });

  it('shows a lower bound of a change if more rows exist than are compared', async () => {
    const [day, before] = [daysAgo(2), daysAgo(3)];
    const visit = await console.look(`/explore?by=pod&from=${day}&to=${day}&compare=before`);
    const now = await askCosts('pod', day, ['podName', 'namespace', 'clusterName']);
    const then = await askCosts('pod', before, ['podName', 'namespace', 'clusterName']);
    const rows = await visit.page
      .getByRole('table', { name: 'Rows by size of change' })
      .locator('tbody tr')
      .evaluateAll((shown) =>
        shown.map((row) => ({
          name: row.querySelector('.row-name > :first-child')?.textContent ?? '',
          context: row.querySelector('.row-name .unit')?.textContent?.split(' · ') ?? [],
          change: row.querySelector('.change data')?.getAttribute('value') ?? '',
          isAtLeast: row.textContent?.includes('at least') ?? false,
        })),
      );
    expect(now.size).to.be.above(500);
    expect(rows).to.have.length(10);
    for (const { name, context, change, isAtLeast } of rows) {
      const key = [name, ...context.slice(-2)].join();
      const exact = (now.get(key) ?? 0n) - (then.get(key) ?? 0n);
      if (isAtLeast) expect(size(exact) >= size(units(change)), key).to.equal(true);
      else expect(exact, key).to.equal(units(change));
    }
    await visit.close();
  });

  it('links a day of the overview to its changes', async () => {
    const visit = await console.look('/?range=7d');
    const { page } = visit;
    const bars = page.getByRole('group', { name: 'Cost per day' }).getByRole('link');
    // The last but one: today is not over.
    await bars.nth(5).click();
    await page.getByRole('table', { name: 'Rows by size of change' }).waitFor();
    expect(address(visit)).to.include({
      from: daysAgo(1),
      to: daysAgo(1),
      compare: 'before',
    });
    await visit.close();
  });

  it('names the days without data', async () => {
    const { page, close } = await console.look('/explore?range=90d');
    await page
      .getByText(/there is no data for \d+ days; the amounts cover \d+ days, from/)
      .waitFor();
    await close();
  });

  it('says that it is unknown whether there was data more than five years ago', async () => {
    const visit = await console.look(`/explore?from=2019-01-01&to=${daysAgo(0)}`);
    const { page } = visit;
    await page
      .getByText(/it is unknown whether there is data before .* there is no data/)
      .waitFor();
    expect(visit.complaints).to.eql([]);
    await page.route('**/dashboard/cost-trend?*', (route) => route.fulfill({ status: 400 }));
    await page.getByLabel('Basis').selectOption('all');
    await page.getByText(/^It is unknown whether days are missing/).waitFor();
    await visit.close();
  });

  it('says that a month is archived, and compares nothing with it', async () => {
    const archive = await archiveLastMonth(console);
    const { page, close } = await console.look(
      `/explore?from=${archive.from}&to=${archive.to}&compare=before`,
    );
    await page.getByText(/^\w{3} 1\s–\s.* is archived and not included\.$/).waitFor();
    await page.getByText(/There is no other cost in this range: .* is archived/).waitFor();
    await page.getByText(/is archived and not included, so nothing can be compared/).waitFor();
    await close();
    await archive.restore();
  });

  it('says that today is not over where it is compared', async () => {
    const { page, close } = await console.look('/explore?range=today&compare=before');
    const total = page.getByRole('region', { name: 'Total', exact: true });
    await total.getByText('today is not over').waitFor();
    await page
      .getByRole('region', { name: 'Largest changes' })
      .getByText('Today is not over.')
      .waitFor();
    await close();
  });

  it('filters by a label, and by a part of a value', async () => {
    const visit = await console.look('/explore?by=workload&range=7d');
    const { page } = visit;
    const { data } = await console.ask<{
      data: { metadata: { labels: Record<string, string> } }[];
    }>('/v1/workloads?limit=1');
    const [[key, value] = ['', '']] = Object.entries(data[0]?.metadata.labels ?? {});
    await page.getByText('Add filter').click();
    const editor = page.getByRole('form', { name: 'Filter' });
    await editor.getByLabel('Field').selectOption({ label: 'Label …' });
    await editor.getByLabel('Label key').fill(key);
    await editor.getByLabel(value, { exact: true }).waitFor();
    await editor.getByLabel('Operator').selectOption({ label: 'starts with' });
    await editor.getByLabel('Value', { exact: true }).fill(value.slice(0, 2));
    await page.keyboard.press('Enter');
    await editor.getByRole('button', { name: 'Apply' }).click();
    await settled(page);

    const found = await ask({
      group_by: 'workload',
      start_date: daysAgo(6),
      end_date: daysAgo(0),
      filter_expression: {
        workload: [{ field: `label:${key}`, operator: 'starts_with', values: [value.slice(0, 2)] }],
      },
    });
    expect((await readAmounts(page, 'Total'))[0]).to.equal(found.data.summary.totalCost);
    await visit.close();
  });

  it('sorts and pages with the API, and restores the state from a URL', async () => {
    const visit = await console.look(
      '/explore?by=pod&range=7d&sort=memoryCost&order=asc&page=2&shows=usage&mode=workload_only&q=a',
    );
    const { page } = visit;
    const { data } = await ask({
      group_by: 'pod',
      start_date: daysAgo(6),
      end_date: daysAgo(0),
      sort_by: 'memoryCost',
      sort_order: 'asc',
      page: 2,
      per_page: 100,
      cost_mode: 'workload_only',
      search: 'a',
    });
    expect(await names(visit, 'Cost by pod')).to.eql(data.rows.map(({ podName }) => podName));
    expect(await page.getByLabel('Show').inputValue()).to.equal('usage');
    await page.getByRole('button', { name: 'Pod', exact: true }).click();
    await settled(page);
    expect(address(visit))
      .to.include({ sort: 'podName', order: 'desc' })
      .and.not.have.property('page');
    const focused = await page.evaluate("document.activeElement.closest('button')?.textContent");
    expect(focused).to.contain('Pod');
    await page.getByRole('link', { name: 'Next page' }).click();
    await settled(page);
    expect(address(visit)).to.include({ page: '2' });
    await page.getByLabel('Range', { exact: true }).selectOption('today');
    await page.waitForURL(/range=today/);
    expect(address(visit)).not.to.have.property('page');
    await visit.close();
  });

  it('saves the rows as CSV with all columns and exact decimals', async () => {
    const visit = await console.look('/explore?by=namespace&range=7d');
    const [download] = await Promise.all([
      visit.page.waitForEvent('download'),
      visit.page.getByRole('button', { name: 'CSV' }).click(),
    ]);
    const [header = '', ...lines] = readFileSync(await download.path(), 'utf8')
      .trimEnd()
      .split('\r\n');
    const { data } = await ask({
      group_by: 'namespace',
      start_date: daysAgo(6),
      end_date: daysAgo(0),
      per_page: 100,
    });
    const columns = header.split(',');
    expect(columns).to.include.members([
      'namespace',
      'clusterId',
      'clusterName',
      'totalCost',
      'idleCost',
    ]);
    expect(lines).to.eql(
      data.rows.map((row) => columns.map((column) => row[column] ?? '').join(',')),
    );
    await visit.close();
  });

  it('has no accessibility violations in either theme', async () => {
    const { page, checkAccessibility, close } = await console.look(
      '/explore?range=7d&compare=before',
    );
    expect(await checkAccessibility()).to.eql([]);
    await page.getByText('Add filter').click();
    await page.getByRole('form', { name: 'Filter' }).getByRole('checkbox').first().waitFor();
    expect(await checkAccessibility()).to.eql([]);
    await close();
  });

  it('can be used with only the keyboard', async () => {
    const visit = await console.look('/explore?range=7d');
    const { page } = visit;
    await page.getByText('Add filter').focus();
    await page.keyboard.press('Enter');
    await page.locator('input:focus').waitFor();
    await page.keyboard.type('kube-system');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await page
      .getByRole('button', { name: /^Remove the filter Namespace is kube-system/ })
      .waitFor();
    await settled(page);
    expect(new Set(await names(visit, 'Cost by namespace'))).to.eql(new Set(['kube-system']));
    await page
      .getByRole('table', { name: 'Rows by namespace' })
      .locator('.row-name a')
      .first()
      .focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Cost by workload' }).waitFor();
    await visit.close();
  });

  it('fits a phone screen', async () => {
    const { page, close } = await console.look('/explore?range=7d&compare=before', {
      viewport: { width: 390, height: 800 },
    });
    expect(
      await page.evaluate(
        'document.documentElement.scrollWidth - document.documentElement.clientWidth',
      ),
    ).to.equal(0);
    await close();
  });
});
