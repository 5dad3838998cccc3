import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { expect } from 'chai';
import { chooseEncoding, encodeBeginning, encodeEnd } from '../src/answers/content-encoding.ts';

const decompress = { zstd: zstdDecompressSync, br: brotliDecompressSync, gzip: gunzipSync };

describe('the encoding of a body', () => {
  function choose(acceptEncoding: string | undefined, bytes = 10_000, method = 'GET') {
    const request = new IncomingMessage(new Socket());
    request.method = method;
    if (acceptEncoding !== undefined) request.headers['accept-encoding'] = acceptEncoding;
    return chooseEncoding(request, bytes);
  }

  for (const [header, expected] of [
    [undefined, undefined],
    ['', undefined],
    ['identity', undefined],
    ['deflate, compress', undefined],
    ['gzip', 'gzip'],
    ['GZIP', 'gzip'],
    ['gzip, deflate, br, zstd', 'zstd'],
    ['gzip, br', 'br'],
    ['*', 'zstd'],
    ['zstd;q=0.1, gzip;q=0.9', 'gzip'],
    ['zstd;q=0, *', 'br'],
    ['gzip;q=0', undefined],
    ['identity, gzip;q=0.5', undefined],
    ['br;q=0.5, identity;q=0', 'br'],
  ] as const) {
    it(`is ${expected ?? 'none'} for ${header ?? 'no header'}`, () => {
      expect(choose(header)).to.equal(expected);
    });
  }

  it('is none for a small body, or without one', () => {
    expect(choose('gzip', 1_000)).to.equal(undefined);
    expect(choose('gzip', 10_000, 'HEAD')).to.equal(undefined);
  });

  for (const encoding of ['zstd', 'br', 'gzip'] as const) {
    it(`${encoding} covers the complete body, whatever its end`, async () => {
      for (const size of [1, 1_000, 65_536, 400_000]) {
        const data = Buffer.from(
          Array.from({ length: Math.ceil(size / 8) }, (_, index) => `row${index % 977} é`)
            .join()
            .slice(0, size),
        );
        const beginning = await encodeBeginning(encoding, data);
        for (const end of ['', '}', `,"meta":{"request_id":"é"}}`, 'x'.repeat(65_535)]) {
          const whole = Buffer.concat([beginning.bytes, encodeEnd(beginning, Buffer.from(end))]);
          const text = decompress[encoding](whole).toString();
          expect(text === data.toString() + end, `${size} bytes and ${end.length}`).to.equal(true);
        }
        if (size > 100_000) expect(beginning.bytes.length).to.be.below(size / 10);
      }
    });
  }
});
