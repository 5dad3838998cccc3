import { expect } from 'chai';
import { bootTestApplication } from '../src/test-application.ts';

const echoPlugin = new URL('./fixtures/echo/index.js', import.meta.url);

describe('shutdown', () => {
  it('finishes the request in flight, then refuses connections', async () => {
    const app = await bootTestApplication({ plugins: [echoPlugin] });
    const organization = await app.createOrganization('acme');
    const key = await app.createKey(organization, { scopes: ['echo:read'] });
    const inFlight = app.get('/v1/slow', key);
    await new Promise((resolve) => setTimeout(resolve, 150));

    const stopped = app.stop();
    const { status, body } = await inFlight;
    await stopped;

    expect([status, body.data]).to.eql([200, { slept: true }]);
    const refused = await fetch(`${app.service.url}/v1/echo/x`).catch(() => 'refused');
    expect(refused).to.equal('refused');
  });
});
