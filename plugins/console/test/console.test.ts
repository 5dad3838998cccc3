import { bootTestApplication, type TestApplication } from '@costplane/plugin-testing';
import { expect } from 'chai';

describe('the console', () => {
  let app: TestApplication;
  let key: string;
  const plugin = (name: string) => new URL(`../../${name}/src/index.ts`, import.meta.url);

  before(async () => {
    app = await bootTestApplication({ plugins: [plugin('console'), plugin('organization')] });
    const organization = await app.createOrganization('acme', 'EUR');
    key = await app.createKey(organization, {
      scopes: ['organization:read'],
      allowedClusterIds: [],
      requestsPerMinute: 7,
    });
  });
  after(() => app.stop());

  const openSession = (body: object) =>
    app.request('/console/session', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });

  it('redirects / and /console to the page, with relative URLs that work behind a path prefix', async () => {
    for (const path of ['/', '/console']) {
      const { status, headers } = await app.request(path, { redirect: 'manual' });
      expect(status).to.equal(302);
      expect(headers.get('location')).to.equal('console/');
    }
  });

  it('serves a page that loads only from the service and is never cached', async () => {
    const { status, headers, text } = await app.get('/console/');
    expect(status).to.equal(200);
    expect(headers.get('content-type')).to.equal('text/html; charset=utf-8');
    expect(headers.get('cache-control')).to.equal('no-store');
    expect(headers.get('content-security-policy'))
      .to.contain("default-src 'none'")
      .and.not.contain('unsafe');
    expect(text).to.not.match(/(src|href)="(https?:)?\/\//);
  });

  it('serves the assets of the page, compressed and cached forever', async () => {
    const { text } = await app.get('/console/');
    const named = [...text.matchAll(/(?:src|href)="\.\/(assets\/[^"]+)"/g)].map(([, name]) => name);
    expect(named).to.have.length.greaterThan(2);
    for (const name of named) {
      const { status, headers } = await app.request(`/console/${name}`, {
        headers: { 'Accept-Encoding': 'gzip, br' },
      });
      expect(status).to.equal(200);
      expect(headers.get('content-encoding')).to.equal('br');
      expect(headers.get('cache-control')).to.contain('immutable');
    }
    expect((await app.get('/console/assets/none.js')).status).to.equal(404);
  });

  it('returns the scopes of a key and the served operations, and rejects an unknown key', async () => {
    const { headers, text } = await openSession({ key });
    const { operations, ...facts } = JSON.parse(text);
    expect(headers.get('cache-control')).to.equal('no-store');
    expect(facts).to.eql({
      currency: 'EUR',
      scopes: ['organization:read'],
      clusters: [],
      requestsPerMinute: 7,
    });
    expect(operations).to.include({ getOrganization: 'organization:read' });
    expect(operations).to.not.have.property('listClusters');

    const wrong = await openSession({ key: 'cpk_wrong' });
    expect([wrong.status, wrong.text]).to.eql([401, 'null']);
  });

  it('rejects a large body, since anyone may send it', async () => {
    const { status } = await fetch(`${app.service.url}/console/session`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ key: 'x'.repeat(20_000) }),
    });
    expect(status).to.equal(413);
  });
});
