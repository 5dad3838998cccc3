import { expect } from 'chai';
import { type AddressInfo } from 'node:net';
import { createApiServer } from '@costplane/kernel';
import { bootTestApplication, type TestApplication } from '../src/test-application.ts';
import { type RawResponse, sendRaw } from './support/raw-request.ts';

const echoPlugin = new URL('./fixtures/echo/index.js', import.meta.url);
const toRequest = (...lines: string[]) => [...lines, 'Connection: close', '', ''].join('\r\n');

/** The form of every error, whoever found it. */
function expectEnvelope({ status, headers, body }: RawResponse, expected: number): void {
  expect(status).to.equal(expected);
  expect(body.data).to.equal(null);
  expect(body.error.code).to.equal('BAD_REQUEST');
  expect(body.meta.request_id).to.match(/^req_[0-9A-HJKMNP-TV-Z]{26}$/);
  expect(headers.get('x-request-id')).to.equal(body.meta.request_id);
  expect(body.meta.applied_at).to.match(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
}

describe('requests that Node.js itself rejects', () => {
  let app: TestApplication;
  let key: string;

  before(async () => {
    app = await bootTestApplication({ plugins: [echoPlugin] });
    const organization = await app.createOrganization('acme');
    key = await app.createKey(organization, { scopes: ['echo:read'] });
  });
  after(() => app.stop());

  const path = '/v1/echo/x';
  const host = 'Host: costplane';
  const longHeader = `X-Long: ${'a'.repeat(100_000)}`;
  const cases: readonly [string, number, string][] = [
    ['no HTTP', 400, 'hello\r\n\r\n'],
    ['TLS to the plain port', 400, '\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001'],
    ['a version that does not exist', 400, toRequest(`GET ${path} HTTP/9.9`, host)],
    ['a method that does not exist', 400, toRequest(`BREW ${path} HTTP/1.1`, host)],
    ['a header without a name', 400, toRequest(`GET ${path} HTTP/1.1`, host, ': nothing')],
    ['a URL without the end of its host', 400, toRequest('GET http://[/ HTTP/1.1', host)],
    ['a URL whose port is not a number', 400, toRequest('GET http://a:b/ HTTP/1.1', host)],
    ['no Host', 400, toRequest(`GET ${path} HTTP/1.1`)],
    ['two Hosts', 400, toRequest(`GET ${path} HTTP/1.1`, host, 'Host: other')],
    ['another Expect', 417, toRequest(`GET ${path} HTTP/1.1`, host, 'Expect: 200-ok')],
    ['CONNECT', 405, toRequest('CONNECT other:443 HTTP/1.1', 'Host: other:443')],
    ['headers over 64 KiB', 431, toRequest(`GET ${path} HTTP/1.1`, host, longHeader)],
    ['a URL over 64 KiB', 414, toRequest(`GET ${path}?${'a'.repeat(90_000)} HTTP/1.1`, host)],
    [
      'a body of two lengths',
      400,
      toRequest(`POST ${path} HTTP/1.1`, host, 'Content-Length: 1', 'Content-Length: 2'),
    ],
  ];
  for (const [what, status, bytes] of cases) {
    it(`answers ${status} in the envelope to ${what}`, async () => {
      expectEnvelope(await sendRaw(app.service.url, bytes), status);
    });
  }

  it('answers 400 to two Authorization headers, even if one is valid', async () => {
    const none = 'Authorization: Bearer none';
    const valid = `Authorization: Bearer ${key}`;
    for (const pair of [
      [none, valid],
      [valid, none],
      [valid, valid],
    ]) {
      const bytes = toRequest(`GET ${path} HTTP/1.1`, host, ...pair);
      expectEnvelope(await sendRaw(app.service.url, bytes), 400);
    }
    const one = await sendRaw(app.service.url, toRequest(`GET ${path} HTTP/1.1`, host, valid));
    expect(one.status).to.equal(200);
  });

  it('says that a request needs one Host', async () => {
    const { body } = await sendRaw(app.service.url, toRequest(`GET ${path} HTTP/1.1`));
    expect(body.error.message).to.equal('A request must have exactly one Host header.');
  });

  it('says in a sentence what is wrong with a query', async () => {
    const { body } = await app.get(`${path}?a=%ff`, key);
    expect(body.error.message).to.equal('The query does not percent-decode.');
  });

  it('serves HTTP/1.0 without Host, and Expect: 100-continue', async () => {
    const valid = `Authorization: Bearer ${key}`;
    const old = await sendRaw(app.service.url, toRequest(`GET ${path} HTTP/1.0`, valid));
    expect(old.status).to.equal(200);
    const bytes = toRequest(`GET ${path} HTTP/1.1`, host, valid, 'Expect: 100-continue');
    expect((await sendRaw(app.service.url, bytes)).text).to.match(
      /^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 OK\r\n/,
    );
  });

  it('closes without a response if the client still waits for another', async () => {
    const slow = [`GET /v1/slow HTTP/1.1`, host, `Authorization: Bearer ${key}`, '', ''];
    const { text } = await sendRaw(app.service.url, `${slow.join('\r\n')}no HTTP\r\n\r\n`);
    expect(text).to.not.contain(' 400 ');
  });

  it('counts what it answers', async () => {
    const count = async () => {
      const text = await (await fetch(app.service.metricsUrl)).text();
      const [, value = '0'] =
        /costplane_http_requests_total\{operation="none",status="431"\} (\d+)/.exec(text) ?? [];
      return Number(value);
    };
    const before = await count();
    await sendRaw(app.service.url, toRequest(`GET ${path} HTTP/1.1`, host, longHeader));
    expect(await count()).to.equal(before + 1);
  });
});

describe('a client that is too slow', () => {
  for (const [what, bytes] of [
    ['sends nothing', ''],
    ['sends half of its headers', 'GET / HTTP/1.1\r\nHost: cost'],
    ['sends half of its body', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n1234'],
  ] as const) {
    it(`gets 408 in the envelope if it ${what}`, async () => {
      const server = createApiServer(
        () => undefined,
        { clock: { now: () => new Date() }, metrics: { requestServed: () => undefined } },
        { headersTimeout: 100, requestTimeout: 200, connectionsCheckingInterval: 20 },
      );
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      const { port } = server.address() as AddressInfo;
      try {
        expectEnvelope(await sendRaw(`http://127.0.0.1:${port}`, bytes), 408);
      } finally {
        server.close();
      }
    });
  }
});
