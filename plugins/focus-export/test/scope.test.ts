import { expect } from 'chai';
import { download, octoberFirst } from './download.ts';
import { bootLedger, type Ledger } from './ledger.ts';
import { readCsv } from './read-file.ts';

describe('the clusters of an export', () => {
  let ledger: Ledger;
  let a: string;
  let b: string;
  let theirs: string;
  let otherOrganization: string;
  before(async () => {
    ledger = await bootLedger();
    [a, b] = [await ledger.insertCluster(), await ledger.insertCluster()];
    otherOrganization = await ledger.app.createOrganization('other');
    theirs = await ledger.insertCluster(undefined, otherOrganization);
    for (const cluster of [a, b]) {
      await ledger.insertDay(cluster, '2026-10-01', [{ cpu: '1' }]);
    }
    await ledger.insertDay(theirs, '2026-10-01', [{ cpu: '1' }], {}, otherOrganization);
  });
  after(() => ledger.app.stop());

  const ask = async (allowed: readonly string[] | null, requested?: readonly string[]) => {
    const query = requested ? `${octoberFirst}&cluster_id=${requested.join()}` : octoberFirst;
    const file = await download(ledger, query, { key: await ledger.newKey(allowed) });
    expect(file.status, file.body.toString()).to.equal(200);
    return {
      clusters: [...new Set(readCsv(file.body).rows.map((row) => row.SubAccountId))],
      isPartial: file.headers['x-export-partial'],
      ledgerRows: file.trailers['x-export-ledger-rows'],
    };
  };
  const both = () => [a, b].sort();

  it('are all of the organization, without an allow-list', async () => {
    const expected = { clusters: both(), isPartial: 'false', ledgerRows: '6' };
    expect(await ask(null)).to.eql(expected);
  });

  it('lack archived months, which a header lists', async () => {
    const insert = (month: string) =>
      ledger.app.sql(`insert into archived_months (organization_id, month, location)
        select organization_id, '${month}', '/archive' from clusters where id = '${a}'`);
    for (const month of ['2026-08-01', '2026-09-01', '2026-11-01']) await insert(month);
    await ledger.insertDay(a, '2026-09-30', [{ cpu: '1' }]);
    const month = await download(ledger, 'from=2026-08-31&to=2026-11-01');
    expect(month.headers['x-export-archived-months']).to.equal('2026-08,2026-09');
    expect(month.trailers['x-export-ledger-rows']).to.equal('6');
    const days = readCsv(month.body).rows.map((row) => row.ChargePeriodStart);
    expect([...new Set(days)]).to.eql(['2026-10-01T00:00:00Z']);
    const october = await download(ledger, octoberFirst);
    expect(october.headers).to.not.have.property('x-export-archived-months');
    await ledger.app.sql('delete from archived_months');
  });

  it('are those of the allow-list, and the file is then partial', async () => {
    expect(await ask([a])).to.eql({ clusters: [a], isPartial: 'true', ledgerRows: '3' });
    expect(await ask([a, b])).to.include({ isPartial: 'false' });
  });

  it('are the requested ones in the allow-list', async () => {
    expect(await ask([a], [b, a])).to.include({ isPartial: 'true' });
    expect(await ask([a], [a])).to.eql({ clusters: [a], isPartial: 'false', ledgerRows: '3' });
    expect((await ask(null, [b.toUpperCase()])).clusters).to.eql([b]);
  });

  it('leave out an unknown cluster, and one of another organization', async () => {
    const { clusters } = await ask(null, [b, theirs, crypto.randomUUID()]);
    expect(clusters).to.eql([b]);
  });

  it('do not make a file partial if they are not of the organization', async () => {
    expect(await ask([a], [a, theirs])).to.include({ isPartial: 'false' });
  });

  it('are of its own organization only', async () => {
    const key = await ledger.newKey(null, otherOrganization);
    const { rows } = readCsv((await download(ledger, octoberFirst, { key })).body);
    expect(rows.map((row) => [row.SubAccountId, row.BillingAccountName])).to.eql([
      [theirs, 'other'],
    ]);
  });

  const refused: [title: string, allowed: () => string[] | null, requested?: () => string[]][] = [
    ['an empty allow-list', () => []],
    ['an empty allow-list and a cluster', () => [], () => [a]],
    ['only clusters that the allow-list leaves out', () => [a], () => [b]],
    ['only unknown clusters, with an allow-list', () => [a], () => [crypto.randomUUID()]],
    ['only unknown clusters', () => null, () => [crypto.randomUUID()]],
    ['only clusters of another organization', () => null, () => [theirs]],
    ['only allowed clusters of another organization', () => [a, theirs], () => [theirs]],
  ];
  for (const [title, allowed, requested] of refused) {
    it(`is refused for ${title}`, async () => {
      const key = await ledger.newKey(allowed());
      const clusters = requested ? `&cluster_id=${requested().join()}` : '';
      const answer = await ledger.app.get(`/v1/exports/focus?${octoberFirst}${clusters}`, key);
      expect([answer.status, answer.body.error.code]).to.eql([403, 'CLUSTER_ACCESS_DENIED']);
      expect(answer.body.error.details).to.eql([{ reason: 'no_cluster_in_scope' }]);
    });
  }

  it('is refused without the scope', async () => {
    const key = await ledger.app.createKey(ledger.organization, { scopes: ['clusters:read'] });
    for (const path of [`/v1/exports/focus?${octoberFirst}`, '/v1/exports/focus/schema']) {
      const { status, body } = await ledger.app.get(path, key);
      expect([status, body.error.code]).to.eql([403, 'FORBIDDEN']);
    }
  });
});
