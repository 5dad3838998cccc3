import { expect } from 'chai';
import { createDayLabels, describeArchive, formatDays, presetDays } from '../web/parts/days.ts';
import { createTickFormat } from '../web/parts/number.ts';

describe('console: display of days and numbers', () => {
  it('shows the year of a range unless it is the current one', () => {
    const { from } = presetDays('today');
    const year = from.slice(0, 4);
    expect(formatDays({ from: '2023-03-01', to: '2023-03-31' })).to.contain('2023');
    expect(formatDays({ from: `${year}-03-01`, to: `${year}-03-31` })).not.to.contain(year);
  });

  it('shows the year on an axis if it is not the same everywhere', () => {
    const label = (first: string) => createDayLabels(first, '2026-11-26').format('2026-11-26');
    expect(label('2025-12-01')).to.contain('2026');
    expect(label('2026-01-01')).not.to.contain('2026');
  });

  it('names a few archived months, and counts many', () => {
    expect(describeArchive(['2026-09', '2026-10'])).to.match(/2026.*2026 are archived/);
    const months = ['2026-06', '2026-07', '2026-08', '2026-09'];
    expect(describeArchive(months)).to.match(/^4 months from .*2026 to .*2026 are archived/);
  });

  it('labels ticks with as many decimals as their distance has', () => {
    for (const step of [0.00002, 0.005, 0.02, 0.5, 2]) {
      const format = createTickFormat(step);
      const labels = [0, 1, 2, 3, 4].map((count) => format.format(count * step));
      expect(new Set(labels), labels.join()).to.have.length(5);
    }
  });
});
