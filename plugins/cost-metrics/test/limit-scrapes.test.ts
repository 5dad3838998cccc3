import { expect } from 'chai';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { limitScrapes } from '../src/limit-scrapes.ts';

describe('concurrent scrapes', () => {
  it('are limited per organization, until a body is closed', async () => {
    const limit = limitScrapes();
    const begin = (organization: string) => limit(organization, new Readable());
    const [first] = [1, 2, 3, 4].map(() => begin('acme'));
    expect(() => begin('acme')).to.throw('At most 4 scrapes of an organization run at a time.');
    begin('other');
    first?.destroy();
    await once(first!, 'close');
    begin('acme');
    expect(() => begin('acme')).to.throw();
  });
});
