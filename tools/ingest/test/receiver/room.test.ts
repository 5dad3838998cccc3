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
    expect({ count: one.count, bytes: one.bytes }).to.eql({ count: 3, bytes: 3 });
  });

  it('is bounded in bytes, also of what grows', () => {
    const one = room();
    expectFull(() => one.enter('a', 101));
    expect(one.count).to.equal(0);
    const place = one.enter('a', 0);
    place.grow(60);
    expectFull(() => one.enter('b', 41));
    expectFull(() => {
      place.grow(41);
    });
    place.leave();
    expect({ count: one.count, bytes: one.bytes }).to.eql({ count: 0, bytes: 0 });
    one.enter('b', 100).leave();
  });
});
