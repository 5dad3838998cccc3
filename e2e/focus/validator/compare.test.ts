import { expect } from 'chai';
import {
  addAmounts,
  compareBytes,
  compareDeliveries,
  compareFormats,
  compareGrains,
  compareIds,
  compareInstances,
  compareParts,
  compareSchemaAnswers,
  compareSchemas,
  compareSelection,
  compareTotals,
  compareWithAmount,
} from '../../support/focus/compare.ts';
import {
  apiUid,
  exampleDelivery,
  exampleFile,
  exampleSchema,
} from '../../support/focus/example.ts';
import { type ExportedFile, type Row } from '../../support/focus/exported-file.ts';
import { readExport } from '../../support/focus/readers/read-export.ts';
import { type Violation } from '../../support/focus/violation.ts';

const schema = exampleSchema();
const good = exampleFile();
const namespaces = exampleFile({ grain: 'namespace' });
const apportioned = exampleFile({ idle: 'apportioned' });

const change = (file: ExportedFile, values: Row): ExportedFile => ({
  ...file,
  rows: file.rows.map((row, at) => (at === 0 ? { ...row, ...values } : row)),
});
const withInstance = (file: ExportedFile, id: string): ExportedFile => ({
  ...file,
  headers: { ...file.headers, 'x-focus-dataset-instance-id': id },
});
const checks = (violations: readonly Violation[]) => [
  ...new Set(violations.map(({ check, level }) => `${check} ${level}`)),
];

describe('the comparison of FOCUS files', () => {
  it('of two formats finds a value, an order or a row that differs (check 3)', () => {
    const files = (['csv', 'jsonl'] as const).map((format) =>
      readExport(exampleDelivery(format), schema),
    );
    const [csv, jsonl] = files as [ExportedFile, ExportedFile];
    expect(compareFormats(files, schema)).to.eql([]);
    const sameNumber = change(jsonl, { BilledCost: '12' });
    expect(compareFormats([csv, sameNumber], schema)).to.eql([]);
    const others = [
      change(jsonl, { BilledCost: '12.000000000001' }),
      change(jsonl, { AllocatedTags: null }),
      { ...jsonl, rows: jsonl.rows.slice(1) },
      { ...jsonl, rows: [...jsonl.rows, jsonl.rows[0]!] },
      { ...jsonl, rows: [...jsonl.rows].reverse() },
    ];
    for (const other of others) {
      expect(checks(compareFormats([csv, other], schema))).to.eql(['3 P']);
    }
  });
  it('of one request sent twice finds a byte that differs (check 4)', () => {
    const delivery = exampleDelivery('csv');
    const other = { ...delivery, body: Buffer.concat([delivery.body, Buffer.from('\n')]) };
    expect(compareBytes(delivery, exampleDelivery('csv'))).to.eql([]);
    expect(checks(compareBytes(delivery, other))).to.eql(['4 P']);
  });
  it('of instance ids finds one for two requests, and two for one (check 5)', () => {
    const again = exampleFile({ format: 'parquet' });
    const other = withInstance(namespaces, apiUid);
    expect(compareInstances([good, again, other])).to.eql([]);
    expect(checks(compareInstances([good, namespaces]))).to.eql(['5 P']);
    expect(checks(compareInstances([good, withInstance(again, apiUid)]))).to.eql(['5 P']);
    for (const asked of [
      { from: '2026-06-30' },
      { to: '2026-07-03' },
      { columns: ['Tags'] },
      { clusters: [apiUid] },
      { idle: 'apportioned' as const },
    ]) {
      expect(checks(compareInstances([good, exampleFile(asked)]))).to.eql(['5 P']);
    }
  });
  it('of a selection finds values that are others in the full file (check 9)', () => {
    const columns = ['BilledCost', 'Tags'];
    const chosen = { ...good, columns };
    expect(compareSelection(good, chosen)).to.eql([]);
    const others = [change(chosen, { BilledCost: '1' }), { ...chosen, rows: good.rows.slice(1) }];
    for (const other of others) expect(checks(compareSelection(good, other))).to.eql(['9 M']);
  });
  it('of totals finds a cost that differs on a day (check 59)', () => {
    expect(compareTotals(good, namespaces)).to.eql([]);
    expect(compareTotals(good, apportioned)).to.eql([]);
    const dearer = change(apportioned, { EffectiveCost: '24.000000000001' });
    const later = change(apportioned, { ChargePeriodStart: '2026-07-02T00:00:00Z' });
    for (const other of [dearer, later]) {
      expect(checks(compareTotals(good, other))).to.eql(['59 P']);
    }
  });
  it('with an amount is of four decimals (check 59)', () => {
    expect(compareWithAmount(good, addAmounts('50.0000', '4.0000'))).to.eql([]);
    expect(compareWithAmount(change(good, { EffectiveCost: '12.00004' }), addAmounts('54'))).to.eql(
      [],
    );
    expect(checks(compareWithAmount(good, addAmounts('54.0001')))).to.eql(['59 P']);
  });
  it('of grains finds a namespace that is not its workloads (check 60)', () => {
    expect(compareGrains(good, namespaces)).to.eql([]);
    for (const values of [
      { EffectiveCost: '20.000000000001' },
      { x_DirectCost: '19' },
      { x_NamespaceId: apiUid },
    ]) {
      expect(checks(compareGrains(good, change(namespaces, values)))).to.eql(['60 P']);
    }
  });
  it('of parts finds a row that is missing, that is there twice, or that differs (check 61)', () => {
    const part = (from: number, to?: number) => ({ ...good, rows: good.rows.slice(from, to) });
    expect(compareParts(good, [part(2), part(0, 2)])).to.eql([]);
    const others = [
      [part(0, 2), part(3)],
      [part(0, 3), part(2)],
      [part(0, 4), change(part(4), { RegionName: 'eu-2' })],
    ];
    for (const parts of others) expect(checks(compareParts(good, parts))).to.eql(['61 P']);
  });
  it('of ids finds another id of a name, and another name of an id (check 63)', () => {
    expect(compareIds([good, namespaces, apportioned])).to.eql([]);
    for (const values of [
      { AllocatedResourceId: namespaces.rows[0]!.x_NamespaceId },
      { AllocatedResourceName: 'web' },
      { ResourceName: 'south' },
      { RegionName: 'eu-2' },
    ]) {
      const other = { ...good, rows: [{ ...good.rows[0], ...values }] };
      expect(checks(compareIds([good, other])), JSON.stringify(values)).to.eql(['63 M']);
    }
    const nextDay = { ChargePeriodStart: '2026-07-02T00:00:00Z', AllocatedResourceName: 'new' };
    expect(compareIds([good, change(good, nextDay)])).to.eql([]);
  });
  it('of deliveries finds a row that only the earlier one has (check 64)', () => {
    const later = change(good, { EffectiveCost: '13' });
    expect(compareDeliveries(good, later)).to.eql([]);
    const incomplete = { ...later, rows: later.rows.slice(1) };
    expect(checks(compareDeliveries(good, incomplete))).to.eql(['64 M']);
    expect(checks(compareDeliveries(good, withInstance(later, apiUid)))).to.eql(['64 M']);
  });
  it('of schemas finds one id of two, and two ids of one (check 67)', () => {
    const answer = (columns?: readonly string[], grain = 'workload') => ({
      grain,
      idle: 'unallocated',
      data: exampleSchema(columns),
    });
    const withId = (id: string, one: ReturnType<typeof answer>) => ({
      ...one,
      data: { ...one.data, schema_id: id },
    });
    expect(compareSchemas([answer(), answer(), withId(apiUid, answer(['Tags']))])).to.eql([]);
    for (const other of [answer(['Tags']), answer(undefined, 'namespace')]) {
      expect(checks(compareSchemas([answer(), other]))).to.eql(['67 M']);
    }
    expect(checks(compareSchemas([answer(), withId(apiUid, answer())]))).to.eql(['67 M']);
  });
  it('of schema answers finds any difference (check 69)', () => {
    expect(compareSchemaAnswers(schema, exampleSchema())).to.eql([]);
    expect(checks(compareSchemaAnswers(schema, exampleSchema(['Tags'])))).to.eql(['69 P']);
  });
});
