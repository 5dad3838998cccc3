import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { expect } from 'chai';
import { skipOnCitus } from '../src/skip-on-citus.ts';
import { bootTestApplication, type TestApplication } from '../src/test-application.ts';

const keptPlugin = new URL('./fixtures/kept/index.js', import.meta.url);
const scopes = ['kept:read'];
const decompress = { zstd: zstdDecompressSync, br: brotliDecompressSync, gzip: gunzipSync };
const list = '/v1/kept/teams?limit=500';

describe('compressed responses', () => {
  let app: TestApplication;
  let key: string;

  before(async () => {
    app = await bootTestApplication({ plugins: [keptPlugin] });
    const organization = await app.createOrganization('acme');
    await app.sql(
      `insert into teams (organization_id, name)
        select $1, 'team ü ' || n from generate_series(1, 500) as n`,
      [organization],
    );
    key = await app.createKey(organization, { scopes, requestsPerMinute: 10_000 });
  });
  after(() => app.stop());

  async function read(path: string, headers: Readonly<Record<string, string>>, method = 'GET') {
    const options = { method, headers: { Authorization: `Bearer ${key}`, ...headers } };
    const [response] = (await once(get(`${app.service.url}${path}`, options), 'response')) as [
      IncomingMessage,
    ];
    const body = Buffer.concat((await response.toArray()) as Buffer[]);
    return { status: response.statusCode, headers: response.headers, body };
  }

  for (const encoding of ['zstd', 'br', 'gzip'] as const) {
    it(`have the same content as ${encoding}: the first, the cached one, and its copies`, async () => {
      const plain = JSON.parse((await read(list, {})).body.toString()) as { data: unknown[] };
      const path = `${list}&include_total=${String(encoding === 'br')}`;
      const ids = new Set<unknown>();
      for (let times = 1; times <= 4; times += 1) {
        const { headers, body } = await read(path, { 'Accept-Encoding': encoding });
        expect(headers['content-encoding']).to.equal(encoding);
        expect(headers.vary).to.equal('Accept-Encoding');
        expect(Number(headers['content-length'])).to.equal(body.length);
        expect(headers['content-type']).to.equal('application/json; charset=utf-8');
        const answer = JSON.parse(decompress[encoding](body).toString()) as {
          readonly data: unknown[];
          readonly meta: { readonly request_id: string };
        };
        expect(answer.data).to.eql(plain.data);
        expect(answer.meta.request_id).to.equal(headers['x-request-id']);
        ids.add(answer.meta.request_id);
      }
      expect(ids.size).to.equal(4);
    });
  }

  it('are sent only if accepted, with Vary for caches', async () => {
    for (const accepted of ['', 'identity', 'gzip;q=0']) {
      const plain = await read(list, { 'Accept-Encoding': accepted });
      expect(plain.headers['content-encoding']).to.equal(undefined);
      expect(plain.headers.vary).to.equal('Accept-Encoding');
      expect(JSON.parse(plain.body.toString())).to.have.property('data');
    }
  });

  it('have the ETag of the uncompressed response', async function () {
    skipOnCitus(this, 'responses are not kept between requests');
    const { headers } = await read(list, { 'Accept-Encoding': 'gzip' });
    const again = { 'Accept-Encoding': 'zstd', 'If-None-Match': headers.etag ?? '' };
    const { status, headers: unchanged, body } = await read(list, again);
    expect([status, body.length]).to.eql([304, 0]);
    expect(unchanged.vary).to.equal('Accept-Encoding');
    expect(unchanged['content-encoding']).to.equal(undefined);
  });

  it('are not used for small or empty bodies', async () => {
    const accepted = { 'Accept-Encoding': 'gzip' };
    expect((await read('/v1/kept/noon', accepted)).headers['content-encoding']).to.equal(undefined);
    const head = await read(list, accepted, 'HEAD');
    expect(head.headers['content-encoding']).to.equal(undefined);
    expect(head.body.length).to.equal(0);
  });

  it('can be read by fetch', async () => {
    const { body } = await app.get(list, key);
    expect(body.data).to.have.length(500);
  });
});
