import { expect } from 'chai';
import { checkStructure } from '../../src/receiver/worker/check-structure.ts';
import { SnapshotError } from '../../src/snapshot-error.ts';
import { node, pod, rawSnapshot } from '../sample-snapshot.ts';

describe('the structure of JSON', () => {
  const check = (json: string | Buffer) => () => {
    checkStructure(Buffer.from(json));
  };

  it('is bounded in objects and lists', () => {
    for (const one of ['{', '[']) {
      expect(check(one.repeat(4_000_000))).not.to.throw();
      expect(check(one.repeat(4_000_001)))
        .to.throw(SnapshotError, /^has more than 4000000 objects and lists/)
        .with.property('flaw', 'too_large');
    }
    expect(check('{'.repeat(2_000_001) + '['.repeat(2_000_000))).to.throw(SnapshotError);
  });

  it('is bounded in values', () => {
    expect(check(Buffer.alloc(20_000_000, ','))).not.to.throw();
    expect(check(Buffer.alloc(20_000_001, ','))).to.throw(SnapshotError, /^has more than 20000000/);
  });

  it('is far less in a snapshot of 50,000 pods', () => {
    const pods = Array.from({ length: 50 }, (_, index) => pod(`p${index}`, 'n1'));
    const json = JSON.stringify(rawSnapshot(0, { nodes: [node('n1')], pods }));
    const count = (pattern: RegExp) => [...json.matchAll(pattern)].length * 1_000;
    expect(count(/[[{]/g)).to.be.below(4_000_000 / 3);
    expect(count(/,/g)).to.be.below(20_000_000 / 3);
  });
});
