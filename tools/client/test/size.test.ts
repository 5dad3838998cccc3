import { expect } from 'chai';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

const dist = join(import.meta.dirname, '../dist');
const openapiFetch = new URL(import.meta.resolve('openapi-fetch'));

describe('the size of the client', () => {
  it('is under 10 kB compressed, openapi-fetch included, before a bundler makes it smaller', () => {
    const files = globSync('*.js', { cwd: dist }).map((file) => join(dist, file));
    expect(files).not.to.be.empty;
    const code = [...files, openapiFetch].map((file) => readFileSync(file));
    expect(gzipSync(Buffer.concat(code)).length).to.be.below(10_000);
  });
});
