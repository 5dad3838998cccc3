import { expect } from 'chai';
import { createServer } from 'node:net';
import { StartupError } from '@costplane/plugin-api/internal';
import { listen } from '../src/http/listen.ts';

describe('listening', () => {
  it('reports an IPv6 address in brackets', async () => {
    const address = { host: '2001:db8::1', port: 80 };
    const failure = await listen(createServer(), address, 'server.port').catch((e: unknown) => e);
    expect(failure).to.be.instanceOf(StartupError);
    expect((failure as StartupError).problems[0]?.where).to.equal('[2001:db8::1]:80');
  });
});
