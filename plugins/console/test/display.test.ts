import { expect } from 'chai';
import { formatDays, presetDays } from '../web/parts/days.ts';
import { createTickFormat } from '../web/parts/number.ts';

describe('console: display of days and numbers', () => {
  it('shows the year of a range unless it is the current one', () => {
    const { from } = presetDays('today');
    const year = from.slice(0, 4);
    expect(formatDays({ from: '2023-03-01', to: '2023-03-31' })).to.contain('2023');
    expect(formatDays({ from: `${year}-03-01`, to: `${year}-03-31` })).not.to.contain(year);
  });

  it('labels ticks with as many decimals as their distance has', () => {
    for (const step of [0.00002, 0.005, 0.02, 0.5, 2]) {
      const format = createTickFormat(step);
      const labels = [0, 1, 2, 3, 4].map((count) => format.format(count * step));
      expect(new Set(labels), labels.join()).to.have.length(5);
    }
  });
});
