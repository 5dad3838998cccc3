import { shippedPriceBookSource } from '@costplane/pricing';
import { openWarehouse } from '@costplane/warehouse';
import { createTestDatabase, type TestDatabase } from '@costplane/warehouse/testing';
import { expect } from 'chai';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { costplane } from './costplane.ts';
import { book } from './price-file.ts';

describe('costplane price', () => {
  let database: TestDatabase;
  let folder: string;

  before(async () => {
    database = await createTestDatabase();
    folder = await mkdtemp(join(tmpdir(), 'costplane-prices-'));
    const db = openWarehouse(database.url, 'owner');
    await db
      .insertInto('organizations')
      .values([
        { name: 'euro', currency: 'EUR' },
        { name: 'moved', currency: 'EUR', is_home: false },
      ])
      .execute();
    await db.destroy();
  });
  after(async () => {
    await database.drop();
    await rm(folder, { recursive: true });
  });

  const run = (args: string[], input = '') =>
    costplane(['price', ...args], { folder, env: { DATABASE_URL: database.url }, input });

  it('shows the default price book if none was set', async () => {
    const { stdout } = await run(['show']);
    const [origin, ...source] = stdout.split('\n');
    expect(origin).to.equal('# The default price book of Costplane, because none is set.');
    expect(source.join('\n')).to.equal(shippedPriceBookSource());
  });

  it('shows with --dry-run what would change, and changes nothing', async () => {
    const text = shippedPriceBookSource().replace('0.031611', '0.05');
    await writeFile(join(folder, 'book.yaml'), text);
    const { stdout, stderr } = await run(['set', 'book.yaml', '--dry-run']);
    const [line, ...changes] = stdout.split('\n');
    expect(line).to.match(
      /^Prices of all organizations in USD would apply from \S+ on: 0 added, 1 changed, 0 removed, 1\d{3} unchanged$/,
    );
    expect(changes).to.eql(['  ~ rates on_demand cpu_core_hour: 0.031611 -> 0.05', '']);
    expect(stderr).to.match(/^1 organization uses a currency other than USD; [^\n]+\n$/);
    expect((await run(['show', '--json'])).json()).to.deep.include({ id: null, origin: 'shipped' });
  });

  it('sets a book, shows it unchanged, and accepts that output', async () => {
    const text = book('0.02', '# mine\n');
    const set = (await run(['set', '-', '--from', '2026-03-01', '--json'], text)).json() as object;
    expect(set).to.deep.include({
      id: '1',
      organization_id: null,
      valid_from: '2026-03-01T00:00:00.000Z',
      currency: 'USD',
      applied: true,
      changes: true,
      superseded: 0,
    });
    const { stdout } = await run(['show']);
    expect(stdout).to.equal(
      `# The price book of all organizations, in effect from 2026-03-01T00:00:00.000Z.\n${text}`,
    );
    const again = await run(['set', '-', '--from', '2026-03-01'], stdout);
    expect(again.stdout).to.equal(
      'No change: these prices already apply to all organizations from 2026-03-01T00:00:00.000Z on\n',
    );
    const time = '2026-03-04T10:22:33.123Z';
    const timed = await run(['set', '-', '--from', time, '--dry-run', '--json'], book('0.03'));
    expect(timed.json()).to.have.property('valid_from', time);
    const shown = (await run(['show', '--at', '2026-03-01', '--json'])).json();
    expect(shown).to.deep.include({
      id: '1',
      origin: 'all',
      valid_from: '2026-03-01T00:00:00.000Z',
      book: {
        currency: 'USD',
        rates: { on_demand: { cpu_core_hour: '0.02', memory_gib_hour: '0.003', gpu_hour: '1' } },
      },
    });
    expect((await run(['show', '--org', 'euro'])).stderr).to.equal(
      'The costs of euro are in EUR, for which this book has no prices\n',
    );
    const history = (await run(['show', '--history'])).stdout;
    expect(history).to.match(
      /^ID +FOR +BOOK +VALID FROM +SET AT +SUPERSEDED AT +REPRICED AT\n1 +all organizations +its own +2026/,
    );
  });

  it('resets an organization to the common book', async () => {
    const none = await run(['unset', '--org', 'euro']);
    expect(none.stdout).to.match(/^No change: euro has no price book of its own from \S+ on\n$/);
    await run(['set', '-', '--org', 'euro', '--from', '2026-04-01'], book('0.5', '', 'EUR'));
    const { stdout, stderr } = await run(['unset', '--org', 'euro', '--from', '2026-05-01']);
    expect(stdout.split('\n')).to.eql([
      'euro uses the price book for all organizations, in USD, from 2026-05-01T00:00:00.000Z on: 0 added, 2 changed, 0 removed, 2 unchanged',
      '  ~ currency: EUR -> USD',
      '  ~ rates on_demand cpu_core_hour: 0.5 -> 0.02',
      '',
    ]);
    expect(stderr.split('\n')).to.eql([
      'Costs since 2026-05-01 stay as they are',
      'The costs of euro are in EUR, for which the book for all organizations has no prices',
      '',
    ]);
    const shown = (await run(['show', '--org', 'euro', '--json'])).json();
    expect(shown).to.deep.include({ id: '1', origin: 'all' });
    const history = ['show', '--org', 'euro', '--history'];
    expect((await run(history)).stdout).to.match(/\n3 +euro +of all organizations +2026-05-01T/);
    expect((await run([...history, '--json'])).json()).to.have.nested.property(
      '[0].follows_all',
      true,
    );
    const again = (await run(['unset', '--org', 'euro', '--json'])).json();
    expect(again).to.deep.include({ id: null, currency: 'USD', changes: false, superseded: 0 });
  });

  it('rejects an invalid file with all positions', async () => {
    await writeFile(join(folder, 'bad.yaml'), book('-1', 'instance: {}\n', 'XYZ'));
    const { code, stdout, stderr } = await run(['set', 'bad.yaml', '--json']);
    expect({ code, stdout }).to.eql({ code: 1, stdout: '' });
    expect(stderr.split('\n')).to.eql([
      'costplane: bad.yaml:1:11: currency "XYZ" is unknown; use an ISO 4217 code, such as USD',
      'costplane: bad.yaml:3:31: rates.on_demand.cpu_core_hour is negative (got "-1"); a price is at least 0',
      'costplane: bad.yaml:4:1: unknown key "instance"; did you mean `instances`?',
      '',
    ]);
    const spot = '  spot: { cpu_core_hour: 0.01, memory_gib_hour: 0.003, gpu_hour: 1.01 }\n';
    expect((await run(['set', '-'], book('0.01', spot))).stderr).to.equal(
      'costplane: standard input:4:9: rates.spot.gpu_hour is higher than its on-demand rate; correct one of them, or remove spot\n',
    );
    const missing = await run(['set', 'missing.yaml']);
    expect([missing.code, missing.stderr]).to.eql([
      1,
      'costplane: missing.yaml: does not exist; choose another file\n',
    ]);
  });

  it('reports usage errors', async () => {
    for (const args of [
      ['set'],
      ['unset'],
      ['unset', '--org', 'euro', '--from', '2026-13-01'],
      ['set', '-', '--from', '2026-02-30'],
      ['set', '-', '--from', '0000-01-01'],
      ['show', '--at', '2026-01-01T25:00:00Z'],
      ['show', '--at', '2026-01-01', '--history'],
    ])
      expect((await run(args)).code, args.join(' ')).to.equal(2);
    const { code, stderr } = await run(['show', '--org', 'nobody']);
    expect(code).to.equal(1);
    expect(stderr).to.match(/^costplane: There is no organization "nobody"; [^\n]+\n$/);
  });
});
