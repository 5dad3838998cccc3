import { bootTestApplication, type TestApplication } from '@costplane/plugin-testing';
import { expect } from 'chai';

const entry = new URL('../src/index.ts', import.meta.url);
const basic = (user: string, password: string) =>
  `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;

describe("OpenCost's routes: requests", () => {
  let app: TestApplication;
  let key: string;

  before(async () => {
    app = await bootTestApplication({
      plugins: [entry],
      clock: { now: () => new Date('2026-07-15T19:33:00Z') },
    });
    const organization = await app.createOrganization('acme', 'EUR');
    key = await app.createKey(organization, {
      scopes: ['cost_explorer:read'],
      requestsPerMinute: 1_000_000,
    });
  });
  after(() => app.stop());

  const get = (path: string, authorization?: string) =>
    app.request(
      `/opencost${path}`,
      authorization === undefined ? {} : { headers: { Authorization: authorization } },
    );

  it('accept the key as a bearer token or as the password of Basic authentication', async () => {
    const path = '/getConfigs';
    for (const authorization of [`Bearer ${key}`, basic('any', key), basic('', key)]) {
      const { status, body } = await get(path, authorization);
      expect(status).to.equal(200);
      expect(body).to.eql({ code: 200, status: 'success', data: { currencyCode: 'EUR' } });
    }
    for (const authorization of [undefined, basic('any', 'wrong'), basic(key, ''), 'Basic %%%']) {
      const { status, headers, body } = await get(path, authorization);
      expect(status).to.equal(401);
      expect(headers.get('www-authenticate')).to.equal('Bearer, Basic realm="costplane"');
      expect(body).to.include({ code: 401, status: 'error', data: null });
    }
  });

  it('document Basic authentication where it is taken', () => {
    const { components, paths } = app.document as unknown as {
      components: { securitySchemes: Record<string, object> };
      paths: Record<string, { get: { security: object[] } }>;
    };
    expect(components.securitySchemes.basic).to.include({ type: 'http', scheme: 'basic' });
    expect(paths['/opencost/assets']?.get.security).to.eql([{ apiKey: [] }, { basic: [] }]);
    expect(paths['/opencost/healthz']?.get.security).to.eql([]);
  });

  it('need the scope of the cost explorer', async () => {
    const organization = await app.createOrganization('other');
    const other = await app.createKey(organization, { scopes: ['nodes:read'] });
    const { status, body } = await get('/allocation?window=1d', `Bearer ${other}`);
    expect(status).to.equal(403);
    expect(body).to.include({ code: 403, status: 'error', data: null });
  });

  it('answer /healthz without a key', async () => {
    expect((await get('/healthz')).status).to.equal(200);
  });

  for (const path of [
    '/allocation',
    '/allocation/compute',
    '/allocation/summary',
    '/allocation/compute/summary',
    '/assets',
    '/model/allocation',
    '/model/allocation/summary',
    '/model/assets',
  ]) {
    it(`answer ${path} of an organization without clusters`, async () => {
      const headers = { Authorization: `Bearer ${key}` };
      const answer = await fetch(`${app.service.url}/opencost${path}?window=1d`, { headers });
      const body = (await answer.json()) as { data: object };
      expect(answer.status).to.equal(200);
      expect(body).to.include({ code: 200, status: 'success' });
      if (path === '/assets') expect(body.data).to.eql({});
      else if (!path.endsWith('summary')) expect(body.data).to.eql([{}]);
    });
  }

  it('answer the requests of opencost-ui for allocations', async () => {
    for (const period of ['hour', 'day', 'week', 'weeknow', 'month', 'quarter', 'all', 'true']) {
      const query = `window=7d&aggregate=namespace&includeIdle=true&metrics=totalCost&accumulate=${period}`;
      const { status, text } = await get(`/allocation/compute?${query}`, `Bearer ${key}`);
      expect(status, text).to.equal(200);
    }
  });

  it('answer the requests of opencost-ui for assets', async () => {
    const query = 'window=7d&aggregate=assetType&includeIdle=true&accumulate=true&step=1d';
    const { status, body } = await get(`/assets?${query}`, `Bearer ${key}`);
    expect(status).to.equal(200);
    expect(body.data).to.eql({});
  });

  it('refuse an unknown type of asset', async () => {
    const { status, body } = await get('/assets?window=1d&filterTypes=Node,x', `Bearer ${key}`);
    expect(status).to.equal(400);
    expect(body.message).to.equal(
      "Invalid 'filterTypes' parameter: must be one of Node, Disk, ClusterManagement",
    );
  });

  const refused: Record<string, RegExp> = {
    '': /^Invalid 'window' parameter/,
    'window=tomorrow': /^Invalid 'window' parameter: illegal window: tomorrow;/,
    'window=1d&window=2d': /^Invalid 'window' parameter: must be given only once$/,
    'window=1d&aggregate=nothing': /^Invalid 'aggregate' parameter: unknown property 'nothing';/,
    'window=1d&step=10m': /^Invalid 'step' parameter: must be a duration of whole hours/,
    'window=1d&step=1h&aggregate=pod': /^Invalid 'step' parameter: must be in whole days/,
    'window=365d&step=1h': /^Invalid 'step' parameter: must cut the window into at most/,
    'window=1d&filter=namespace': /^Invalid 'filter' parameter: at position 9: expected/,
    'window=1d&limit=0': /^Invalid 'limit' parameter: must be an integer/,
    'window=1d&accumulate=often':
      /^Invalid 'accumulate' parameter: must be one of false, true, all, hour,/,
    'window=1d&includeIdle=maybe': /^Invalid 'includeIdle' parameter: must be one of true, false$/,
    'window=1d&accumulate=hour&aggregate=pod': /^Invalid 'accumulate' parameter: must be in whole/,
    'window=365d&accumulate=hour': /^Invalid 'accumulate' parameter: must cut the window into at/,
    'window=1d&unknown=1': /^Unknown parameter 'unknown'$/,
  };
  for (const [query, message] of Object.entries(refused)) {
    it(`refuse ${query || 'no window'} in one line`, async () => {
      const { status, body } = await get(`/allocation?${query}`, `Bearer ${key}`);
      expect(status).to.equal(400);
      expect(body).to.include({ code: 400, status: 'error', data: null });
      expect(body.message).to.match(message).and.not.include('\n');
    });
  }
});
