import { expect } from 'chai';
import {
  addAmounts,
  compareDeliveries,
  compareIds,
  compareInstances,
  compareWithAmount,
} from '../support/focus/compare.ts';
import { exploredTotal } from '../support/focus/expected.ts';
import {
  createExporter,
  download,
  type Exporter,
  exportPath,
} from '../support/focus/export-client.ts';
import { type ExportRequest, formats } from '../support/focus/exported-file.ts';
import {
  createHistory,
  dayAfterLast,
  firstDay,
  type History,
  moments,
  northPlan,
  oddCluster,
  southPlan,
  withVolumes,
} from '../support/focus/history.ts';
import { validate } from '../support/focus/validate.ts';
import { expectNone } from '../support/focus/expect-none.ts';
import { serve, type Service } from '../support/costplane.ts';

const request: ExportRequest = {
  from: firstDay,
  to: dayAfterLast,
  format: 'csv',
  grain: 'workload',
  idle: 'unallocated',
};
const listClusters = (rows: readonly Readonly<Record<string, unknown>>[]) =>
  [...new Set(rows.map(({ SubAccountId }) => SubAccountId))].sort();

describe('the clusters of a FOCUS export', () => {
  let history: History;
  let service: Service;
  let exporter: Exporter;
  let north: string;
  let south: string;

  before(async () => {
    history = await createHistory();
    north = await history.take(
      'north',
      moments.map((at) => withVolumes(northPlan, at)),
    );
    south = await history.take(
      oddCluster,
      moments.map((at) => withVolumes(southPlan, at)),
    );
    service = await serve(history.environment);
    exporter = createExporter(service.url, history.environment);
  });
  after(async () => {
    await service.stop();
    await history.drop();
  });

  it('are those of the key, and the file says that it left some out', async () => {
    const key = await exporter.createKey({ clusters: [north] });
    const schema = await exporter.schema(request);
    const all = await exporter.export(request);
    const some = await exporter.export(request, { key });
    expect(listClusters(all.rows)).to.eql([north, south].sort());
    expect(listClusters(some.rows)).to.eql([north]);
    expectNone(validate(all, schema, { isPartial: false }));
    expectNone(validate(some, schema, { isPartial: true, allowedClusters: [north] }));
    const instanceId = (file: typeof all) => file.headers['x-focus-dataset-instance-id'];
    expect(instanceId(some)).to.not.equal(instanceId(all));

    const total = await exploredTotal(exporter, request, [north]);
    expectNone(compareWithAmount(some, addAmounts(total.totalCost, total.unallocatedCost)));
  });

  it('are the requested ones that the key may read', async () => {
    const key = await exporter.createKey({ clusters: [north] });
    const schema = await exporter.schema(request);
    const [one, both, own] = [
      await exporter.export({ ...request, clusters: [south] }),
      await exporter.export({ ...request, clusters: [north, south] }),
      await exporter.export({ ...request, clusters: [north, south] }, { key }),
    ];
    expect([one, both, own].map(({ rows }) => listClusters(rows))).to.eql([
      [south],
      [north, south].sort(),
      [north],
    ]);
    expectNone(validate(one, schema, { isPartial: false }));
    expectNone(validate(own, schema, { isPartial: true, allowedClusters: [north] }));
    expectNone(compareInstances([one, both]));
    const commas = await download(
      `${service.url}${exportPath(request)}&cluster_id=${south},${north}`,
      { key: await exporter.key() },
    );
    expect(commas.body.equals(both.body)).to.equal(true);
  });

  it('are never more than the key may read; without any, the request is rejected', async () => {
    const onlyNorth = await exporter.createKey({ clusters: [north] });
    const none = await exporter.createKey({ clusters: [] });
    for (const [key, clusters] of [
      [onlyNorth, [south]],
      [none, [north]],
    ] as const) {
      const answer = await download(service.url + exportPath({ ...request, clusters }), { key });
      const { error } = JSON.parse(answer.body.toString());
      expect([answer.status, error.code]).to.eql([403, 'CLUSTER_ACCESS_DENIED']);
      expect(error.details[0].reason).to.equal('no_cluster_in_scope');
    }
  });

  it('carry the labels of their workloads, none of which looks like one of our tags', async () => {
    const { rows } = await exporter.export({ ...request, clusters: [north] });
    const parseTags = (namespace: string, name: string) => {
      const texts = rows
        .filter((row) => row.x_NamespaceName === namespace && row.AllocatedResourceName === name)
        .map(({ AllocatedTags: text }) => text);
      expect(new Set(texts).size).to.equal(1);
      return JSON.parse(String(texts[0])) as unknown;
    };
    expect(parseTags('shop', 'web')).to.eql({
      app: 'web',
      beta: true,
      'costplane/team': 'shoppers',
      'example.com/note': 'a, "b"',
    });
    expect(parseTags('data', 'web')).to.equal(null);
  });

  for (const format of formats) {
    it(`without data are an empty file that is still valid, as ${format}`, async () => {
      const columns = ['EffectiveCost', 'Tags', 'ChargePeriodStart', 'x_IsPartial'];
      for (const asked of [{}, { columns }]) {
        const wanted = { ...request, from: '2020-02-28', to: '2020-03-01', format, ...asked };
        const file = await exporter.export(wanted);
        expect(file.rows).to.eql([]);
        expectNone(validate(file, await exporter.schema({ ...asked }), { isPartial: false }));
      }
    });
  }

  it('keep the names of each day, and a later file replaces the earlier one', async () => {
    const june = { ...request, from: '2026-06-01', to: '2026-07-01' };
    const earlier = await exporter.export(june);
    const later = ['2026-06-03T12:00Z', '2026-06-03T12:02Z'].map((at) => new Date(at));
    await history.database.sql(`update clusters set name = 'renamed' where id = $1`, [north]);
    await history.take(
      'renamed',
      later.map((at) => withVolumes(northPlan, at)),
    );
    const file = await exporter.export(june);

    expectNone(compareDeliveries(earlier, file));
    expectNone(compareIds([earlier, file]));
    expectNone(validate(file, await exporter.schema({}), { isPartial: false }));
    expect(file.rows.length).to.be.greaterThan(earlier.rows.length);
    const names = file.rows
      .filter(({ SubAccountId }) => SubAccountId === north)
      .map(({ ChargePeriodStart: day, ResourceName: name }) => `${String(day)} ${String(name)}`);
    expect([...new Set(names)]).to.eql([
      '2026-06-01T00:00:00Z north',
      '2026-06-02T00:00:00Z north',
      '2026-06-03T00:00:00Z renamed',
    ]);
  });
});
