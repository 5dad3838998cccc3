import { expect } from 'chai';
import { bootTestApplication, type TestApplication } from '../src/test-application.ts';

const fixture = (name: string) => new URL(`./fixtures/${name}/index.js`, import.meta.url);

describe('errors in the error format of a route', () => {
  let app: TestApplication;
  let organization: string;
  let key: string;

  before(async () => {
    app = await bootTestApplication({ plugins: [fixture('echo'), fixture('own-errors')] });
    organization = await app.createOrganization('acme');
    key = await app.createKey(organization, { scopes: ['echo:read'], requestsPerMinute: 10_000 });
  });
  after(() => app.stop());

  it('formats errors of every pipeline step in the format of the route', async () => {
    const stranger = crypto.randomUUID();
    const outsider = crypto.randomUUID();
    await app.insert('clusters', { organization_id: organization, id: outsider, name: 'out' });
    const other = await app.createKey(organization, { scopes: [] });
    const confined = await app.createKey(organization, {
      scopes: ['echo:read'],
      allowedClusterIds: [],
    });
    const used = await app.createKey(organization, {
      scopes: ['echo:read'],
      requestsPerMinute: 1,
    });
    await app.get('/v1/own-errors', used);
    const cases = [
      ['/v1/own-errors', undefined, 401, 'UNAUTHORIZED'],
      ['/v1/own-errors', 'cpk_nonsense', 401, 'UNAUTHORIZED'],
      ['/v1/own-errors', used, 429, 'RATE_LIMITED'],
      ['/v1/own-errors', other, 403, 'FORBIDDEN'],
      ['/v1/own-errors?colour=red', key, 400, 'BAD_REQUEST'],
      ['/v1/own-errors?fail=never', key, 422, 'VALIDATION_ERROR'],
      ['/v1/own-errors/nonsense', key, 400, 'INVALID_CLUSTER_ID'],
      [`/v1/own-errors/${stranger}`, key, 404, 'CLUSTER_NOT_FOUND'],
      [`/v1/own-errors/${outsider}`, confined, 403, 'CLUSTER_ACCESS_DENIED'],
      ['/v1/own-errors?fail=here', key, 404, 'NODE_NOT_FOUND'],
      ['/v1/own-errors?fail=unforeseen', key, 500, 'INTERNAL_ERROR'],
    ] as const;
    for (const [path, as, status, problem] of cases) {
      const answer = await app.get(path, as);
      expect([answer.status, answer.body.problem], path).to.eql([status, problem]);
      expect(answer.body).to.have.all.keys('problem', 'request', 'key', 'fields');
      expect(answer.body.request).to.equal(answer.headers.get('x-request-id'));
      expect(answer.body.key).to.equal(as === undefined ? 'missing' : 'given');
      expect(answer.text).to.not.contain('hunter2');
    }
  });

  it('keeps the status, the headers and the fields of the error', async () => {
    const used = await app.createKey(organization, {
      scopes: ['echo:read'],
      requestsPerMinute: 1,
    });
    await app.get('/v1/own-errors', used);
    const limited = await app.get('/v1/own-errors', used);
    expect(limited.headers.get('retry-after')).to.equal('60');
    expect(limited.headers.get('x-ratelimit-remaining')).to.equal('0');
    const bad = await app.get('/v1/own-errors?fail=never', key);
    expect(bad.body.fields).to.eql(['fail']);
    const anonymous = await app.get('/v1/own-errors');
    expect(anonymous.headers.get('www-authenticate')).to.equal('Bearer');
  });

  it('also formats 405 of the path in that format', async () => {
    const { status, headers, body } = await app.request('/v1/own-errors', { method: 'DELETE' });
    expect([status, headers.get('allow'), body.problem]).to.eql([405, 'GET, HEAD', 'BAD_REQUEST']);
  });

  it('answers 500 in the standard format if the formatter fails', async () => {
    const response = await fetch(`${app.service.url}/v1/own-errors?fail=unspeakable`, {
      headers: { Authorization: `Bearer ${key}` },
    });
    const text = await response.text();
    expect(response.status).to.equal(500);
    expect(JSON.parse(text).error.code).to.equal('INTERNAL_ERROR');
    expect(text).to.not.contain('hunter2');
    expect((await app.get('/v1/own-errors', key)).status).to.equal(200);
  });

  it('accepts a parameter of the route with the name of a paging parameter', async () => {
    expect((await app.get('/v1/own-errors', key)).body).to.eql({ ok: true, limit: 3 });
    expect((await app.get('/v1/own-errors?limit=7', key)).body.limit).to.equal(7);
    expect((await app.get('/v1/own-errors?limit=10', key)).body.problem).to.equal('BAD_REQUEST');
  });

  it('does not change errors of other routes and of unknown paths', async () => {
    expect((await app.get('/v1/echo/x')).body.error.code).to.equal('UNAUTHORIZED');
    expect((await app.get('/v1/nowhere')).body.error.code).to.equal('BAD_REQUEST');
    const long = await app.get(`/v1/own-errors?x=${'y'.repeat(17_000)}`, key);
    expect([long.status, long.body.error.code]).to.eql([414, 'BAD_REQUEST']);
  });

  it('is documented for that route only', () => {
    const operation = app.document.paths['/v1/own-errors']?.get as {
      responses: Record<string, { description: string; $ref?: string }>;
    };
    expect(operation.responses[404]?.description).to.equal('One of NODE_NOT_FOUND.');
    const { 414: tooLong, ...others } = operation.responses;
    expect(tooLong?.$ref).to.equal('#/components/responses/URITooLong');
    expect(JSON.stringify(others)).to.not.contain('#/components/responses');
    const echo = app.document.paths['/v1/echo/{word}']?.get as typeof operation;
    expect(echo.responses[401]?.$ref).to.equal('#/components/responses/Unauthorized');
  });
});
