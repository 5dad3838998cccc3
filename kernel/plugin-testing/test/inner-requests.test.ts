import { expect } from 'chai';
import { bootTestApplication, type TestApplication } from '../src/test-application.ts';

const fixture = (name: string) => new URL(`./fixtures/${name}/index.js`, import.meta.url);

interface Answer {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: string;
}

describe('requests that a handler sends', () => {
  const lines: { message: string; operation_id?: string; request_id?: string }[] = [];
  let app: TestApplication;
  let organization: string;

  before(async () => {
    app = await bootTestApplication({
      plugins: [fixture('echo'), fixture('relay')],
      onLog: (_level, fields, message) => lines.push({ ...fields, message }),
    });
    organization = await app.createOrganization('acme', 'EUR');
  });
  after(() => app.stop());

  const post = (path: string, body: unknown, key?: string, headers = {}) =>
    app.request(path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
      ...(key === undefined ? {} : { key }),
    });
  const get = (path: string) => ({ method: 'get', path });
  const relay = async (key: string, ...requests: unknown[]): Promise<Answer[]> =>
    (await post('/v1/relay', { requests }, key)).body.answers;
  const codes = (answers: Answer[]) =>
    answers.map(({ status, body }) => [status, JSON.parse(body).error?.code ?? 'none']);

  it('are answered for the caller, under the id of its request', async () => {
    const key = await app.createKey(organization, { scopes: ['echo:read'] });
    const { status, headers, body } = await post(
      '/v1/relay',
      { requests: [get('/v1/echo/a%2Fb?colour=red')] },
      key,
      { 'X-Request-ID': 'outer-request' },
    );
    expect([status, headers.get('x-request-id')]).to.eql([200, 'outer-request']);
    const [answer] = body.answers as [Answer];
    expect(answer).to.have.property('status', 200);
    const { data, meta } = JSON.parse(answer.body);
    expect(data).to.deep.include({ params: { word: 'a/b' }, query: { colour: ['red'] } });
    expect(data).to.include({ currency: 'EUR', allowedClusters: 'all' });
    expect(meta.request_id).to.equal('outer-request');
    const logged = lines.filter(({ request_id: id }) => id === 'outer-request');
    expect(logged.map(({ operation_id: id }) => id)).to.have.members(['echo', 'relay']);
  });

  it('are checked for scope, validity and access like any request', async () => {
    const outsider = crypto.randomUUID();
    await app.insert('clusters', { organization_id: organization, id: outsider, name: 'out' });
    const confined = { scopes: ['echo:read'], allowedClusterIds: [] };
    const key = await app.createKey(organization, confined);
    const requests = [
      get('/v1/echo/word?colour=green'),
      get('/v1/echo/word?unknown=1'),
      get('/v1/nothing'),
      get('/v1/relay'),
      get(`/v1/clusters/${outsider}/echo/name`),
    ];
    expect(codes(await relay(key, ...requests))).to.eql([
      [422, 'VALIDATION_ERROR'],
      [400, 'BAD_REQUEST'],
      [404, 'BAD_REQUEST'],
      [405, 'BAD_REQUEST'],
      [403, 'CLUSTER_ACCESS_DENIED'],
    ]);
    const without = await app.createKey(organization, { scopes: [] });
    expect(codes(await relay(without, get('/v1/echo/word')))).to.eql([[403, 'FORBIDDEN']]);
  });

  it('are anonymous if the route needs no key, whatever their sender is', async () => {
    const key = await app.createKey(organization, { scopes: ['echo:read'] });
    const requests = [get('/v1/echo/word')];
    const { body } = await post('/v1/relay-without-key', { requests }, key);
    expect(codes(body.answers)).to.eql([[401, 'UNAUTHORIZED']]);
    expect(body.scopes).to.eql([]);
  });

  it('count against the rate limit of the key; the first counts as the request itself', async () => {
    const options = { scopes: ['echo:read'], requestsPerMinute: 4 };
    const key = await app.createKey(organization, options);
    expect(codes(await relay(key, get('/v1/echo/a')))).to.eql([[200, 'none']]);
    const three = [get('/v1/echo/a'), get('/v1/echo/b'), get('/v1/echo/c')];
    expect(codes(await relay(key, ...three))).to.eql([
      [200, 'none'],
      [200, 'none'],
      [200, 'none'],
    ]);
    const refused = await post('/v1/relay', { requests: three }, key);
    expect([refused.status, refused.body.error.code]).to.eql([429, 'RATE_LIMITED']);
    const two = await app.createKey(organization, { ...options, requestsPerMinute: 2 });
    expect(codes(await relay(two, ...three))).to.eql([
      [200, 'none'],
      [200, 'none'],
      [429, 'RATE_LIMITED'],
    ]);
  });

  it('count against the quota of their route', async () => {
    const key = await app.createKey(organization, { scopes: ['echo:read'] });
    expect(codes(await relay(key, get('/v1/scarce'), get('/v1/scarce')))).to.eql([
      [200, 'none'],
      [429, 'RATE_LIMITED'],
    ]);
    expect(codes(await relay(key, get('/v1/scarce')))).to.eql([[429, 'RATE_LIMITED']]);
  });

  it('carry a body as JSON', async () => {
    const key = await app.createKey(organization, { scopes: [] });
    const inner = { method: 'post', path: '/v1/relay', body: { requests: [] } };
    const wrong = { ...inner, body: { requests: 'none' } };
    const answers = await relay(key, inner, wrong);
    expect(answers.map(({ status }) => status)).to.eql([200, 400]);
    expect(JSON.parse(answers[0]!.body)).to.eql({ scopes: [], colour: 'none', answers: [] });
  });

  it('can use the scopes of the key and the headers of the request', async () => {
    const key = await app.createKey(organization, { scopes: ['echo:read'] });
    const { body } = await post('/v1/relay', { requests: [] }, key, { 'X-Colour': 'red' });
    expect(body).to.eql({ scopes: ['echo:read'], colour: 'red', answers: [] });
  });

  it('needs a key on a route for any key', async () => {
    const { status, body } = await post('/v1/relay', { requests: [] });
    expect([status, body.error.code]).to.eql([401, 'UNAUTHORIZED']);
    const { description, security } = app.document.paths['/v1/relay']!.post as {
      description: string;
      security: unknown[];
    };
    expect(description).to.equal('Needs any key: it does what the scopes of the key allow.');
    expect(security).to.eql([{ apiKey: [] }]);
  });
});
