import { expect } from 'chai';
import { Ledger } from './ledger.ts';
import { bothDays, spendWorkedExample } from './worked-example.ts';

describe('clusters of the cost explorer', () => {
  let ledger: Ledger;
  let east: string;
  let west: string;

  before(async () => {
    ledger = await Ledger.boot();
    ({ east, west } = await spendWorkedExample(ledger));
  });
  after(() => ledger.app.stop());

  const groupBys = ['workload', 'namespace', 'pod', 'node', 'controller_kind'];

  /** `totalCost`, and what there is with `unallocatedCost`, by each grouping. */
  async function totals(body: object, key?: string): Promise<string[]> {
    const found = [];
    for (const groupBy of groupBys) {
      const { summary } = await ledger.query({ ...bothDays, group_by: groupBy, ...body }, key);
      found.push(summary.totalCost, summary.unallocatedCost);
    }
    return found;
  }
  const nothing = groupBys.flatMap(() => ['0.0000', '0.0000']);
  const ofWest = [
    '5.0000',
    '1.0000',
    '5.0000',
    '1.0000',
    '5.0000',
    '1.0000',
    '6.0000',
    '0.0000',
    '5.0000',
    '1.0000',
  ];

  it('are all that the key may read', async () => {
    expect(await totals({}, await ledger.keyOf([west]))).to.eql(ofWest);
    expect(await totals({}, await ledger.keyOf([]))).to.eql(nothing);
    expect(await totals({}, await ledger.keyOf([east, west]))).to.eql(await totals({}));
  });

  it('are those that are named', async () => {
    expect(await totals({ cluster_ids: [west] })).to.eql(ofWest);
    expect(await totals({ cluster_ids: [west.toUpperCase(), west] })).to.eql(ofWest);
    expect(await totals({ cluster_ids: [] })).to.eql(nothing);
  });

  it('are the named ones that the key may read', async () => {
    const key = await ledger.keyOf([west]);

    expect(await totals({ cluster_ids: [east, west] }, key)).to.eql(ofWest);
    expect(await totals({ cluster_ids: [west.toUpperCase()] }, key)).to.eql(ofWest);
  });

  it('are none if only forbidden or unknown ones are named', async () => {
    const key = await ledger.keyOf([west]);

    expect(await totals({ cluster_ids: [east] }, key)).to.eql(nothing);
    expect(await totals({ cluster_ids: [crypto.randomUUID()] })).to.eql(nothing);
  });

  it('compare with the previous period of only the readable clusters', async () => {
    const day = { start_date: '2026-07-02', end_date: '2026-07-02' };
    const all = await ledger.query(day);
    const restricted = await ledger.query(day, await ledger.keyOf([west]));

    expect(all.summary.previousPeriodCost).to.equal('30.7500');
    expect(restricted.summary).not.to.have.property('previousPeriodCost');
  });

  it('are never those of another organization', async () => {
    const other = await ledger.app.createOrganization('other', 'USD');
    const key = await ledger.keyOf(null, other);

    expect(await totals({}, key)).to.eql(nothing);
    expect(await totals({ cluster_ids: [east] }, key)).to.eql(nothing);
    const { summary } = await ledger.query(bothDays, key);
    expect(summary.currency).to.equal('USD');
  });

  it('needs the scope', async () => {
    const key = await ledger.app.createKey(ledger.organization, { scopes: ['workloads:read'] });

    const { status, body } = await ledger.post({}, key);

    expect(status).to.equal(403);
    expect(body.error.details[0]).to.include({ required: 'cost_explorer:read' });
    expect((await ledger.post({}, '')).status).to.equal(401);
  });
});
