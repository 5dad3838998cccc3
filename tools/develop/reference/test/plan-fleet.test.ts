import { expect } from 'chai';
import { planFleet } from '../src/sizing/plan-fleet.ts';

describe('the plan of a fleet', () => {
  const prices = { machineHourly: 1, gibMonthly: 0.1 };

  it('has the bytes of a day by table', () => {
    const { pods, bytesPerDay } = planFleet({ clusters: 100, nodesPerCluster: 100 }, prices);
    expect(pods).to.equal(200_000);
    expect(bytesPerDay.workload_hours).to.equal(24 * 62_000 * 1_000);
    expect(bytesPerDay.cluster_hours).to.equal(24 * 100 * 430);
    expect(bytesPerDay.container_days).to.equal(230_000 * 790);
  });

  it('grows with the nodes, however they are spread over clusters', () => {
    const one = planFleet({ clusters: 1_000, nodesPerCluster: 100 }, prices);
    const ten = planFleet({ clusters: 1_000, nodesPerCluster: 1_000 }, prices);
    const same = planFleet({ clusters: 100, nodesPerCluster: 1_000 }, prices);
    expect(ten.storedBytes / one.storedBytes).to.be.closeTo(10, 0.01);
    expect(same.postgresCores).to.equal(one.postgresCores);
    expect(same.storedBytes / one.storedBytes).to.be.closeTo(1, 0.01);
  });

  it('adds servers for disk space if cores suffice', () => {
    const { servers, storedBytes, postgresCores, costMonthly } = planFleet(
      { clusters: 10_000, nodesPerCluster: 100 },
      prices,
    );
    expect(servers).to.be.at.least(storedBytes / 8e12);
    expect(servers).to.be.at.least(postgresCores / 16);
    expect(costMonthly).to.be.greaterThan(servers * 730 + (storedBytes / 2 ** 30) * 0.1);
  });
});
