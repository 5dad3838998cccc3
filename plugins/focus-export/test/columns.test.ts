import { readFile } from 'node:fs/promises';
import { expect } from 'chai';
import { allColumns, columnNames } from '../src/columns/all-columns.ts';
import { customColumns } from '../src/columns/custom-columns.ts';
import { focusColumns } from '../src/columns/focus-columns.ts';
import { leftOutColumns } from '../src/columns/left-out-columns.ts';
import { download, octoberFirst } from './download.ts';
import { bootLedger, type Ledger } from './ledger.ts';
import { readCsv, readJsonLines, readParquet } from './read-file.ts';

const inOrder = (names: readonly string[]) => [...names].sort();

describe('columns of an export', () => {
  it('are the 65 of FOCUS, produced or left out, and our own', () => {
    const focus = focusColumns.map(({ name }) => name);
    const leftOut = leftOutColumns.map(({ name }) => name);
    expect([focus.length, leftOut.length]).to.eql([44, 21]);
    expect(new Set([...focus, ...leftOut]).size).to.equal(65);
    expect(focus).to.eql(inOrder(focus));
    const custom = customColumns.map(({ name }) => name);
    expect(custom).to.eql(inOrder(custom));
    for (const name of custom) expect(name).to.match(/^x_[A-Z][A-Za-z0-9]{1,47}$/);
  });

  it('are described in the README', async () => {
    const readme = await readFile(new URL('../README.md', import.meta.url), 'utf8');
    const cells = readme
      .split('\n')
      .filter((line) => line.startsWith('| `'))
      .map((line) =>
        line
          .split('|')
          .slice(1, -1)
          .map((cell) => cell.trim()),
      );
    const told = new Map(cells.map(([name = '', ...rest]) => [name.replaceAll('`', ''), rest]));
    for (const { name, type, nullable, description } of allColumns) {
      expect(told.get(name), name).to.eql([type, nullable ? 'yes' : 'no', description]);
    }
    for (const { name, reason } of leftOutColumns) expect(told.get(name), name).to.eql([reason]);
  });

  describe('that are selected', () => {
    let ledger: Ledger;
    before(async () => {
      ledger = await bootLedger();
      const cluster = await ledger.insertCluster();
      const owner = { name: 'api', labels: { a: 'b' }, cpu: '1', memory: '2', idle: '3' };
      await ledger.insertDay(cluster, '2026-10-01', [owner, { name: 'web', gpu: '1' }], {
        management: '1',
      });
    });
    after(() => ledger.app.stop());

    const selections = [
      ['EffectiveCost'],
      ['x_WorkloadKind', 'Tags', 'BilledCost'],
      ['x_IsPartial', 'ChargePeriodStart', 'AllocatedTags', 'ListCost', 'x_NamespaceId'],
      ['x_NamespaceName'],
      inOrder(columnNames).reverse(),
    ];
    for (const [index, names] of selections.entries()) {
      it(`are in the standard order, with the values of the full file: ${index + 1}`, async () => {
        const full = readCsv((await download(ledger, octoberFirst)).body).rows;
        const expected = columnNames.filter((name) => names.includes(name));
        const of = (row: Record<string, unknown>) =>
          Object.fromEntries(expected.map((name) => [name, row[name]]));
        const query = `${octoberFirst}&columns=${names.join()}`;

        const csv = readCsv((await download(ledger, query)).body);
        const lines = readJsonLines((await download(ledger, `${query}&format=jsonl`)).body);
        const parquet = readParquet((await download(ledger, `${query}&format=parquet`)).body);

        for (const { columns } of [csv, lines, parquet]) expect(columns).to.eql(expected);
        expect(csv.rows).to.eql(full.map(of));
        const withBooleans = full.map((row) => of({ ...row, x_IsPartial: false }));
        expect(lines.rows).to.eql(withBooleans);
        expect(parquet.rows).to.eql(withBooleans);
      });
    }

    it('may be repeated and split over several parameters', async () => {
      const query = `${octoberFirst}&columns=Tags,BilledCost&columns=Tags`;
      const { columns } = readCsv((await download(ledger, query)).body);
      expect(columns).to.eql(['BilledCost', 'Tags']);
    });
  });
});
