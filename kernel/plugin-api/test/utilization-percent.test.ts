import { expect } from 'chai';
import { computeUtilizationPercent } from '../src/schema/capacity.ts';

describe('utilization in percent', () => {
  it('has two decimals, rounded half up exactly, where floats would round down', () => {
    expect(computeUtilizationPercent(0.129225, 0.1)).to.equal(129.23);
    expect(computeUtilizationPercent(57, 800)).to.equal(7.13);
  });

  it('is exact for cores with nine decimals, and for more bytes than a float can represent', () => {
    expect(computeUtilizationPercent(1e-9, 3)).to.equal(0);
    expect(computeUtilizationPercent(1e-9, 1e-9)).to.equal(100);
    expect(computeUtilizationPercent(2 ** 63, 2 ** 63)).to.equal(100);
    expect(computeUtilizationPercent(1, 3)).to.equal(33.33);
  });

  it('equals the result in integer nanocores, for any cores', () => {
    let seed = 1;
    const next = (most: number) => (seed = (seed * 48_271) % 2_147_483_647) % most;
    for (let round = 0; round < 20_000; round += 1) {
      const [used, base] = [next(4_000), 1 + next(800)];
      const exact = Number((BigInt(used) * 20_000n + BigInt(base)) / (2n * BigInt(base))) / 100;
      expect(computeUtilizationPercent(used / 1000, base / 1000), `${used}/${base}`).to.equal(
        exact,
      );
      expect(computeUtilizationPercent(used, base), `${used}/${base}`).to.equal(exact);
    }
  });

  it('is 0 if nothing is allocatable, and absent if usage is unknown', () => {
    expect(computeUtilizationPercent(1, 0)).to.equal(0);
    expect(computeUtilizationPercent(0, 0)).to.equal(0);
    expect(computeUtilizationPercent(null, 1)).to.equal(undefined);
  });
});
