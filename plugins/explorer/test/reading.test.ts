import { expect } from 'chai';
import { type Period, planReading } from '../src/queries/reading.ts';

const period = (start: string, end: string, without: string[] = []): Period => ({
  start,
  end,
  without,
});
const march = period('2026-03-01', '2026-03-31');
const quarters = [
  period('2026-03-01', '2026-03-08'),
  period('2026-03-09', '2026-03-16'),
  period('2026-03-17', '2026-03-24'),
  period('2026-03-25', '2026-03-31'),
];
const all = [...quarters, march];

describe('tables that a window is read from', () => {
  it('are its days if no period is rolled up', () => {
    const window = { start: '2026-03-02', end: '2026-04-02' };
    expect(planReading(window, [])).to.eql({ periods: [], days: [window] });
  });

  it('are months, then quarters of months, then the remaining days', () => {
    const plan = planReading({ start: '2026-02-27', end: '2026-04-02' }, all);
    expect(plan).to.eql({
      periods: [march],
      days: [
        { start: '2026-02-27', end: '2026-02-28' },
        { start: '2026-04-01', end: '2026-04-02' },
      ],
    });
    expect(planReading({ start: '2026-03-07', end: '2026-03-25' }, all)).to.eql({
      periods: quarters.slice(1, 3),
      days: [
        { start: '2026-03-07', end: '2026-03-08' },
        { start: '2026-03-25', end: '2026-03-25' },
      ],
    });
    expect(planReading({ start: '2026-03-09', end: '2026-03-16' }, all)).to.eql({
      periods: quarters.slice(1, 2),
      days: [],
    });
  });

  it('are none of an archived month', () => {
    const plan = planReading({ start: '2026-02-27', end: '2026-04-02' }, all, ['2026-03']);
    expect(plan).to.eql({
      periods: [],
      days: [
        { start: '2026-02-27', end: '2026-02-28' },
        { start: '2026-04-01', end: '2026-04-02' },
      ],
    });
  });
});
