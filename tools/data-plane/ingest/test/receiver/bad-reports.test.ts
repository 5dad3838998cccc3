import { expect } from 'chai';
import { randomBytes } from 'node:crypto';
import { zstdCompressSync } from 'node:zlib';
import { node, pod } from '../sample-snapshot.ts';
import { compressStreamed } from './compress-streamed.ts';
import { compress, openTestReceiver, makeReport, send, type TestReceiver } from './receiver.ts';

const mib = 2 ** 20;

/** No report may leave a trace, and the next good one is taken. */
describe('the receiver, bad reports', () => {
  let receiver: TestReceiver;
  let digest: string;
  before(async () => {
    receiver = await openTestReceiver({ maxSnapshotBytes: 4 * mib, oldestAgent: 'v2.0.0' });
    expect((await send(receiver.url, receiver.token, good())).status).to.equal(200);
    digest = await receiver.digest();
  });
  after(async () => {
    expect((await send(receiver.url, receiver.token, good())).status).to.equal(200);
    await receiver.close();
  });
  afterEach(async () => {
    expect(await receiver.digest()).to.equal(digest);
  });

  const good = () => makeReport({ nodes: [node('n1')], pods: [pod('p1', 'n1')] });
  const json = () => `${JSON.stringify(good())}\n`;
  const changed = (change: object) => compress({ ...good(), ...change });
  const damaged = () => {
    const body = compress(good());
    body[body.length - 6]! ^= 0xff;
    return body;
  };
  const frameHeader = (descriptor: number, ...rest: number[]) =>
    Buffer.from([0x28, 0xb5, 0x2f, 0xfd, descriptor, ...rest]);

  const bodies: [
    what: string,
    status: number,
    message: RegExp,
    make: () => Buffer | Promise<Buffer>,
  ][] = [
    ['nothing', 400, /is empty/, () => Buffer.alloc(0)],
    ['an empty frame', 400, /is empty/, () => compress('')],
    ['plain JSON', 400, /is not zstd/, () => Buffer.from(json())],
    ['noise', 400, /is not zstd/, () => randomBytes(5_000)],
    ['half a frame', 400, /is truncated/, () => compress(good()).subarray(0, 300)],
    ['a frame without its checksum', 400, /is truncated/, () => compress(good()).subarray(0, -4)],
    ['a damaged frame', 400, /is damaged/, damaged],
    [
      'a frame of a reserved block',
      400,
      /is damaged/,
      () => frameHeader(0x20, 5, 7, 0, 0, 1, 2, 3),
    ] as never,
    ['a dictionary', 400, /dictionary/, () => frameHeader(0x21, 9, 5, 0x29, 0, 0, 1, 2, 3, 4, 5)],
    ['a dictionary, cut off', 400, /dictionary/, () => frameHeader(0x21, 9, 5)],
    [
      'text after the frame',
      400,
      /follows/,
      () => Buffer.concat([compress(good()), Buffer.from('x')]),
    ],
    ['two frames', 400, /follows/, () => Buffer.concat([compress(good()), compress(good())])],
    [
      'JSON over two frames',
      400,
      /follows/,
      () => Buffer.concat([compress(json().slice(0, 99)), compress(json().slice(99))]),
    ],
    ['no JSON', 400, /is not JSON/, () => compress('<html>')],
    ['JSON that is cut off', 400, /is truncated/, () => compress(json().slice(0, 400))],
    ['two documents', 400, /is not JSON/, () => compress(json() + json())],
    [
      'no UTF-8',
      400,
      /UTF-8/,
      () =>
        compress(json()).length > 0
          ? zstdCompressSync(Buffer.from([0x22, 0xff, 0x22]))
          : Buffer.alloc(0),
    ],
    ['a list', 422, /JSON list/, () => compress('[]')],
    ['null', 422, /not an object/, () => compress('null')],
    ['another document', 422, /none of snapshot_id/, () => compress('{"a":1}')],
    ['deep JSON', 422, /JSON list/, () => compress('['.repeat(500_000) + ']'.repeat(500_000))],
    ['deep JSON in a field', 200, /./, () => compress(json())],
    ['no snapshot_id', 422, /^snapshot_id must be/, () => changed({ snapshot_id: '' })],
    ['a timestamp in text', 422, /^timestamp must be/, () => changed({ timestamp: '1' })],
    ['a fraction of a timestamp', 422, /^timestamp must be/, () => changed({ timestamp: 1.5 })],
    ['nodes of null', 422, /^nodes must be a list/, () => changed({ nodes: null })],
    [
      'negative cores',
      422,
      /^nodes\[0\]\.cpu_capacity_cores must be/,
      () => changed({ nodes: [node('n1', { cpu_capacity_cores: -1 })] }),
    ],
    [
      'a pod twice',
      422,
      /must be unique/,
      () => changed({ pods: [pod('p1', 'n1'), pod('p1', 'n1')] }),
    ],
    ['an old agent', 410, /older than v2\.0\.0/, () => changed({ agent_version: 'v1.9.0' })],
    ['much JSON', 413, /larger than 4194304/, () => compress(' '.repeat(4 * mib + 1))],
    ['much JSON, streamed', 413, /larger/, () => compressStreamed(' '.repeat(4 * mib + 1))],
    ['a bomb', 413, /larger/, () => zstdCompressSync(Buffer.alloc(200 * mib))],
    ['a bomb, streamed', 413, /larger/, () => compressStreamed(Buffer.alloc(200 * mib))],
    [
      'a bomb of a small declared size',
      400,
      /damaged/,
      () => lie(zstdCompressSync(Buffer.alloc(60 * mib))),
    ],
    [
      'a huge declared size',
      413,
      /larger/,
      () => frameHeader(0xe0, 0, 0, 0, 0, 0, 1, 0, 0, 1, 0, 0),
    ],
    ['a huge window', 400, /damaged/, () => frameHeader(0x00, 0xf8, 0x01, 0, 0)],
  ];
  for (const [what, status, message, make] of bodies.filter(([, wanted]) => wanted !== 200)) {
    it(`answers ${what} with ${status}`, async () => {
      const answer = await send(receiver.url, receiver.token, await make());
      expect(answer.body.message).to.match(message);
      expect(answer.status).to.equal(status);
      expect(answer.body).to.include({ success: false });
      expect(answer.headers.get('content-type')).to.equal('application/json');
    });
  }

  it('keeps memory constant with decompression bombs', async () => {
    const bomb = await compressStreamed(Buffer.alloc(300 * mib));
    await send(receiver.url, receiver.token, bomb);
    const before = process.memoryUsage.rss();
    for (let round = 0; round < 5; round += 1) {
      expect((await send(receiver.url, receiver.token, bomb)).status).to.equal(413);
    }
    expect(process.memoryUsage.rss() - before).to.be.below(64 * mib);
  });

  const headers: [what: string, status: number, error: string, headers: Record<string, string>][] =
    [
      ['an unknown protocol', 404, 'unknown_protocol', { 'X-Kubeadapt-Protocol': 'v2' }],
      ['another media type', 415, 'wrong_content_type', { 'Content-Type': 'text/plain' }],
      ['another encoding', 415, 'wrong_content_encoding', { 'Content-Encoding': 'gzip' }],
      ['no encoding', 415, 'wrong_content_encoding', { 'Content-Encoding': '' }],
      ['an old agent', 410, 'agent_too_old', { 'X-Agent-Version': 'v2.0.0-rc.1' }],
      ['another X-Snapshot-ID', 409, 'contradicting_ids', { 'X-Snapshot-ID': 'x' }],
      ['another Idempotency-Key', 409, 'contradicting_ids', { 'Idempotency-Key': 'x' }],
    ];
  for (const [what, status, error, given] of headers) {
    it(`answers ${what} in the headers with ${status}`, async () => {
      const answer = await send(receiver.url, receiver.token, good(), given);
      expect({ status: answer.status, error: answer.body.error }).to.eql({ status, error });
    });
  }
});

/** Declares ten bytes, whatever is in the frame (of a four-byte size). */
function lie(frame: Buffer): Buffer {
  expect(frame[4]! >> 6).to.equal(2);
  const copy = Buffer.from(frame);
  copy.writeUInt32LE(1_000, 6 - Number((frame[4]! & 0x20) !== 0));
  return copy;
}
