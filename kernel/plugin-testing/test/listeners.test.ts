import { expect } from 'chai';
import { bootTestApplication, type TestApplication } from '../src/test-application.ts';
import { sendRaw } from './support/raw-request.ts';

const fixture = (name: string) => new URL(`./fixtures/${name}/index.js`, import.meta.url);

describe('listeners of a service under load', () => {
  const warnings: Error[] = [];
  const note = (warning: Error) => warnings.push(warning);
  let app: TestApplication;
  let key: string;

  before(async () => {
    process.on('warning', note);
    app = await bootTestApplication({ plugins: [fixture('echo'), fixture('history')] });
    const organization = await app.createOrganization('acme');
    const scopes = ['echo:read', 'other:read'];
    key = await app.createKey(organization, { scopes, requestsPerMinute: 100_000 });
  });
  after(async () => {
    await app.stop();
    process.off('warning', note);
  });

  const expectNone = async () => {
    // A warning is an event of the next turn.
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(warnings.map(({ name, message }) => `${name}: ${message}`)).to.eql([]);
  };
  const head = (path: string) =>
    `GET ${path} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${key}\r\nTE: trailers\r\n`;

  it('stay few if a client pipelines requests', async () => {
    const one = `${head('/v1/echo/x')}\r\n`;
    const last = `${head('/v1/echo/x')}Connection: close\r\n\r\n`;
    const { text } = await sendRaw(app.service.url, one.repeat(60) + last);
    expect(text.match(/HTTP\/1\.1 200 OK/g)).to.have.length(61);
    await expectNone();
  });

  it('stay few with many concurrent requests', async () => {
    await Promise.all(Array.from({ length: 200 }, () => app.get('/v1/echo/x', key)));
    await expectNone();
  });

  it('stay few if a client waits for a streamed file', async () => {
    const bytes = `${head('/v1/numbers?count=500000')}Connection: close\r\n\r\n`;
    const { text } = await sendRaw(app.service.url, bytes);
    expect(text.slice(-100)).to.contain('X-Status: complete');
    await expectNone();
  });
});
