import { expect } from 'chai';
import { accrue } from '../src/accrue/accrue.ts';
import { describeSnapshot, nothingStored } from '../src/describe/snapshot.ts';
import { packRows, unpackRows } from '../src/pending/pack-rows.ts';
import { sumRows } from '../src/pending/sum-rows.ts';
import { listRows, type LedgerRows } from '../src/write/ledger/ledger-rows.ts';
import { randomSnapshot } from './random-snapshot.ts';
import { uid } from './sample-snapshot.ts';
import { shippedPrices } from './shipped-prices.ts';

const clusterId = uid('cluster');
const identity = { name: 'a', provider: 'aws', service: 'EKS', region: 'r', environment: 'test' };

function makeRows(seed: number): LedgerRows {
  const snapshot = randomSnapshot(seed);
  const described = describeSnapshot(snapshot, clusterId, shippedPrices);
  const interval = { from: snapshot.timestamp - 60_000, to: snapshot.timestamp };
  const increment = accrue(described, nothingStored, { clusterId, interval });
  const { namespaces, owners: others, containers } = increment;
  const owners = [...namespaces.rows, ...others.rows, ...containers.rows];
  const descriptions = new Map(owners.map(({ owner }, index) => [owner.uid, `${index}`]));
  return listRows(increment, { identity, descriptions });
}

const changeFigure = (rows: LedgerRows, figure: bigint): LedgerRows => {
  const { cluster } = rows.groups;
  const columns = new Map(cluster.columns).set('seconds', [figure]);
  return { ...rows, groups: { ...rows.groups, cluster: { ...cluster, columns } } };
};

describe('packed ledger rows', () => {
  it('are exactly the same after unpacking', () => {
    for (let seed = 1; seed <= 50; seed += 1) {
      const rows = makeRows(seed);
      expect(unpackRows(packRows(rows)), `seed ${seed}`).to.eql(rows);
    }
  });

  it('are totals if an earlier version packed them, without an interval', () => {
    for (let seed = 1; seed <= 50; seed += 1) {
      const [older, newer] = [makeRows(seed), makeRows(seed + 1)];
      const totals = { ...sumRows([older]), interval: undefined } as unknown as LedgerRows;
      const pending = [unpackRows(packRows(totals)), newer];
      expect(sumRows(pending), `seed ${seed}`).to.eql(sumRows([older, newer]));
    }
  });

  it('keep values of any size', () => {
    const rows = makeRows(7);
    for (const bits of [53n, 62n, 63n, 64n, 200n]) {
      for (const figure of [2n ** bits - 1n, 2n ** bits, -(2n ** bits), -(2n ** bits) - 1n]) {
        const changed = changeFigure(rows, figure);
        expect(unpackRows(packRows(changed)), `${figure}`).to.eql(changed);
      }
    }
  });
});
