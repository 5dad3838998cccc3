import { expect } from 'chai';
import { randomBytes } from 'node:crypto';
import { constants, zstdCompressSync } from 'node:zlib';
import { readZstdFrame } from '../../src/receiver/zstd-frame.ts';
import { compressStreamed } from './compress-streamed.ts';

const sizes = [0, 1, 100, 255, 256, 257, 65_791, 65_792, 65_793, 131_072, 131_073, 1_000_000];
const contents: [what: string, make: (size: number) => Buffer][] = [
  ['noise', (size) => randomBytes(size)],
  ['one byte', (size) => Buffer.alloc(size, 'a')],
  ['text', (size) => Buffer.from('{"cpu":1,"memory":2},'.repeat(size / 21 + 1)).subarray(0, size)],
];

describe('a zstd frame', () => {
  for (const [what, make] of contents) {
    it(`has its end and content size detected: ${what}`, async () => {
      for (const size of sizes) {
        const content = make(size);
        for (const checksum of [0, 1]) {
          const params = { [constants.ZSTD_c_checksumFlag]: checksum };
          const body = zstdCompressSync(content, { params });
          const frame = readZstdFrame(Buffer.concat([body, Buffer.from('after')]))!;
          expect(frame.end, `${size}`).to.equal(body.length);
          expect(frame.declaredSize).to.equal(size);
          expect(frame.maxSize).to.be.at.least(size);
          expect(frame.maxSize).to.be.below(size + 131_073);
        }
        const body = await compressStreamed(content);
        const frame = readZstdFrame(body)!;
        expect(frame.end).to.equal(body.length);
        if (size > 0) expect(frame.declaredSize).to.equal(undefined);
        expect(frame.maxSize).to.be.at.least(size);
      }
    });
  }

  it('is cut off at any byte before its end', async () => {
    const content = Buffer.from('{"cpu":1}'.repeat(40));
    for (const body of [zstdCompressSync(content), await compressStreamed(content)]) {
      for (let length = 4; length < body.length; length += 1) {
        expect(readZstdFrame(body.subarray(0, length))?.end, `${length}`).to.equal(undefined);
      }
    }
  });

  it('is not detected in other data', () => {
    for (const other of ['', '(', '{"a":1}', '\x1f\x8b\b\0\0\0', '\x28\xb5\x2f']) {
      expect(readZstdFrame(Buffer.from(other, 'latin1'))).to.equal(undefined);
    }
    expect(readZstdFrame(Buffer.from('502a4d1800000000', 'hex'))).to.equal(undefined);
  });

  it('states whether it needs a dictionary, even if it is cut off', () => {
    for (const [hex, needs] of [
      ['28b52ffd21052305', true],
      ['28b52ffd220005230000', true],
      ['28b52ffd2100', false],

      ['28b52ffd210023', false],
      ['28b52ffd2023', false],
      ['28b52ffd21', false],
    ] as [string, boolean][]) {
      expect(readZstdFrame(Buffer.from(hex, 'hex'))?.needsDictionary, hex).to.equal(needs);
    }
  });

  it('is read without a failure, whatever the bytes', () => {
    for (let round = 0; round < 2_000; round += 1) {
      const bytes = randomBytes(4 + (round % 60));
      bytes.writeUInt32LE(0xfd2fb528);
      const frame = readZstdFrame(bytes)!;
      if (frame.end !== undefined) expect(frame.end).to.be.at.most(bytes.length);
    }
  });
});
