import { expect } from 'chai';
import { assessRisk } from '../src/advise/assess-risk.ts';
import type { UsageFigures } from '../src/advise/usage-figures.ts';

describe('risk', () => {
  const risk = (
    { variation = 0, throttledShare = 0 }: Partial<UsageFigures>,
    { oomKills = 0, hasHpa = false } = {},
  ) => {
    const usage = { variation, throttledShare } as UsageFigures;
    return assessRisk(
      [
        { cpu: null, memory: null },
        { cpu: usage, memory: null },
      ],
      { oomKills, hasHpa },
    );
  };

  it('is low where usage is steady', () => {
    expect(risk({ variation: 0.49, throttledShare: 0.049 })).to.eql({ level: 'low', reasons: [] });
    expect(assessRisk([], { oomKills: 0, hasHpa: false }).level).to.equal('low');
  });

  it('is medium for each reason alone', () => {
    expect(risk({ variation: 0.5 })).to.eql({ level: 'medium', reasons: ['usage that varies'] });
    expect(risk({ variation: 1 })).to.eql({ level: 'medium', reasons: ['usage that varies much'] });
    expect(risk({ throttledShare: 0.25 })).to.eql({
      level: 'medium',
      reasons: ['CPU at its limit for 25 % of the samples'],
    });
    expect(risk({}, { oomKills: 1 }).reasons).to.eql(['1 kill for want of memory']);
    expect(risk({}, { hasHpa: true })).to.eql({
      level: 'medium',
      reasons: ['a horizontal autoscaler that goes by the requests'],
    });
  });

  it('is high from three points on', () => {
    expect(risk({ variation: 0.5 }, { hasHpa: true }).level).to.equal('medium');
    expect(risk({ variation: 1 }, { hasHpa: true }).level).to.equal('high');
    expect(risk({ variation: 0.5 }, { oomKills: 3 }).level).to.equal('high');
    expect(risk({ throttledShare: 0.1, variation: 0.6 }, { hasHpa: true }).level).to.equal('high');
  });
});
