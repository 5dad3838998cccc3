import { expect } from 'chai';
import { cost } from '../src/commands/cost.ts';
import { readWindow } from '../src/costs/window.ts';

const now = Date.parse('2026-03-15T23:59:59Z');
const read = (options: { last?: string; from?: string; to?: string }) => {
  const { start_date, end_date } = readWindow({ last: '30d', ...options }, now);
  return [start_date, end_date];
};

describe('the days of costplane cost', () => {
  it('end today', () => {
    expect(read({})).to.eql(['2026-02-14', '2026-03-15']);
    expect(read({ last: '1d' })).to.eql(['2026-03-15', '2026-03-15']);
    expect(read({ last: '2w' })).to.eql(['2026-03-02', '2026-03-15']);
  });

  it('are the last whole month', () => {
    expect(read({ last: 'month' })).to.eql(['2026-02-01', '2026-02-28']);
    const january = Date.parse('2026-01-01T00:00:00Z');
    expect(readWindow({ last: 'month' }, january)).to.eql({
      start_date: '2025-12-01',
      end_date: '2025-12-31',
    });
  });

  it('are the given ones', () => {
    expect(read({ from: '2026-01-01' })).to.eql(['2026-01-01', '2026-03-15']);
    expect(read({ from: '2026-01-01', to: '2026-01-31' })).to.eql(['2026-01-01', '2026-01-31']);
    expect(() => read({ to: '2026-01-31' })).to.throw('--to needs --from');
  });
});

describe('costplane cost --by team', () => {
  const connection = { url: 'http://127.0.0.1:9', key: 'cpk_none' };
  const refusal = (options: object) =>
    cost({ ...connection, by: ['team'], output: 'table', last: '30d', ...options }).then(
      () => undefined,
      (error: unknown) => (error as Error).message,
    );

  it('rejects options that only other groupings have', async () => {
    const refused = '--by team cannot be combined with';
    expect(await refusal({ search: 'checkout' })).to.equal(`${refused} --search`);
    expect(await refusal({ label: 'app=web' })).to.equal(`${refused} --label`);
    expect(await refusal({ namespace: ['shop'] })).to.equal(`${refused} --namespace`);
  });
});
