import { expect } from 'chai';
import { openTestWarehouse, type TestWarehouse } from './database.ts';
import { claim, sampleSnapshot, volume } from './sample-snapshot.ts';

describe('volumes without a claim', () => {
  let warehouse: TestWarehouse;
  before(async () => (warehouse = await openTestWarehouse()));
  after(() => warehouse.close());

  const ingestAndRead = async (minute: number, lists: Record<string, unknown>) => {
    await warehouse.ingest(sampleSnapshot(minute, { pvs: [volume('v', 'c')], ...lists }));
    const { since } = await warehouse.one(
      `select extract(epoch from unclaimed_since) / 60 - extract(epoch from timestamptz
        '2026-07-15T12:00:00Z') / 60 as since from persistent_volumes`,
    );
    return since === null ? null : Number(since);
  };

  it('are dated from the first report that shows them so', async () => {
    const claimed = { pvcs: [claim('c')] };
    const released = { pvs: [volume('v', 'c', { phase: 'Released' })] };
    const resized = { pvs: [volume('v', 'c', { phase: 'Released', capacity: 1 })] };

    expect(await ingestAndRead(0, claimed)).to.equal(null);
    expect(await ingestAndRead(1, released)).to.equal(1);
    expect(await ingestAndRead(2, released)).to.equal(1);
    expect(await ingestAndRead(3, resized)).to.equal(1);
    expect(await ingestAndRead(4, claimed)).to.equal(null);
    expect(await ingestAndRead(5, { pvcs: [claim('other')] })).to.equal(5);
  });

  it('are unchanged while claims are stale', async () => {
    expect(await ingestAndRead(6, { pvcs: [claim('c')] })).to.equal(null);
    const unseen = { pvcs: [], health: { stale_resources: ['pvcs'] } };
    expect(await ingestAndRead(7, unseen)).to.equal(null);
  });

  it('are dated anew if they are created again', async () => {
    expect(await ingestAndRead(8, { pvcs: [claim('other')] })).to.equal(8);
    expect(await ingestAndRead(9, { pvs: [], pvcs: [] })).to.equal(8);
    expect(await ingestAndRead(10, { pvcs: [claim('other')] })).to.equal(10);
  });
});
