import { expect } from 'chai';
import { randomBytes } from 'node:crypto';
import { type AddressInfo } from 'node:net';
import { createServer } from 'node:http';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Bucket } from '../src/archive/bucket.ts';
import { ArchiveError, openStore } from '../src/archive/index.ts';
import { openTestBucket } from './bucket.ts';

const credentials = { AWS_ACCESS_KEY_ID: 'AKIATEST', AWS_SECRET_ACCESS_KEY: 'shh' };
const mebibyte = 2 ** 20;
setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

describe('a bucket of archives', () => {
  it('stores a stream that is larger than a part, and returns ranges', async function () {
    const { location, environment, create } = openTestBucket(this);
    await create();
    const store = openStore(location, environment);
    const bytes = randomBytes(21 * mebibyte);
    for (const size of [bytes.length, 16 * mebibyte, 5]) {
      await store.write('2026-07/a.parquet', chunks(bytes.subarray(0, size), 3_000_001));
      const file = await store.open('2026-07/a.parquet');
      expect(file?.byteLength).to.equal(size);
      expect(Buffer.from(await file!.slice(0)).equals(bytes.subarray(0, size))).to.equal(true);
      expect(Buffer.from(await file!.slice(1, 4))).to.eql(bytes.subarray(1, 4));
    }
    expect(await store.open('2026-07/b.parquet')).to.equal(undefined);
  });

  it('keeps the previous object if an upload fails', async function () {
    const { location, environment, bucket, create } = openTestBucket(this);
    await create();
    const store = openStore(location, environment);
    await store.write('a', chunks(Buffer.from('before'), 6));
    // eslint-disable-next-line @typescript-eslint/require-await
    async function* failing() {
      yield randomBytes(9 * mebibyte);
      throw new Error('the connection to the database ended');
    }
    expect(await failure(store.write('a', failing()))).to.equal(
      'the connection to the database ended',
    );
    const file = await store.open('a');
    expect(Buffer.from(await file!.slice(0)).toString()).to.equal('before');
    const uploads = await bucket.request({ method: 'GET', name: '', query: { uploads: '' } });
    expect(Buffer.from(uploads.body).toString()).to.not.include('<UploadId>');
  });

  it('stops reading if the object was replaced', async function () {
    const { location, environment, create } = openTestBucket(this);
    await create();
    const store = openStore(location, environment);
    await store.write('a', chunks(Buffer.from('one'), 3));
    const file = await store.open('a');
    await store.write('a', chunks(Buffer.from('two'), 3));
    expect(await failure(file!.slice(0))).to.match(/^s3:\/\/\S+\/a: the server answered 412/);
  });

  const refused: [status: number, body: string, message: RegExp][] = [
    [
      403,
      '<Error><Code>AccessDenied</Code></Error>',
      /\/a: access is denied \(403 AccessDenied\);/,
    ],
    [403, 'AKIATEST shh', /\/a: access is denied \(403\); check AWS_ACCESS_KEY_ID/],
    [301, '', /\/a: the bucket is in another region \(301\); set AWS_REGION to eu-west-1$/],
    [
      404,
      '<Error><Code>NoSuchBucket</Code></Error>',
      /\/a: the bucket does not exist; create it, or correct --to$/,
    ],
    [404, '', /\/a: the server answered 404; run the command again$/],
    [
      200,
      '<Error><Code>InternalError</Code></Error>',
      /\/a: the server did not start a multipart upload$/,
    ],
  ];
  for (const [status, body, message] of refused) {
    it(`explains ${status} with the body "${body}" in one line`, async () => {
      const server = createServer((request, response) => {
        request.resume().on('end', () => {
          response.writeHead(status, { 'x-amz-bucket-region': 'eu-west-1' }).end(body);
        });
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      const { port } = server.address() as AddressInfo;
      const AWS_ENDPOINT_URL = `http://127.0.0.1:${port}/path/`;
      const store = openStore('s3://bkt/p/', Object.assign({ AWS_ENDPOINT_URL }, credentials));
      const large = chunks(Buffer.alloc(8 * mebibyte), mebibyte);
      const error = await failure(store.write('a', large)).finally(() => server.close());
      expect(error).to.match(message);
      expect(error).to.not.match(/AKIATEST|shh|\n/);
    });
  }

  const openLocal = (url: string) =>
    new Bucket({
      location: 's3://bkt',
      url,
      credentials: { accessKeyId: 'AKIATEST', secretAccessKey: 'shh' },
      region: 'eu-west-1',
      answerWithinMs: 500,
    });

  for (const missing of ['an answer', 'the body of an answer']) {
    it(`reports in one line that the server did not send ${missing} in time`, async () => {
      const server = createServer((_request, response) => {
        if (missing !== 'an answer') response.writeHead(200, { 'content-length': 9 }).write('a');
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      // A limit that is forgotten with what was garbage-collected is none.
      const collecting = setInterval(collectGarbage, 50);
      const body = new Uint8Array(8 * mebibyte);
      const error = await failure(openLocal(url).request({ method: 'PUT', name: 'a', body }));
      clearInterval(collecting);
      server.closeAllConnections();
      server.close();
      expect(error).to.equal(
        `s3://bkt/a: ${url} did not answer within 0.5 s; check the network to it and run the command again`,
      );
    });
  }

  it('sends a request again where the server is busy', async () => {
    const statuses = [503, 429, 200];
    const server = createServer((request, response) => {
      request.resume().on('end', () => response.writeHead(statuses.shift()!).end('done'));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const bucket = openLocal(`http://127.0.0.1:${port}`);
    const { body } = await bucket
      .request({ method: 'PUT', name: 'a', body: new Uint8Array(9) })
      .finally(() => server.close());
    expect(Buffer.from(body).toString()).to.equal('done');
    expect(statuses).to.eql([]);
  });

  const malformed: [location: string, environment: NodeJS.ProcessEnv, message: RegExp][] = [
    [
      's3://bkt',
      {},
      /^s3:\/\/bkt needs credentials: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY$/,
    ],
    ['s3://bkt', { AWS_ACCESS_KEY_ID: 'AKIATEST', AWS_SECRET_ACCESS_KEY: '' }, /^s3:\/\/bkt needs/],
    ['s3://AKIATEST:shh@b/p', credentials, /^A bucket must be written as s3:\/\/bucket or/],
    ['s3://bkt/../c', credentials, /^A bucket must be written as/],
    ['s3://bkt/p//q', credentials, /^A bucket must be written as/],
    ['https://AKIATEST:shh@b', credentials, /to a folder or to s3:\/\/bucket, not to https:\/\/$/],
    [
      's3://bkt',
      { AWS_ENDPOINT_URL: 'http://AKIATEST:shh@b', ...credentials },
      /must be an http:\/\/ or https:\/\/ URL without credentials$/,
    ],
  ];
  for (const [location, environment, message] of malformed) {
    it(`refuses ${location} with ${JSON.stringify(Object.keys(environment))}`, () => {
      expect(() => openStore(location, environment))
        .to.throw(ArchiveError, message)
        .with.property('message')
        .that.does.not.match(/AKIATEST|shh/);
    });
  }
});

// eslint-disable-next-line @typescript-eslint/require-await
async function* chunks(bytes: Uint8Array, size: number) {
  for (let start = 0; start < bytes.length; start += size) {
    yield bytes.subarray(start, start + size);
  }
}

const failure = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => (error as Error).message,
  );
