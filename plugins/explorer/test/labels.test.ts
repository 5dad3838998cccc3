import { expect } from 'chai';
import { readFile } from 'node:fs/promises';
import { Ledger, type Owner } from './ledger.ts';
import { bothDays, spendWorkedExample } from './worked-example.ts';

const day = { start_date: '2026-07-05', end_date: '2026-07-05' };
const free = { memory: 0, gpu: 0, idle: 0, overhead: 0 };

describe('POST /v1/cost-explorer/query by labels', () => {
  let ledger: Ledger;

  before(async () => {
    ledger = await Ledger.boot();
  });
  after(() => ledger.app.stop());
  beforeEach(() => ledger.clear());

  /** What each owner costs on the day, in CPU. */
  async function spend(cluster: string, costs: readonly (readonly [Owner, number])[]) {
    const node = ledger.node('node');
    await ledger.spend(cluster, '2026-07-05', {
      containers: costs.map(([owner, cpu]) => ({
        owner,
        node,
        pod: [owner.uid, `${owner.namespace}-pod`],
        container: 'main',
        cpu,
        ...free,
      })),
    });
  }

  /** What each row is of and costs, in their order. */
  const costs = async (body: object) => {
    const { rows } = await ledger.query({ ...day, ...body });
    return rows.map(({ labels, annotations, namespace, totalCost }: Record<string, unknown>) =>
      [namespace, labels, annotations, Number(totalCost)].filter((value) => value !== undefined),
    );
  };

  it('has a row for each value, and one for workloads without the label', async () => {
    await spendWorkedExample(ledger);
    const { rows, summary } = await ledger.query({ ...bothDays, group_by: 'label:app' });

    const [none, east, db, west] = rows;
    expect(rows).to.have.length(4);
    expect(none).to.deep.include({ labels: { app: null }, totalCost: '14.7500' });
    expect(east).to.deep.include({ labels: { app: 'api' }, clusterName: 'east' });
    expect(east).to.include({ totalCost: '10.2500', cpuCost: '5.0000', costSharePercent: 27.33 });
    expect(east).to.include({ cpuCoreHoursRequested: 2, cpuEfficiencyPercent: 50 });
    expect(db).to.deep.include({ labels: { app: 'db' }, totalCost: '7.5000' });
    expect(west).to.deep.include({ labels: { app: 'api' }, clusterName: 'west' });
    expect(summary).to.include({ totalCost: '37.5000', unallocatedCost: '4.0000', rowCount: 4 });
  });

  it('has one row per value across clusters in a grouped view', async () => {
    await spendWorkedExample(ledger);
    const { rows } = await ledger.query({
      ...bothDays,
      group_by: 'label:app',
      view_mode: 'grouped',
    });

    expect(rows.map((row: { labels: object }) => row.labels)).to.eql([
      { app: 'api' },
      { app: null },
      { app: 'db' },
    ]);
    expect(rows[0]).to.include({ totalCost: '15.2500' });
    expect(rows[0]).not.to.have.any.keys('clusterId', 'clusterName', 'annotations');
  });

  it('matches the example of the README', async () => {
    await spendWorkedExample(ledger);
    const readme = await readFile(new URL('../README.md', import.meta.url), 'utf8');
    const blocks = readme.split('### Labels')[1]!.matchAll(/```json\n([^]*?)```/g);
    const [body, expected] = [...blocks].map(([, json = '']) => JSON.parse(json) as object[]);

    const { rows } = await ledger.query(body);
    expect(rows).to.have.length(2);
    for (const [index, row] of expected!.entries()) expect(rows[index]).to.deep.include(row);
  });

  it('distinguishes an empty value from a missing one, and accepts any key and value', async () => {
    const cluster = await ledger.cluster();
    const key = `a.b/c"'$1 %\\{}[]`;
    const value = `=', "x" \\ é\n`;
    const owner = (name: string, labels: object) =>
      ledger.owner(cluster, ['Deployment', 'shop', name], { labels });
    await spend(cluster, [
      [await owner('a', {}), 1],
      [await owner('b', { [key]: '' }), 2],
      [await owner('c', { [key]: value }), 4],
      [await owner('d', { other: value }), 8],
    ]);

    expect(await costs({ group_by: `label:${key}` })).to.eql([
      [{ [key]: null }, 9],
      [{ [key]: value }, 4],
      [{ [key]: '' }, 2],
    ]);
  });

  it('uses the label of an owner at the time, also within a day', async () => {
    const cluster = await ledger.cluster();
    const named = ['Deployment', 'shop', 'moves'] as const;
    const before = await ledger.owner(cluster, named, { labels: { tier: 'one' } });
    const after = await ledger.owner(cluster, named, {
      owner_uid: before.uid,
      labels: { tier: 'two' },
    });
    await spend(cluster, [
      [before, 1],
      [after, 2],
    ]);

    for (const groupBy of ['pod', 'container', 'workload', 'node']) {
      const { rows } = await ledger.query({ ...day, group_by: [groupBy, 'label:tier'] });
      expect(
        rows.map((row: { labels: object; totalCost: string }) => [row.labels, row.totalCost]),
        groupBy,
      ).to.eql([
        [{ tier: 'two' }, '2.0000'],
        [{ tier: 'one' }, '1.0000'],
      ]);
    }
  });

  describe('of several groupings', () => {
    beforeEach(async () => {
      const cluster = await ledger.cluster();
      const owner = (namespace: string, name: string, own: object) =>
        ledger.owner(cluster, ['Deployment', namespace, name], own as Record<string, unknown>);
      await spend(cluster, [
        [await owner('shop', 'a', { labels: { app: 'x' }, annotations: { cc: '7' } }), 1],
        [await owner('shop', 'b', { labels: { app: 'y', tier: 'z' } }), 2],
        [await owner('shop', 'c', { labels: { app: 'y' }, annotations: { cc: '7' } }), 4],
        [await owner('bank', 'a', { labels: { app: 'x' } }), 8],
        [await owner('bank', 'b', {}), 16],
      ]);
    });

    it('has a row of each combination', async () => {
      expect(await costs({ group_by: ['namespace', 'label:app'] })).to.eql([
        ['bank', { app: null }, 16],
        ['bank', { app: 'x' }, 8],
        ['shop', { app: 'y' }, 6],
        ['shop', { app: 'x' }, 1],
      ]);
      expect(await costs({ group_by: ['label:app', 'annotation:cc', 'label:tier'] })).to.eql([
        [{ app: null, tier: null }, { cc: null }, 16],
        [{ app: 'x', tier: null }, { cc: null }, 8],
        [{ app: 'y', tier: null }, { cc: '7' }, 4],
        [{ app: 'y', tier: 'z' }, { cc: null }, 2],
        [{ app: 'x', tier: null }, { cc: '7' }, 1],
      ]);
    });

    it('has the keys of each grouping, absent if a row has no value', async () => {
      const { rows, summary } = await ledger.query({
        ...day,
        group_by: ['deployment', 'node', 'annotation:cc'],
        search: '7',
      });

      expect(rows.map((row: { totalCost: string }) => row.totalCost)).to.eql(['4.0000', '1.0000']);
      expect(rows[0]).to.include({ workloadName: 'c', namespace: 'shop', nodeName: 'node' });
      expect(rows[0]).to.include.keys('workloadUid', 'nodeUid', 'instanceType', 'clusterId');
      expect(rows[0].annotations).to.eql({ cc: '7' });
      expect(summary).to.include({ totalCost: '5.0000', unallocatedCost: '0.0000' });

      const stateful = await ledger.query({ ...day, group_by: ['statefulset', 'label:app'] });
      expect(stateful.rows).to.eql([]);
      expect(stateful.summary).to.include({ totalCost: '0.0000', unallocatedCost: '31.0000' });
    });

    it('sorts by a label, rows without it last', async () => {
      const ask = (order: string) =>
        costs({ group_by: ['label:app', 'namespace'], sort_by: 'label:app', sort_order: order });

      expect(await ask('asc')).to.eql([
        ['bank', { app: 'x' }, 8],
        ['shop', { app: 'x' }, 1],
        ['shop', { app: 'y' }, 6],
        ['bank', { app: null }, 16],
      ]);
      expect((await ask('desc')).map(([, labels]: [string, object]) => labels)).to.eql([
        { app: 'y' },
        { app: 'x' },
        { app: 'x' },
        { app: null },
      ]);
    });

    it('pages and searches them as any other grouping', async () => {
      const body = { group_by: ['namespace', 'label:app'], per_page: 3, page: 2 };
      expect(await costs(body)).to.eql([['shop', { app: 'x' }, 1]]);
      expect(await costs({ group_by: 'label:app', search: 'X' })).to.eql([[{ app: 'x' }, 9]]);
      expect(await costs({ ...body, page: 1, search: 'AN' })).to.have.length(2);
      const named = { group_by: 'label:app' };
      expect(await costs({ ...named, search: '' })).to.eql(await costs(named));
    });

    it('filters them as any other grouping', async () => {
      const statement = { field: 'label:app', operator: 'not_in', values: ['y'] };
      const filterExpression = { workload: [statement] };
      expect(await costs({ group_by: 'label:app', filter_expression: filterExpression })).to.eql([
        [{ app: null }, 16],
        [{ app: 'x' }, 9],
      ]);
    });
  });

  it("falls back to the namespace's label if requested", async () => {
    const cluster = await ledger.cluster();
    const ofNamespace = {
      namespace_labels: { 'cost/center': '100', app: 'all' },
      namespace_annotations: { note: 'shared' },
    };
    const owner = (name: string, labels: object) =>
      ledger.owner(cluster, ['Deployment', 'shop', name], { labels, ...ofNamespace });
    await spend(cluster, [
      [await owner('own', { 'cost/center': '200' }), 1],
      [await owner('empty', { 'cost/center': '' }), 2],
      [await owner('none', {}), 4],
      [await ledger.owner(cluster, ['Deployment', 'bank', 'none']), 8],
    ]);

    const group = (groupBy: string, inherits: boolean) =>
      costs({ group_by: groupBy, label_inheritance: inherits });
    expect(await group('label:cost/center', false)).to.eql([
      [{ 'cost/center': null }, 12],
      [{ 'cost/center': '' }, 2],
      [{ 'cost/center': '200' }, 1],
    ]);
    expect(await group('label:cost/center', true)).to.eql([
      [{ 'cost/center': null }, 8],
      [{ 'cost/center': '100' }, 4],
      [{ 'cost/center': '' }, 2],
      [{ 'cost/center': '200' }, 1],
    ]);
    expect(await group('annotation:note', true)).to.eql([
      [{ note: null }, 8],
      [{ note: 'shared' }, 7],
    ]);
  });

  it('asks for a smaller page if its rows exceed 16 MiB', async () => {
    const cluster = await ledger.cluster();
    await ledger.spend(cluster, '2026-07-05', {});
    for (const statement of [ownersWithLongAnnotations, costsOfOwners])
      await ledger.app.sql(statement, [ledger.organization, cluster]);
    const ask = (perPage: number) =>
      ledger.post({
        ...day,
        group_by: ['annotation:a', 'annotation:b', 'annotation:c'],
        per_page: perPage,
        export: true,
      });

    expect((await ask(1_000)).status).to.equal(200);
    const { status, body } = await ask(10_000);
    expect(status).to.equal(422);
    expect(body.error.details[0]).to.include({ field: 'per_page', reason: 'invalid_value' });
    expect(body.error.message).to.contain('more than 16 MiB');
  });
});

const ownersWithLongAnnotations = `
  insert into owner_descriptions (organization_id, cluster_id, owner_uid, kind, namespace, name, labels,
      annotations, teams, departments, digest)
    select $1, $2, gen_random_uuid(), 'Deployment', 'shop', n, '{}',
      jsonb_build_object('a', long, 'b', long, 'c', long), '{}', '{}', gen_random_uuid()
    from generate_series(1, 1500) as n, lateral (select n || repeat('x', 4090) as long) as value`;
const costsOfOwners = `
  insert into workload_days (organization_id, cluster_id, day, workload_uid, description_id, seconds,
      cpu_cost_seconds, cpu_requested_core_seconds, memory_requested_byte_seconds, gpu_requested_seconds,
      cpu_charged_core_seconds, memory_charged_byte_seconds)
    select organization_id, cluster_id, '2026-07-05', owner_uid, id, 86400, id, 1, 1, 0, 1, 1
    from owner_descriptions where organization_id = $1 and cluster_id = $2`;

describe('GET /v1/cost-explorer/labels', () => {
  let ledger: Ledger;
  let east: string;
  const window = 'start_date=2026-07-01&end_date=2026-07-02';

  before(async () => {
    ledger = await Ledger.boot();
    ({ east } = await spendWorkedExample(ledger));
    // The next day: a cluster whose owners have what their namespace has.
    const cluster = await ledger.cluster();
    const owner = (name: string, own: Record<string, unknown>) =>
      ledger.owner(cluster, ['Deployment', 'shop', name], own);
    const node = ledger.node('n');
    const charge = { node, container: 'main', memory: 0, gpu: 0, idle: 0, overhead: 0 };
    const owners = [
      await owner('a', { labels: { Env: 'a' }, annotations: { 'example.com/cc': '1' } }),
      await owner('b', { labels: {}, namespace_labels: { Env: 'b', zone: '' } }),
    ];
    await ledger.spend(cluster, '2026-07-03', {
      containers: owners.map((each) => ({
        ...charge,
        owner: each,
        pod: [crypto.randomUUID(), 'pod'],
        cpu: 1,
      })),
      rests: [{ node, unallocated: 2 }],
    });
  });
  after(() => ledger.app.stop());

  const get = (query: string, key = ledger.key) =>
    ledger.app.request(`/v1/cost-explorer/labels?${query}`, { key });
  const list = async (query: string, key = ledger.key) => {
    const { status, body, text } = await get(query, key);
    expect(status, text).to.equal(200);
    return body.data;
  };
  const shares = async (query: string) => {
    const { rows } = await list(`start_date=2026-07-03&end_date=2026-07-03&${query}`);
    return rows.map((row: Record<string, unknown>) => [
      row.groupBy,
      row.valueCount,
      row.costSharePercent,
    ]);
  };

  it('lists keys with their values and their share of all cost', async () => {
    const { rows, summary, pagination } = await list(window);

    expect(rows).to.eql([
      {
        key: 'app',
        groupBy: 'label:app',
        valueCount: 2,
        totalCost: '22.7500',
        costSharePercent: 54.82,
      },
      {
        key: 'tier/level',
        groupBy: 'label:tier/level',
        valueCount: 1,
        totalCost: '7.5000',
        costSharePercent: 18.07,
      },
    ]);
    expect(summary).to.eql({ totalCost: '41.5000', currency: 'EUR' });
    expect(pagination).to.eql({ page: 1, per_page: 50, total_rows: 2, total_pages: 1 });
    const { summary: all } = await list(`${window}&basis=all&cost_mode=workload_only`);
    expect(all.totalCost).to.equal('35.0000');
  });

  it('lists annotations, and those of namespaces if requested', async () => {
    expect(await shares('kind=annotation')).to.eql([['annotation:example.com/cc', 1, 25]]);
    expect(await shares('')).to.eql([['label:Env', 1, 25]]);
    expect(await shares('label_inheritance=true')).to.eql([
      ['label:Env', 2, 50],
      ['label:zone', 1, 25],
    ]);
  });

  it('has the cost of the rows with a value', async () => {
    for (const inherits of [false, true]) {
      const { rows } = await list(`end_date=2026-07-03&label_inheritance=${inherits}`);
      for (const { groupBy, key, totalCost } of rows) {
        const body = { end_date: '2026-07-03', group_by: groupBy, label_inheritance: inherits };
        const grouped = await ledger.query(body);
        const found = grouped.rows.filter(
          (row: { labels: Record<string, string | null> }) => row.labels[key] !== null,
        );
        const sum = found.reduce(
          (total: number, row: { totalCost: string }) => total + Number(row.totalCost),
          0,
        );
        expect(sum.toFixed(4), groupBy).to.equal(totalCost);
      }
    }
  });

  it('excludes archived months, and lists them', async () => {
    await ledger.app.sql(`insert into archived_months (organization_id, month, location)
      values ('${ledger.organization}', '2026-07-01', '/archive')`);
    const { rows, summary } = await list(window);
    await ledger.app.sql('delete from archived_months');
    expect(rows).to.eql([]);
    expect(summary).to.eql({ archivedMonths: ['2026-07'], currency: 'EUR' });
  });

  it('pages and searches', async () => {
    const { rows, pagination } = await list(`${window}&per_page=1&page=2`);
    expect(rows.map(({ key }: { key: string }) => key)).to.eql(['tier/level']);
    expect(pagination).to.include({ page: 2, per_page: 1, total_rows: 2, total_pages: 2 });
    expect(await shares('search=eN')).to.eql([['label:Env', 1, 25]]);
    expect(await shares('search=%25')).to.eql([]);
    expect((await list(`${window}&page=1000000`)).rows).to.eql([]);
  });

  it('covers only requested clusters that the key may read', async () => {
    const key = await ledger.keyOf([east]);
    const other = await ledger.keyOf(null, await ledger.app.createOrganization('other', 'EUR'));
    expect((await list(window, key)).summary.totalCost).to.equal('35.5000');
    expect((await list(`${window}&cluster_id=${east}`)).summary.totalCost).to.equal('35.5000');
    const forbidden = await list(`${window}&cluster_id=${crypto.randomUUID()}`, key);
    expect(forbidden).to.deep.include({
      rows: [],
      summary: { totalCost: '0.0000', currency: 'EUR' },
    });
    expect((await list(window, other)).rows).to.eql([]);
  });

  it('rejects values out of range', async () => {
    const refusals: [query: string, status: number, field: string][] = [
      ['per_page=501', 422, 'per_page'],
      ['page=0', 422, 'page'],
      ['page=1000001', 422, 'page'],
      ['kind=team', 422, 'kind'],
      ['start_date=2026-07-02&end_date=2026-07-01', 422, 'end_date'],
      ['start_date=2016-07-05&end_date=2026-07-13', 422, 'end_date'],
      ['cluster_id=x', 400, 'cluster_id'],
      ['cost_mode=x', 422, 'cost_mode'],
      [`search=${'x'.repeat(318)}`, 400, 'search'],
    ];
    for (const [query, status, field] of refusals) {
      const answer = await get(query);
      expect(answer.status, query).to.equal(status);
      expect(answer.body.error.details[0], query).to.include({ field });
    }
  });
});
