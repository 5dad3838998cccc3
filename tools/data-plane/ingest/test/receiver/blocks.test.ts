import { expect } from 'chai';
import { randomBytes } from 'node:crypto';
import { Blocks } from '../../src/receiver/blocks.ts';

describe('blocks of bytes', () => {
  const grown: number[] = [];
  const create = (most: number) => {
    grown.length = 0;
    return new Blocks(most, (bytes) => grown.push(bytes));
  };

  it('contain what was added, whatever the chunk size', () => {
    const bytes = randomBytes(200_000);
    for (const size of [7, 1_000, 65_536, 65_537, 200_000]) {
      const blocks = create(200_000);
      for (let at = 0; at < bytes.length; at += size) blocks.add(bytes.subarray(at, at + size));
      expect(blocks.join().equals(bytes), `${size}`).to.equal(true);
      expect(blocks.length).to.equal(bytes.length);
      expect(grown).to.eql([65_536, 65_536, 65_536, 200_000 - 3 * 65_536]);
    }
  });

  it('use one block for many small chunks', () => {
    const blocks = create(2 ** 20);
    for (let count = 0; count < 65_536; count += 1) blocks.add(Buffer.from('a'));
    expect(grown).to.eql([65_536]);
    expect(create(10).join()).to.have.length(0);
  });

  it('discard a chunk that does not fit', () => {
    const full = new Error('full');
    const blocks = new Blocks(100, () => {
      throw full;
    });
    expect(() => {
      blocks.add(Buffer.from('a'));
    }).to.throw(full);
    expect(blocks.length).to.equal(0);
    expect(() => {
      create(2).add(Buffer.from('abc'));
    }).to.throw(RangeError);
  });
});
