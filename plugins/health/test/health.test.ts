import { bootTestApplication, type TestApplication } from '@costplane/plugin-testing';
import { expect } from 'chai';
import { parse } from 'yaml';
import { openapiRoutes } from '../src/routes/openapi.ts';

const entry = new URL('../src/index.ts', import.meta.url);

describe('plugin health', () => {
  let app: TestApplication;
  before(async () => {
    app = await bootTestApplication({ plugins: [entry] });
  });
  after(() => app.stop());

  describe('health routes', () => {
    it('answer without a key or envelope, and have the version', async () => {
      const health = await app.get('/health');
      expect(health.status).to.equal(200);
      expect(health.body).to.have.all.keys('status', 'version');
      expect(health.body.version).to.match(/^\d+\.\d+\.\d+/);
      expect((await app.get('/health/live')).body).to.eql({ status: 'ok' });
      expect((await app.get('/health/ready')).body).to.eql({
        status: 'ready',
        checks: { postgres: 'ok' },
      });
    });

    it('ignore an Authorization header', async () => {
      const { status } = await app.get('/health/ready', 'nonsense');
      expect(status).to.equal(200);
    });
  });

  describe('discovery', () => {
    it('serves one document, as JSON and as YAML', async () => {
      const json = await app.request('/v1/openapi.json');
      const yaml = await app.request('/v1/openapi.yaml');
      expect(json.status).to.equal(200);
      expect(yaml.headers.get('content-type')).to.match(/^application\/yaml/);
      const document = JSON.parse(json.text);
      expect(parse(yaml.text)).to.eql(document);
      expect(Object.keys(document.paths)).to.eql(Object.keys(app.document.paths));
      expect(document.components).to.eql(app.document.components);
      const { content } = document.paths['/health/live'].get.responses[200];
      expect(content['application/json'].example).to.eql({ status: 'ok' });
    });

    it('serializes a document once, however many requests arrive at once', async () => {
      let times = 0;
      const document = { toJSON: () => ({ times: (times += 1) }) };
      const uses = { openapi: { document: () => Promise.resolve(document) } } as never;
      for (const { handler } of openapiRoutes) {
        times = 0;
        await Promise.all(Array.from({ length: 3 }, () => handler(undefined as never, uses)));
        expect(times).to.equal(1);
      }
    });

    it('serves a page that may load nothing from another host', async () => {
      const { status, text, headers } = await app.get('/v1/docs');
      expect(status).to.equal(200);
      expect(headers.get('content-type')).to.match(/^text\/html/);
      expect(text).to.not.match(/https?:\/\//);
      const policy = headers.get('content-security-policy') ?? '';
      expect(policy).to.contain("default-src 'none'");
      expect(policy).to.contain("script-src 'self';");
      expect(policy).to.not.contain('unsafe-');
    });

    it('serves every part of the page from itself', async () => {
      const { text } = await app.get('/v1/docs');
      const parts = [...text.matchAll(/(?:src|href)="\.\/([^"]+)"/g)].map(([, path]) => path);
      expect(parts).to.have.length(5);
      for (const path of parts) {
        const { status, text: content } = await app.get(`/v1/${path ?? ''}`);
        expect(status, path).to.equal(200);
        expect(content.length, path).to.be.above(100);
      }
    });

    it('is the target of / and is named for unknown paths', async () => {
      const start = await app.request('/', { redirect: 'manual' });
      expect([start.status, start.headers.get('location')]).to.eql([302, 'v1/docs']);
      const { body } = await app.get('/v1/nowhere');
      expect(body.error.message).to.equal('This path does not exist; /v1/docs lists all paths.');
    });

    it('allows the page to load only the document in ?url=', async () => {
      const url = encodeURIComponent('https://specs.example:8443/v1.json?x=1');
      const { headers } = await app.get(`/v1/docs?url=${url}`);
      const policy = headers.get('content-security-policy') ?? '';
      expect(policy).to.match(
        /connect-src 'self' http:\/\/127\.0\.0\.1:\d+ https:\/\/specs\.example:8443;/,
      );
    });

    it('warns about a document of another origin, with its name', async () => {
      const own = await app.get('/v1/docs');
      const path = await app.get(`/v1/docs?url=${encodeURIComponent('/v1/openapi.yaml')}`);
      const same = await app.get(`/v1/docs?url=${app.service.publicUrl}/v1/openapi.json`);
      for (const { text } of [own, path, same]) expect(text).to.not.match(/role="alert"|foreign/);
      for (const url of ['https://specs.example/v1.json', '//specs.example/v1.json']) {
        const { text } = await app.get(`/v1/docs?url=${encodeURIComponent(url)}`);
        expect(text).to.match(/role="alert"/);
        expect(text).to.match(/<strong>https?:\/\/specs\.example<\/strong>/);
      }
    });

    for (const url of [
      'javascript:alert(1)',
      'file:///etc/passwd',
      'data:text/json,{}',
      'http://x;sandbox',
      'http://*/x',
    ]) {
      it(`refuses ?url=${url}`, async () => {
        const { status, text } = await app.get(`/v1/docs?url=${encodeURIComponent(url)}`);
        expect(status).to.equal(400);
        expect(JSON.parse(text).error.details[0].field).to.equal('url');
      });
    }
  });
});

describe('plugin health, with other origins', () => {
  it('warns only about origins that are not listed', async () => {
    const config = {
      documentOrigins: [
        'https://specs.example:8443',
        'https://Named.Example',
        'https://port.example:443',
      ],
    };
    const app = await bootTestApplication({ plugins: [{ entry, config }] });
    try {
      const show = (url: string) => app.get(`/v1/docs?url=${encodeURIComponent(url)}`);
      for (const origin of [
        'https://specs.example:8443',
        'https://named.example',
        'https://port.example',
      ]) {
        expect((await show(`${origin}/x`)).text, origin).to.not.contain('alert');
      }
      expect((await show('https://specs.example/x')).text).to.contain('alert');
    } finally {
      await app.stop();
    }
  });
});

describe('plugin health, disabled', () => {
  it('removes routes and paths that its config disables', async () => {
    const app = await bootTestApplication({
      plugins: [{ entry, config: { openapi: false, docs: false } }],
    });
    try {
      for (const path of [
        '/v1/openapi.json',
        '/v1/openapi.yaml',
        '/v1/docs',
        '/v1/docs/initializer.js',
      ]) {
        const { status, body } = await app.get(path);
        expect([status, body.error.message], path).to.eql([404, 'This path does not exist.']);
      }
      const { status, text } = await app.get('/');
      expect(status).to.equal(200);
      expect(text).to.contain('href="health"').and.not.contain('docs');
      expect(Object.keys(app.document.paths)).to.eql(['/health', '/health/live', '/health/ready']);
    } finally {
      await app.stop();
    }
  });
});
