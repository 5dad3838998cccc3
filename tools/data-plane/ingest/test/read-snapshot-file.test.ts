import { expect } from 'chai';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { zstdCompressSync } from 'node:zlib';
import { readSnapshotFile } from '../src/read-snapshot-file.ts';
import { SnapshotError } from '../src/snapshot-error.ts';
import { node, rawSnapshot } from './sample-snapshot.ts';

const json = Buffer.from(JSON.stringify(rawSnapshot(0, { nodes: [node('n')] })));

describe('a snapshot file', () => {
  let folder: string;
  before(async () => (folder = await mkdtemp(join(tmpdir(), 'snapshot-'))));
  after(() => rm(folder, { recursive: true }));

  const file = async (name: string, content: Uint8Array) => {
    const path = join(folder, name);
    await writeFile(path, content);
    return path;
  };
  const refusal = async (path: string, options: Parameters<typeof readSnapshotFile>[1] = {}) => {
    try {
      await readSnapshotFile(path, options);
    } catch (error) {
      if (error instanceof SnapshotError) return error.message;
      throw error;
    }
    throw new Error('was accepted');
  };

  it('is read as JSON, or as zstd by its first bytes whatever its name', async () => {
    for (const [name, content] of [
      ['a.json', json],
      ['a.json.zst', zstdCompressSync(json)],
      ['b.json', zstdCompressSync(json)],
      ['c.json.zst', json],
    ] as const)
      expect((await readSnapshotFile(await file(name, content))).nodes).to.have.length(1);
  });

  it('is read from standard input, in whatever pieces it comes', async () => {
    for (const content of [json, zstdCompressSync(json)]) {
      const pieces = Array.from(content, (byte) => Uint8Array.of(byte));
      const snapshot = await readSnapshotFile('-', { stdin: Readable.from(pieces) });
      expect(snapshot.nodes).to.have.length(1);
    }
    expect(await refusal('-', { stdin: Readable.from([]) })).to.equal(
      'standard input is empty, an agent snapshot was expected',
    );
  });

  it('more than five minutes ahead of the clock is rejected', async () => {
    const at = async (seconds: number) =>
      file(
        'ahead.json',
        Buffer.from(JSON.stringify({ ...rawSnapshot(0), timestamp: Date.now() + seconds * 1_000 })),
      );
    expect((await readSnapshotFile(await at(290))).pods).to.eql([]);
    const path = await at(310);
    expect(await refusal(path)).to.match(
      /ahead\.json: timestamp is 3\d\d seconds in the future \(2\S+Z\), and at most 300 are accepted; correct the clock of the cluster$/,
    );
  });

  it('that cannot be read is refused in one line with its name', async () => {
    const missing = join(folder, 'none.json');
    expect(await refusal(missing)).to.equal(`${missing} does not exist`);
    expect(await refusal(folder)).to.equal(
      `${folder} is a directory, a snapshot file was expected`,
    );
    const loop = join(folder, 'loop.json');
    await symlink(loop, loop);
    expect(await refusal(loop)).to.equal(`${loop} cannot be read (ELOOP)`);
    const wrong = await file(
      'wrong.json',
      Buffer.from(JSON.stringify(rawSnapshot(0, { pods: [1] }))),
    );
    expect(await refusal(wrong)).to.equal(`${wrong}: pods[0] must be an object (got 1)`);
  });

  it('whose zstd is cut off or damaged is refused as such', async () => {
    const zst = zstdCompressSync(json);
    for (const end of [4, 20, zst.length - 1]) {
      const path = await file('cut.json.zst', zst.subarray(0, end));
      expect(await refusal(path)).to.equal(`${path} is truncated: its zstd data ends too early`);
    }
    const damaged = Buffer.from(zst);
    damaged.fill(0xff, 6, 20);
    const path = await file('damaged.json.zst', damaged);
    expect(await refusal(path)).to.equal(`${path} is damaged: its zstd data is not valid`);
  });

  it('with trailing data after zstd is rejected, unless it is more zstd data', async () => {
    const zst = zstdCompressSync(json);
    for (const rest of ['x', 'garbage '.repeat(100_000)]) {
      const whole = Buffer.concat([zst, Buffer.from(rest)]);
      const path = await file('rest.json.zst', whole);
      const message = 'is damaged: other data follows its zstd data';
      expect(await refusal(path)).to.equal(`${path} ${message}`);
      const pieces = Array.from(whole.subarray(0, zst.length + 20), (byte) => Uint8Array.of(byte));
      expect(await refusal('-', { stdin: Readable.from(pieces) })).to.equal(
        `standard input ${message}`,
      );
    }
    const frames = [json.subarray(0, 100), json.subarray(100)].map((part) =>
      zstdCompressSync(part),
    );
    const path = await file('frames.json.zst', Buffer.concat(frames));
    expect((await readSnapshotFile(path)).nodes).to.have.length(1);
  });

  it('that decompresses to more than the limit is rejected before it fills the memory', async () => {
    const bomb = zstdCompressSync(Buffer.alloc(50_000_000, ' '));
    expect(bomb.length).to.be.lessThan(20_000);
    for (const path of [await file('bomb.json.zst', bomb), await file('big.json', json)])
      expect(await refusal(path, { maxBytes: 500 })).to.equal(
        `${path} is larger than 500 bytes, the accepted maximum`,
      );
  });
});
