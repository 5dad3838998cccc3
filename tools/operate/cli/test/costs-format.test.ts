import { expect } from 'chai';
import { CommandError } from '../src/command-error.ts';
import { count, money, optional, text, wide } from '../src/costs/column.ts';
import { format, type Result } from '../src/costs/format.ts';
import { type Output } from '../src/costs/outputs.ts';
import { runRates } from '../src/costs/run-rate.ts';
import { show } from '../src/costs/show.ts';

interface Row {
  readonly name: string;
  readonly hourly?: string;
  readonly pods: number;
}

const rows: readonly Row[] = [
  { name: 'web, "blue"', hourly: '90071992547409931.2500', pods: 3 },
  { name: '\u001B[31mred', pods: 0 },
];
const result: Result<Row> = {
  document: rows,
  rows,
  columns: [
    text('NAME', 'name', ({ name }) => name),
    {
      ...money<Row>('HOURLY USD', 'hourly', ({ hourly }) =>
        hourly === undefined ? undefined : { amount: hourly, currency: 'USD' },
      ),
      total: () => '90071992547409931.2500',
    },
    ...optional<Row>(count('PODS', 'pods', ({ pods }) => pods)),
    ...wide<Row>(text('AGAIN', 'again', ({ name }) => name)),
  ],
  currency: 'USD',
  isCut: false,
};

async function print(output: Output, columns?: number): Promise<string[]> {
  const real = process.stdout.columns;
  Object.assign(process.stdout, { columns });
  try {
    return (await format(result, output)).split('\n');
  } finally {
    Object.assign(process.stdout, { columns: real });
  }
}

describe('the output of costplane get and cost', () => {
  it('is a table with a total, with "-" for unknown values', async () => {
    expect(await print('table')).to.eql([
      'NAME                       HOURLY USD  PODS',
      'web, "blue"    90071992547409931.2500     3',
      '\\u001b[31mred                       -     0',
      'TOTAL          90071992547409931.2500',
    ]);
  });

  it('omits optional columns on a narrow terminal', async () => {
    const [heading = ''] = await print('table', 40);
    expect(heading).to.equal('NAME                       HOURLY USD');
  });

  it('has every column in -o wide, and cuts nothing', async () => {
    const [heading = '', row = ''] = await print('wide', 20);
    expect(heading).to.match(/^NAME +HOURLY USD +PODS +AGAIN$/);
    expect(row).to.match(/^web, "blue" +90071992547409931\.2500 +3 +web, "blue"$/);
  });

  it('has every digit in CSV and JSON', async () => {
    expect(await print('csv')).to.eql([
      'name,hourly,pods,again,currency',
      '"web, ""blue""",90071992547409931.2500,3,"web, ""blue""",USD',
      '\u001B[31mred,,0,\u001B[31mred,USD',
    ]);
    expect(JSON.parse((await print('json')).join(''))).to.eql(rows);
    expect((await print('yaml'))[1]).to.equal('  hourly: "90071992547409931.2500"');
  });

  it('is repeated with --watch until nobody reads it', async () => {
    let asked = 0;
    await show(() => {
      asked += 1;
      process.stdout.emit('error', Object.assign(new Error('write EPIPE'), { code: 'EPIPE' }));
      return Promise.resolve('');
    }, 3_600);
    expect(asked).to.equal(1);
  });

  it('continues after an error with --watch', async () => {
    const write = process.stderr.write.bind(process.stderr);
    let said = '';
    process.stderr.write = (text: string | Uint8Array) => {
      said += text.toString();
      return true;
    };
    let asked = 0;
    await show(() => {
      asked += 1;
      if (asked === 2) return Promise.reject(new CommandError('Cannot reach it'));
      if (asked === 3) process.stdout.emit('error', new Error('write EPIPE'));
      return Promise.resolve('');
    }, 0.001).finally(() => (process.stderr.write = write));
    expect([asked, said]).to.eql([3, 'costplane: Cannot reach it\n']);
  });

  it('has the total of known amounts, or "-"', () => {
    const [hourly, monthly] = runRates('USD');
    const known = { cost: { current_run_rate_hourly: { amount: '1.5000', currency: 'USD' } } };
    expect([hourly, monthly].map((column) => column?.total?.([{}, known]))).to.eql([
      '1.5000',
      '1095.00',
    ]);
    expect([hourly, monthly].map((column) => column?.total?.([{}, {}]))).to.eql(['-', '-']);
  });

  it('has no total if rows are missing', async () => {
    const table = await format({ ...result, isCut: true }, 'table');
    expect(table).not.to.include('TOTAL');
  });
});
