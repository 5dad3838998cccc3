import { expect } from 'chai';
import { Refusal } from '../../src/receiver/refusal.ts';
import { AdmissionControl } from '../../src/receiver/admission-control.ts';

describe('admission control of reports', () => {
  const admission = () => new AdmissionControl({ perCluster: 2, overall: 3, bytes: 100 });
  const of = (clusterId: string, organizationId = `organization of ${clusterId}`) => ({
    clusterId,
    organizationId,
  });
  const expectFull = (attempt: () => unknown) => {
    expect(attempt).to.throw(Refusal).with.property('status', 429);
  };

  it('limits reports per cluster and in total, and is released', () => {
    const one = admission();
    const slot = one.acquire(of('a'), 1);
    one.acquire(of('a'), 1);
    expectFull(() => one.acquire(of('a'), 1));
    one.acquire(of('b'), 1);
    expectFull(() => one.acquire(of('c'), 1));
    slot.release();
    one.acquire(of('c'), 1);
    expect({ count: one.count, bytes: one.bytes }).to.eql({ count: 3, bytes: 0 });
  });

  it('limits received bytes in total and per cluster', () => {
    const one = new AdmissionControl({ perCluster: 2, overall: 9, bytes: 100 });
    const places = ['a', 'b', 'c', 'd'].map((cluster) => one.acquire(of(cluster), 20));
    expect(one.bytes, 'what is only declared').to.equal(0);
    for (const slot of places.slice(0, 3)) slot.grow(25);
    expectFull(() => {
      places[0]!.grow(1);
    });
    expectFull(() => one.acquire(of('a'), 1));
    one.acquire(of('a'), 0).release();
    places[3]!.grow(20);
    const last = one.acquire(of('e'), 5);
    expectFull(() => {
      last.grow(6);
    });
    expectFull(() => one.acquire(of('e'), 6));
    for (const slot of [...places, last]) slot.release();
    expect({ count: one.count, bytes: one.bytes }).to.eql({ count: 0, bytes: 0 });
    one.acquire(of('a'), 25).grow(25);
  });

  it('leaves room for other organizations', () => {
    const one = new AdmissionControl({ perCluster: 2, overall: 8, bytes: 100 });
    const slots = ['a', 'b', 'c'].map((cluster) => one.acquire(of(cluster, 'large'), 25));
    for (const slot of slots) slot.grow(25);
    expectFull(() => one.acquire(of('d', 'large'), 1));
    one.acquire(of('e'), 25).grow(25);
    for (const cluster of ['a', 'b', 'c']) one.acquire(of(cluster, 'large'), 0);
    expectFull(() => one.acquire(of('d', 'large'), 0));
    one.acquire(of('f'), 0);
  });

  it('rejects a body with a declared size that is too large', () => {
    const one = admission();
    expectFull(() => one.acquire(of('a'), 26));
    expect(one.count).to.equal(0);
  });
});
