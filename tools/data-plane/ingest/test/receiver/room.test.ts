import { expect } from 'chai';
import { Refusal } from '../../src/receiver/refusal.ts';
import { Room } from '../../src/receiver/room.ts';

describe('room for reports', () => {
  const room = () => new Room({ perCluster: 2, overall: 3, bytes: 100 });
  const expectFull = (attempt: () => unknown) => {
    expect(attempt).to.throw(Refusal).with.property('status', 429);
  };

  it('is bounded for a cluster and over all, and comes back', () => {
    const one = room();
    const place = one.enter('a', 1);
    one.enter('a', 1);
    expectFull(() => one.enter('a', 1));
    one.enter('b', 1);
    expectFull(() => one.enter('c', 1));
    place.leave();
    one.enter('c', 1);
    expect({ count: one.count, bytes: one.bytes }).to.eql({ count: 3, bytes: 0 });
  });

  it('is bounded in bytes as they come, over all and for a cluster', () => {
    const one = new Room({ perCluster: 2, overall: 9, bytes: 100 });
    const places = ['a', 'b', 'c', 'd'].map((cluster) => one.enter(cluster, 20));
    expect(one.bytes, 'what is only declared').to.equal(0);
    for (const place of places.slice(0, 3)) place.grow(25);
    expectFull(() => {
      places[0]!.grow(1);
    });
    expectFull(() => one.enter('a', 1));
    one.enter('a', 0).leave();
    places[3]!.grow(20);
    const last = one.enter('e', 5);
    expectFull(() => {
      last.grow(6);
    });
    expectFull(() => one.enter('e', 6));
    for (const place of [...places, last]) place.leave();
    expect({ count: one.count, bytes: one.bytes }).to.eql({ count: 0, bytes: 0 });
    one.enter('a', 25).grow(25);
  });

  it('is none for a body that is declared too large', () => {
    const one = room();
    expectFull(() => one.enter('a', 26));
    expect(one.count).to.equal(0);
  });
});
