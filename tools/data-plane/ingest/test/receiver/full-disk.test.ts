import { expect } from 'chai';
import { FullDisk } from '../../src/receiver/full-disk.ts';
import { unavailable } from '../../src/receiver/refusal.ts';

describe('the full disk of the database', () => {
  it('is detected from reports, and reset if none arrives for a minute', () => {
    let now = 1_000;
    const disk = new FullDisk(() => now);
    disk.failed(unavailable('database_unavailable', 'another failure'));
    expect(disk.isFull).to.equal(false);
    disk.failed(unavailable('database_full', 'full'));
    expect(disk.isFull).to.equal(true);
    disk.stored();
    expect(disk.isFull).to.equal(false);
    disk.failed(unavailable('database_full', 'full'));
    now += 59_999;
    expect(disk.isFull).to.equal(true);
    now += 1;
    expect(disk.isFull).to.equal(false);
  });
});
