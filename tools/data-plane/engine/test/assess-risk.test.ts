import { expect } from 'chai';
import { assessRisk } from '../src/advise/assess-risk.ts';
import { type BelowPeak } from '../src/advise/below-peak.ts';
import { type UsageFigures } from '../src/advise/usage-figures.ts';

describe('risk', () => {
  const risk = (
    { variation = 0, throttledShare = 0 }: Partial<UsageFigures>,
    { oomKills = 0, hasHpa = false, belowPeak = [] as BelowPeak[] } = {},
  ) => {
    const usage = { variation, throttledShare } as UsageFigures;
    return assessRisk(
      [
        { cpu: null, memory: null },
        { cpu: usage, memory: null },
      ],
      { oomKills, hasHpa, belowPeak },
    );
  };

  it('is low where usage is steady', () => {
    expect(risk({ variation: 0.49, throttledShare: 0.049 })).to.eql({ level: 'low', reasons: [] });
    expect(assessRisk([], { oomKills: 0, hasHpa: false, belowPeak: [] }).level).to.equal('low');
  });

  it('is medium for each reason alone', () => {
    expect(risk({ variation: 0.5 })).to.eql({ level: 'medium', reasons: ['usage varies'] });
    expect(risk({ variation: 1 })).to.eql({ level: 'medium', reasons: ['usage varies a lot'] });
    expect(risk({ throttledShare: 0.25 })).to.eql({
      level: 'medium',
      reasons: ['CPU is at its limit in 25 % of the samples'],
    });
    expect(risk({}, { oomKills: 1 }).reasons).to.eql(['out-of-memory kills: 1']);
    expect(risk({}, { hasHpa: true })).to.eql({
      level: 'medium',
      reasons: ['a horizontal pod autoscaler depends on the requests'],
    });
  });

  it('is never low if a value is lowered below an observed peak', () => {
    const below = (resource: 'cpu' | 'memory', block: 'requests' | 'limits'): BelowPeak => ({
      container: 'main',
      block,
      resource,
      recommended: 1n,
      peak: 2n,
      peakAt: 0,
    });
    expect(risk({}, { belowPeak: [below('cpu', 'requests')] })).to.eql({
      level: 'medium',
      reasons: ['the CPU request is lowered below an observed peak'],
    });
    const both = [below('cpu', 'requests'), below('memory', 'limits'), below('cpu', 'requests')];
    expect(risk({}, { belowPeak: both }).reasons).to.eql([
      'the CPU request and memory limit are lowered below an observed peak',
    ]);
    expect(risk({ variation: 1 }, { belowPeak: both }).level).to.equal('high');
  });

  it('is high from three points on', () => {
    expect(risk({ variation: 0.5 }, { hasHpa: true }).level).to.equal('medium');
    expect(risk({ variation: 1 }, { hasHpa: true }).level).to.equal('high');
    expect(risk({ variation: 0.5 }, { oomKills: 3 }).level).to.equal('high');
    expect(risk({ throttledShare: 0.1, variation: 0.6 }, { hasHpa: true }).level).to.equal('high');
  });
});
