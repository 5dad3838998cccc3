import { expect } from 'chai';
import { bootTestApplication, type TestApplication } from '../src/test-application.ts';

const fixture = (name: string) => new URL(`./fixtures/${name}/index.js`, import.meta.url);
const organization = crypto.randomUUID();
const ownKeys = { entry: fixture('own-keys'), config: { organization } };

describe('a plugin that replaces a service', () => {
  let app: TestApplication;
  before(async () => {
    app = await bootTestApplication({ plugins: [fixture('echo'), ownKeys] });
  });
  after(() => app.stop());

  it('authenticates requests with its own key store', async () => {
    const { status, headers, body } = await app.get('/v1/echo/hello', 'vendor-token');
    expect(status).to.equal(200);
    expect(headers.get('x-ratelimit-limit')).to.equal('5');
    expect(body.data.currency).to.equal('EUR');
  });

  it('rejects the keys of the store that it replaces', async () => {
    const acme = await app.createOrganization('acme');
    const key = await app.createKey(acme, { scopes: ['echo:read'] });
    expect((await app.get('/v1/echo/hello', key)).status).to.equal(401);
  });

  it('prevents the start if another plugin replaces the same service', async () => {
    const booted = bootTestApplication({ plugins: [ownKeys, fixture('own-keys-too')] });
    const failure = await booted.then(
      () => undefined,
      (error: unknown) => error as Error,
    );
    expect(failure?.message).to.match(
      /^plugin vendor-own-keys-too: failed in `register`: it replaces who a key belongs to, which vendor-own-keys replaces already\. /,
    );
  });
});
