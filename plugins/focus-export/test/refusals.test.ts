import { listRefusals } from '@costplane/plugin-testing';
import { expect } from 'chai';
import { columnNames } from '../src/columns/all-columns.ts';
import { octoberFirst } from './download.ts';
import { bootLedger, type Ledger } from './ledger.ts';

const code = 'VALIDATION_ERROR' as const;
const configuration = {
  grain: { bad: ['Workload', 'pod'], code, allowed: ['workload', 'namespace'] },
  idle: { bad: ['spread', 'UNALLOCATED'], code, allowed: ['unallocated', 'apportioned'] },
  columns: {
    bad: ['billedcost', 'Cost', 'ProviderName', 'PricingCategory', 'InvoiceId', 'x_Nothing'],
    code,
    allowed: columnNames,
    isCsv: true,
  },
} as const;
const file = {
  format: { bad: ['xml', 'CSV'], code, allowed: ['csv', 'jsonl', 'parquet'] },
  cluster_id: { bad: ['nonsense', '*'], code: 'INVALID_CLUSTER_ID', isCsv: true },
} as const;

describe('requests that an export rejects', () => {
  let ledger: Ledger;
  before(async () => {
    ledger = await bootLedger();
  });
  after(() => ledger.app.stop());

  const endpoints = [
    { path: `/v1/exports/focus?${octoberFirst}&`, parameters: { ...configuration, ...file } },
    { path: '/v1/exports/focus/schema?', parameters: configuration },
  ];
  for (const { path, parameters } of endpoints) {
    describe(path, () => {
      const endpoint = { parameters, isPaged: false, costMode: 'ignores', hasBasis: true } as const;
      // `basis` of other routes takes `legacy` too.
      const cases = listRefusals(endpoint).filter(({ query }) => !query.startsWith('basis='));
      for (const { query, status, code, detail } of cases) {
        it(`${query.slice(0, 60)} with ${status} ${code}`, async () => {
          const answer = await ledger.app.get(`${path}${query}`, await ledger.newKey());
          expect(answer.status, answer.text).to.equal(status);
          expect(answer.body.error.code).to.equal(code);
          const { allowed: _, ...told } = detail;
          expect(answer.body.error.details[0]).to.include(told);
        });
      }

      for (const basis of ['legacy', 'ALL']) {
        it(`basis=${basis} with 422`, async () => {
          const answer = await ledger.app.get(`${path}basis=${basis}`, await ledger.newKey());
          expect([answer.status, answer.body.error.code]).to.eql([422, 'VALIDATION_ERROR']);
          expect(answer.body.error.details).to.eql([
            { field: 'basis', reason: 'must_be_enum', allowed: ['all'] },
          ]);
        });
      }

      it('cost_mode with 400: it has none', async () => {
        const answer = await ledger.app.get(`${path}cost_mode=fully_loaded`, await ledger.newKey());
        expect([answer.status, answer.body.error.code]).to.eql([400, 'BAD_REQUEST']);
      });
    });
  }

  it('unknown columns with a message that names them', async () => {
    const query = `${octoberFirst}&columns=Foo,BilledCost,InvoiceId`;
    const { body } = await ledger.app.get(`/v1/exports/focus?${query}`, await ledger.newKey());
    expect(body.error.message).to.match(/^columns contains Foo, InvoiceId, but accepts only Al/);
  });

  const windows: [query: string, field: string][] = [
    ['', 'from'],
    ['from=2026-10-01', 'to'],
    ['to=2026-10-02', 'from'],
    ['from=2026-02-30&to=2026-10-02', 'from'],
    ['from=2026-10-01&to=2026-10-02T00:00:00Z', 'to'],
    ['from=20261001&to=2026-10-02', 'from'],
    ['from=2026-10-02&to=2026-10-02', 'to'],
    ['from=2026-10-02&to=2026-10-01', 'to'],
    ['from=2016-10-01&to=2026-10-10', 'to'],
  ];
  for (const [query, field] of windows) {
    it(`the window "${query}" with 422`, async () => {
      const answer = await ledger.app.get(`/v1/exports/focus?${query}`, await ledger.newKey());
      expect([answer.status, answer.body.error.code]).to.eql([422, 'VALIDATION_ERROR']);
      expect(answer.body.error.details[0]).to.include({ field });
    });
  }

  it('nothing of a window of 3,660 days', async () => {
    const key = await ledger.newKey();
    const answer = await ledger.app.get('/v1/exports/focus?from=2016-10-01&to=2026-10-09', key);
    expect(answer.status, answer.text).to.equal(200);
  });

  it('a bad window before a cluster that is not in scope', async () => {
    const key = await ledger.newKey([]);
    const { status } = await ledger.app.get('/v1/exports/focus?from=2026-10-02&to=2026-10-01', key);
    expect(status).to.equal(422);
  });

  it('the seventh export of a minute, and no schema', async () => {
    const key = await ledger.newKey();
    const statuses = [];
    for (let count = 0; count < 7; count += 1) {
      const answer = await ledger.app.get(`/v1/exports/focus?${octoberFirst}`, key);
      statuses.push(answer.status);
      if (answer.status === 429) {
        expect(answer.body.error.details[0].reason).to.equal('per_key_quota_exceeded');
      }
    }
    expect(statuses).to.eql([200, 200, 200, 200, 200, 200, 429]);
    expect((await ledger.app.get('/v1/exports/focus/schema', key)).status).to.equal(200);
  });
});
