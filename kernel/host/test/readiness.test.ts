import { expect } from 'chai';
import { type Pool } from 'pg';
import { createReadiness } from '../src/readiness.ts';

describe('readiness', () => {
  it('is checked with one query at a time, however many clients ask for it', async () => {
    let queries = 0;
    const pool = { query: async () => Promise.resolve((queries += 1)) } as unknown as Pool;
    const readiness = createReadiness(new Map([['default', pool]]), { isStopping: false });
    await Promise.all(Array.from({ length: 100 }, () => readiness.check()));
    expect(queries).to.equal(1);
    expect(await readiness.check()).to.eql({ ready: true, checks: { postgres: 'ok' } });
    expect(queries).to.equal(2);
  });
});
