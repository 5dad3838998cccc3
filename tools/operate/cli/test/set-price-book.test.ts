import { parsePriceBook, shippedPriceBookSource } from '@costplane/pricing';
import { openWarehouse, type Warehouse } from '@costplane/warehouse';
import { createTestDatabase, type TestDatabase } from '@costplane/warehouse/testing';
import { expect } from 'chai';
import { type Kysely, sql } from 'kysely';
import { findPricedOrganization, findPriceScope } from '../src/prices/price-scope.ts';
import { setPriceBook } from '../src/prices/set-price-book.ts';
import { findVersion, listVersions } from '../src/prices/stored-versions.ts';
import { unsetPriceBook } from '../src/prices/unset-price-book.ts';
import { book } from './price-file.ts';

describe('setting price books', () => {
  let database: TestDatabase;
  let db: Kysely<Warehouse>;
  const clusterId = '0d9c0000-0000-4000-8000-000000000001';

  before(async () => {
    database = await createTestDatabase();
    db = openWarehouse(database.url, 'owner');
    for (const [name, currency] of [
      ['acme', 'USD'],
      ['euro', 'EUR'],
    ] as const)
      await db.insertInto('organizations').values({ name, currency }).execute();
    await sql`insert into clusters (organization_id, id, name)
      select id, ${clusterId}::uuid, 'prod' from organizations where name = 'acme'
      union all
      select id, gen_random_uuid(), 'lab' from organizations where name = 'acme'`.execute(db);
  });
  after(async () => {
    await db.destroy();
    await database.drop();
  });

  const set = async (text: string, { org, from }: { org?: string; from?: string } = {}) =>
    setPriceBook(db, {
      scope: await findPriceScope(db, org),
      file: { text, name: 'book.yaml' },
      from: from === undefined ? null : new Date(from),
      isTrial: false,
    });
  /** What a core costs by the book that holds. */
  const coresAt = async (at: string | null, org?: string) => {
    const scope = await findPriceScope(db, org);
    const version = await findVersion(db, scope, at === null ? new Date() : new Date(at));
    const source = version?.source ?? shippedPriceBookSource();
    return Number(parsePriceBook(source, { fileName: '' }).rates.onDemand!.cpu) / 1e12;
  };
  const history = async () => listVersions(db, await findPriceScope(db, 'acme'));
  const refused = async (text: string, options?: Parameters<typeof set>[1]) => {
    const before = await history();
    const failure = await set(text, options).then(
      () => new Error('it was accepted'),
      (error: unknown) => error as Error,
    );
    expect(await history()).to.eql(before);
    return failure.message.split('\n');
  };

  it('makes a common book valid from now on', async () => {
    const { id, from, isPast } = await set(book('0.02'));
    expect([id === null, isPast]).to.eql([false, false]);
    expect(Math.abs(from.getTime() - Date.now())).to.be.lessThan(60_000);
    expect(await coresAt(null)).to.equal(0.02);
    expect(await coresAt('2020-01-01')).to.equal(0.031611);
  });

  it('prefers the book of an organization to the common one', async () => {
    const { difference } = await set(book('0.5'), { org: 'acme', from: '2026-02-01' });
    expect(difference.changed).to.deep.include({
      path: ['rates', 'on_demand', 'cpu_core_hour'],
      before: '0.031611',
      after: '0.5',
    });
    expect(await coresAt(null, 'acme')).to.equal(0.5);
    expect(await coresAt('2026-01-31T23:59:59.999Z', 'acme')).to.equal(0.031611);
    expect(await coresAt('2026-02-01', 'acme')).to.equal(0.5);
    expect(await coresAt(null)).to.equal(0.02);
    expect(await coresAt(null, 'euro')).to.equal(0.02);
  });

  it('closes later versions, which are kept', async () => {
    await set(book('0.7'), { org: 'acme', from: '2026-04-01' });
    await set(book('0.9'), { org: 'acme', from: '2099-01-01' });
    expect(await coresAt(null, 'acme')).to.equal(0.7);
    expect(await coresAt('2099-06-01', 'acme')).to.equal(0.9);
    const { superseded, isPast } = await set(book('0.6'), { org: 'acme', from: '2026-03-01' });
    expect([superseded, isPast]).to.eql([2, true]);
    for (const at of ['2026-03-01', '2026-04-01', '2099-06-01'])
      expect(await coresAt(at, 'acme')).to.equal(0.6);
    expect(await coresAt('2026-02-28', 'acme')).to.equal(0.5);
    expect(await coresAt(null)).to.equal(0.02);
    const own = (await history()).filter(({ organization_id }) => organization_id !== null);
    expect(
      own.map((each) => [each.valid_from.toISOString().slice(0, 7), each.superseded_at === null]),
    ).to.eql([
      ['2099-01', false],
      ['2026-04', false],
      ['2026-03', true],
      ['2026-02', true],
    ]);
  });

  it('changes nothing when the same prices are set from the same day again', async () => {
    const before = await history();
    const same = { org: 'acme', from: '2026-03-01' };
    const { id, isChange } = await set(book('0.60', '# other words\n'), same);
    expect([id, isChange]).to.eql([null, false]);
    expect(await history()).to.eql(before);
  });

  it('accepts overrides for existing clusters', async () => {
    const clusters = `clusters:
  - { cluster: ${clusterId.toUpperCase()}, control_plane: 1 }
  - { cluster: lab, organization: acme, control_plane: 2 }
`;
    expect((await set(book('0.02', clusters))).isChange).to.equal(true);
    expect((await set(book('0.02', clusters), { org: 'acme' })).isChange).to.equal(true);
    const { id } = (await findPriceScope(db, 'acme'))!;
    const named = `clusters: [{ cluster: lab, organization: ${id.toUpperCase()}, control_plane: 3 }]`;
    expect((await set(book('0.02', named))).isChange).to.equal(true);
    expect((await set(book('0.02', named), { org: 'acme' })).isChange).to.equal(true);
  });

  it('rejects unknown clusters and organizations, and ambiguous names', async () => {
    const clusters = `clusters:
  - { cluster: prod }
  - { cluster: gone, organization: acme }
  - { cluster: prod, organization: nobody }
  - { cluster: lab, organization: euro }
  - { cluster: 0d9c0000-0000-4000-8000-00000000000f }
  - { cluster: prod, organization: acme }
  - { cluster: ${clusterId} }
`;
    expect(await refused(book('1', clusters))).to.eql([
      'book.yaml:5:5: cluster "prod" could belong to any organization, because the book is for all of them; add its organization, or use its id',
      'book.yaml:6:5: there is no cluster "gone" of acme; use the id or the name of an existing cluster',
      'book.yaml:7:5: there is no organization "nobody"; list the existing ones with `costplane org list`',
      'book.yaml:8:5: there is no cluster "lab" of euro; use the id or the name of an existing cluster',
      'book.yaml:9:5: there is no cluster "0d9c0000-0000-4000-8000-00000000000f"; use the id or the name of an existing cluster',
      `book.yaml:11:5: cluster "${clusterId}" is the cluster of line 10; keep one of the entries`,
    ]);
    const other = 'clusters: [{ cluster: lab, organization: euro }]\n';
    expect(await refused(book('1', other), { org: 'acme' })).to.eql([
      'book.yaml:4:12: organization "euro" is not acme, the owner of this book; remove the entry',
    ]);
  });

  it('resets an organization to the common book, from a day on', async () => {
    const organization = await findPricedOrganization(db, 'acme');
    const unset = (from: string | null) =>
      unsetPriceBook(db, { organization, from: from === null ? null : new Date(from) });
    const all = await coresAt(null);
    await set(book('0.4'), { org: 'acme', from: '2026-02-01' });
    await set(book('0.7'), { org: 'acme', from: '2026-04-01' });
    const { superseded, isPast, isChange, difference } = await unset('2026-03-01');
    expect([superseded, isPast, isChange]).to.eql([1, true, true]);
    expect(difference.changed[0]).to.deep.include({ before: '0.4', after: '0.031611' });
    expect(await coresAt('2026-02-28', 'acme')).to.equal(0.4);
    expect(await coresAt('2026-03-01', 'acme')).to.equal(0.031611);
    expect(await coresAt(null, 'acme')).to.equal(all);
    const before = await history();
    expect(before.filter(({ follows_all }) => follows_all)).to.have.length(1);
    for (const again of [await unset(null), await unset('2026-03-01')])
      expect([again.id, again.isChange]).to.eql([null, false]);
    expect(await history()).to.eql(before);
    expect((await set(book('0.8'), { org: 'acme', from: '2026-05-01' })).isChange).to.equal(true);
    expect(await coresAt('2026-04-30', 'acme')).to.equal(0.031611);
    expect(await coresAt(null, 'acme')).to.equal(0.8);
    expect((await unset('2026-01-01')).superseded).to.equal(3);
    expect(await coresAt('2026-02-28', 'acme')).to.equal(0.031611);
  });

  it('checks the existence of very many clusters', async () => {
    const many = Array.from({ length: 70_000 }, (_, index) => `- { cluster: c${index} }`);
    const lines = await refused(book('1', `clusters:\n${many.join('\n')}\n`), { org: 'acme' });
    expect(lines).to.have.length(51);
    expect(lines[0]).to.equal(
      'book.yaml:5:3: there is no cluster "c0" of acme; use the id or the name of an existing cluster',
    );
  });

  it('refuses one in another currency than its organization has', async () => {
    expect(await refused(book('1'), { org: 'euro' })).to.eql([
      'book.yaml:1:11: the book is in USD, but the costs of euro are in EUR; give its prices in EUR',
    ]);
    expect((await set(book('1', '', 'EUR'), { org: 'euro' })).isChange).to.equal(true);
  });
});
