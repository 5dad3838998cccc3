import { expect } from 'chai';
import { bootTestApplication, type TestApplication } from '@costplane/plugin-testing';
import { bootMcp, call, connect, post } from './mcp-application.ts';

const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
const meta = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
};

describe('POST /mcp', () => {
  let app: TestApplication;
  let organization: string;
  let key: string;
  let authorized: { Authorization: string };

  before(async () => {
    app = await bootMcp({ allowedOrigins: ['https://tools.example.com', 'app://desk'] });
    organization = await app.createOrganization('acme');
    key = await app.createKey(organization, { scopes: ['gadgets:read'], requestsPerMinute: 1_000 });
    authorized = { Authorization: `Bearer ${key}` };
  });
  after(() => app.stop());

  it('answers a single message with JSON, in every revision, without a session', async () => {
    const current = { ...list, params: { _meta: meta } };
    const headers = { 'MCP-Protocol-Version': '2026-07-28', 'Mcp-Method': 'tools/list' };
    for (const [body, own] of [
      [current, headers],
      [list, { 'MCP-Protocol-Version': '2025-11-25' }],
      [list, { 'MCP-Protocol-Version': '2025-06-18' }],
    ] as const) {
      const response = await post(app, body, { ...authorized, ...own });
      expect(response.status).to.equal(200);
      expect(response.headers.get('content-type')).to.contain('application/json');
      expect(response.headers.get('mcp-session-id')).to.equal(null);
      expect(response.headers.get('cache-control')).to.equal('no-store');
      expect(response.headers.get('x-request-id')).to.match(/^req_/);
      const { result } = (await response.json()) as { result: { tools: unknown[] } };
      expect(result.tools).to.have.lengthOf(3);
    }
  });

  it('rejects an unknown revision, and headers that contradict the body', async () => {
    const unknown = await post(app, list, { ...authorized, 'MCP-Protocol-Version': '1999-01-01' });
    expect(unknown.status).to.equal(400);
    const params = { _meta: meta };
    const headers = { 'MCP-Protocol-Version': '2026-07-28', 'Mcp-Method': 'tools/call' };
    const other = await post(app, { ...list, params }, { ...authorized, ...headers });
    expect(other.status).to.equal(400);
    expect(await other.json()).to.have.nested.property('error.code', -32_020);
  });

  it('acknowledges notifications, and offers no subscriptions', async () => {
    const done = { jsonrpc: '2.0', method: 'notifications/initialized' };
    expect((await post(app, done, authorized)).status).to.equal(202);
    const method = 'subscriptions/listen';
    const params = { notifications: { toolsListChanged: true }, _meta: meta };
    const headers = { 'MCP-Protocol-Version': '2026-07-28', 'Mcp-Method': method };
    const listen = await post(app, { ...list, method, params }, { ...authorized, ...headers });
    expect(await listen.json()).to.have.property('error');
  });

  it('is 401 without a key, 405 for another method, 413, 415 and 400 for other bodies', async () => {
    const anonymous = await post(app, list);
    expect(anonymous.status).to.equal(401);
    expect(anonymous.headers.get('www-authenticate')).to.equal('Bearer');
    const madeUp = await post(app, list, { Authorization: 'Bearer cpk_nonsense' });
    expect(madeUp.status).to.equal(401);
    for (const method of ['GET', 'DELETE']) {
      const response = await fetch(`${app.service.url}/mcp`, { method, headers: authorized });
      expect([response.status, response.headers.get('allow')]).to.eql([405, 'POST']);
    }
    const large = { ...list, params: { cursor: 'x'.repeat(2 ** 16) } };
    expect((await post(app, large, authorized)).status).to.equal(413);
    expect((await post(app, '{', authorized)).status).to.equal(400);
    expect((await post(app, [list], authorized)).status).to.equal(400);
    const asText = { ...authorized, 'Content-Type': 'text/plain' };
    expect((await post(app, list, asText)).status).to.equal(415);
  });

  it('is 403 for a page of another origin', async () => {
    for (const origin of ['https://tools.example.com', 'app://desk', app.service.publicUrl]) {
      const response = await post(app, list, { ...authorized, Origin: origin });
      expect(response.status, origin).to.equal(200);
    }
    for (const origin of ['https://evil.example', 'http://tools.example.com', 'null']) {
      const response = await post(app, list, { ...authorized, Origin: origin });
      expect(response.status, origin).to.equal(403);
      expect(await response.json()).to.have.nested.property('error.code', 'FORBIDDEN');
    }
  });

  it('counts a call as its request, and is 429 beyond the limit', async () => {
    const options = { scopes: ['gadgets:read'], requestsPerMinute: 3 };
    const scarce = await app.createKey(organization, options);
    // Connecting asks what the server is.
    const client = await connect(app, scarce);
    for (let calls = 0; calls < 2; calls += 1) {
      expect(await call(client, 'listGadgets')).to.have.property('isError', false);
    }
    const beyond = await post(app, list, { Authorization: `Bearer ${scarce}` });
    expect(beyond.status).to.equal(429);
    expect(beyond.headers.get('retry-after')).to.equal('60');
    expect(beyond.headers.get('x-ratelimit-limit')).to.equal('3');
    const rest = await app.get('/v1/gadgets', scarce);
    expect(rest.status).to.equal(429);
    const failure = await call(client, 'listGadgets').catch((error: unknown) => error as Error);
    expect(failure).to.be.an('error');
    await client.close();
  });
});

describe('the plugin alone', () => {
  it('serves, with no tools', async () => {
    const app = await bootTestApplication({
      plugins: [new URL('../src/index.ts', import.meta.url)],
    });
    try {
      const key = await app.createKey(await app.createOrganization('acme'), { scopes: [] });
      const client = await connect(app, key);
      expect((await client.listTools()).tools).to.eql([]);
      expect(app.document.paths).to.eql({});
      await client.close();
    } finally {
      await app.stop();
    }
  });
});
