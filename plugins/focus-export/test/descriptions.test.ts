import { expect } from 'chai';
import { download, octoberFirst } from './download.ts';
import { bootLedger, type ClusterDay, type Ledger, type OwnerDay } from './ledger.ts';
import { readCsv, readJsonLines, readParquet, type Row } from './read-file.ts';

describe('descriptions of owners and clusters in an export', () => {
  let ledger: Ledger;
  let cluster: string;
  before(async () => {
    ledger = await bootLedger();
  });
  after(() => ledger.app.stop());
  beforeEach(async () => {
    cluster = await ledger.insertCluster();
  });
  afterEach(() => ledger.clear());

  const read = async (query = octoberFirst) => readCsv((await download(ledger, query)).body).rows;
  const exportRow = async (owner: OwnerDay, bill: ClusterDay = {}): Promise<Row> => {
    await ledger.insertDay(cluster, '2026-10-01', [{ cpu: '1', ...owner }], bill);
    const [row = {}] = await read();
    return row;
  };

  it('preserves unusual names and labels, in every format', async () => {
    const odd = [
      `a "quoted", name`,
      '=cmd|calc!A1',
      'line\nbreak\r\nand\ttab',
      'größe β 🐘 \u2028',
      String.raw`back\slash \n '`,
      '\\.',
      'marks \u0001\u0002\u001e\u001f\u001e\u001e end',
      '\u001e',
      ' blank ',
      'null',
    ];
    const owners = odd.map((name, index) => ({
      uid: `00000000-0000-4000-8000-0000000000${index + 10}`,
      namespace: 'odd "ns",\u001e\n',
      name,
      labels: { 'a "key",\n': name, [name]: 'x' },
      teams: [name],
      departments: [name],
      cpu: '1',
    }));
    await ledger.insertDay(cluster, '2026-10-01', owners, { name: 'a "cluster",\u001f\n' });

    const csv = await read();
    const lines = readJsonLines((await download(ledger, `${octoberFirst}&format=jsonl`)).body).rows;
    const parquet = readParquet(
      (await download(ledger, `${octoberFirst}&format=parquet`)).body,
    ).rows;

    expect(csv.map((row) => row.AllocatedResourceName)).to.eql(odd);
    for (const [index, row] of csv.entries()) {
      const name = odd[index] ?? '';
      expect(JSON.parse(String(row.AllocatedTags))).to.eql({
        'a "key",\n': name,
        [name]: 'x',
        'costplane/team': name,
      });
      expect([row.x_TeamName, row.x_DepartmentName]).to.eql([name, name]);
      expect(row.ChargeDescription).to.equal('Kubernetes compute of cluster a "cluster",\u001f\n');
      const expected = { ...row, x_IsPartial: false };
      expect(lines[index]).to.eql(expected);
      expect(parquet[index]).to.eql(expected);
    }
  });

  const tagCases: [labels: Record<string, string>, teams: string[], tags: object | null][] = [
    [{}, [], null],
    [{ a: 'b', empty: '' }, [], { a: 'b', empty: true }],
    [{ 'costplane/team': 'mine', 'costplane/x': '', costplane: 'y' }, [], { costplane: 'y' }],
    [{ 'costplane/team': 'mine' }, [], null],
    [{ 'costplane/team': 'mine' }, ['ours'], { 'costplane/team': 'ours' }],
    [{ a: 'b' }, ['one', 'two'], { a: 'b' }],
    [{ a: 'true', b: '1', c: 'null' }, [], { a: 'true', b: '1', c: 'null' }],
  ];
  for (const [labels, teams, tags] of tagCases) {
    it(`tags ${JSON.stringify(labels)} of ${teams.join(' and ') || 'no team'}`, async () => {
      const { AllocatedTags: text } = await exportRow({ labels, teams });
      expect(text === null ? null : JSON.parse(String(text))).to.eql(tags);
    });
  }

  it('has a team and a department only if assigned', async () => {
    expect(await exportRow({ teams: ['a', 'b'], departments: ['d'] })).to.include({
      x_TeamName: null,
      x_DepartmentName: 'd',
    });
    await ledger.app.sql(
      'delete from cluster_days; delete from namespace_days; delete from workload_days',
    );
    expect(await exportRow({ teams: ['a'], departments: [] })).to.include({
      x_TeamName: 'a',
      x_DepartmentName: null,
    });
  });

  const [api, shop] = [crypto.randomUUID(), crypto.randomUUID()];
  const owners: [grain: string, owner: OwnerDay][] = [
    ['workload', { uid: api }],
    ['namespace', { uid: shop, kind: '' }],
  ];
  for (const [grain, owner] of owners) {
    const readDay = async (first: OwnerDay, second: OwnerDay) => {
      const more = { labels: { app: 'api' }, ...owner };
      await ledger.insertDay(cluster, '2026-10-01', [
        { ...more, ...first, cpu: '1.25', storage: '3', coreHours: '2', coreHoursUsed: '1' },
        { ...more, ...second, cpu: '2.5', gpu: '0.5', coreHours: '5' },
        { uid: '00000000-0000-4000-8000-000000000001', namespace: 'other', cpu: '1' },
      ]);
      const rows = await read(`${octoberFirst}&grain=${grain}`);
      return rows.filter((row) => row.x_NamespaceName === 'shop');
    };
    const teams = (row?: Row) => [row?.x_TeamName, row?.x_DepartmentName, row?.AllocatedTags];

    it(`has one row for a ${grain} whose team changes, without team and team tag`, async () => {
      const rows = await readDay(
        { teams: ['red'], departments: ['colors'] },
        { teams: ['blue'], departments: ['colors'] },
      );
      expect(rows.map((row) => [row.x_ChargeKind, row.EffectiveCost])).to.eql([
        ['compute', '4.250000000000'],
        ['storage', '3.000000000000'],
      ]);
      for (const row of rows) expect(teams(row)).to.eql([null, 'colors', '{"app": "api"}']);
      expect(rows[0]).to.include({
        x_CoreHoursRequested: '7.000000000',
        x_CoreHoursUsed: '1.000000000',
      });
    });

    it(`has no team for a ${grain} that has one for only a part of the day`, async () => {
      const [row] = await readDay({ teams: [] }, { teams: ['blue'], departments: ['colors'] });
      expect(teams(row)).to.eql([null, null, '{"app": "api"}']);
    });

    it(`has the team of a ${grain} with only a changed label`, async () => {
      const [row] = await readDay(
        { teams: ['red'], labels: { app: 'old' } },
        { teams: ['red'], labels: { app: 'new' } },
      );
      expect(teams(row)).to.eql(['red', null, '{"app": "new", "costplane/team": "red"}']);
    });
  }

  const providers: [provider: string, host: string][] = [
    ['aws', 'Amazon Web Services'],
    ['gcp', 'Google Cloud'],
    ['azure', 'Microsoft Azure'],
    ['on-prem', 'acme'],
  ];
  for (const [provider, host] of providers) {
    it(`uses ${host} as the host of ${provider}`, async () => {
      expect(await exportRow({}, { provider })).to.include({
        HostProviderName: host,
        ServiceProviderName: 'acme',
        InvoiceIssuerName: 'acme',
      });
    });
  }

  it('leaves an unknown region empty', async () => {
    expect(await exportRow({}, { region: '' })).to.include({ RegionId: null, RegionName: null });
  });

  const sources: [given: string[], shown: string | null][] = [
    [['custom'], 'custom'],
    [['default_rates', 'price_book'], 'mixed'],
    [['price_book', 'unknown'], 'price_book'],
    [['unknown'], null],
    [[], null],
  ];
  for (const [computeSources, shown] of sources) {
    it(`states the price source ${shown} for ${computeSources.join()}`, async () => {
      expect(await exportRow({}, { computeSources })).to.include({ x_PricingSource: shown });
    });
  }

  const partial: [bill: ClusterDay, isPartial: string][] = [
    [{}, 'false'],
    [{ isComputePartial: true }, 'true'],
    [{ isStoragePartial: true }, 'true'],
    [{ seconds: 86_399 }, 'true'],
  ];
  for (const [bill, isPartial] of partial) {
    it(`is partial: ${isPartial} with ${JSON.stringify(bill)}`, async () => {
      expect(await exportRow({}, bill)).to.include({ x_IsPartial: isPartial });
    });
  }

  it('has the billing period of the month, and one charge period for each day', async () => {
    for (const day of ['2026-09-30', '2026-10-01', '2026-10-31']) {
      await ledger.insertDay(cluster, day, [{ cpu: '1' }]);
    }
    const rows = await read('from=2026-09-30&to=2026-11-01');
    expect(
      rows.map((row) => [
        row.BillingPeriodStart,
        row.BillingPeriodEnd,
        row.ChargePeriodStart,
        row.ChargePeriodEnd,
      ]),
    ).to.eql([
      ['2026-09-01', '2026-10-01', '2026-09-30', '2026-10-01'].map((day) => `${day}T00:00:00Z`),
      ['2026-10-01', '2026-11-01', '2026-10-01', '2026-10-02'].map((day) => `${day}T00:00:00Z`),
      ['2026-10-01', '2026-11-01', '2026-10-31', '2026-11-01'].map((day) => `${day}T00:00:00Z`),
    ]);
    const part = await read('from=2026-10-01&to=2026-10-31');
    expect(part).to.eql([rows[1]]);
  });

  it('has the names of each day', async () => {
    const uid = crypto.randomUUID();
    const first = { uid, name: 'old', labels: { v: '1' }, cpu: '1' };
    await ledger.insertDay(cluster, '2026-10-01', [first], { name: 'old cluster' });
    const second = { uid, name: 'new', labels: { v: '2' }, cpu: '1' };
    await ledger.insertDay(cluster, '2026-10-02', [second], { name: 'new cluster' });
    const rows = await read('from=2026-10-01&to=2026-10-03');
    expect(
      rows.map((row) => [
        row.AllocatedResourceId,
        row.AllocatedResourceName,
        row.AllocatedTags,
        row.SubAccountName,
        row.ResourceName,
      ]),
    ).to.eql([
      [uid, 'old', '{"v": "1"}', 'old cluster', 'old cluster'],
      [uid, 'new', '{"v": "2"}', 'new cluster', 'new cluster'],
    ]);
  });

  it('sorts rows by day, cluster, kind, namespace, owner', async () => {
    const other = await ledger.insertCluster();
    const [low, high] = [cluster, other].sort() as [string, string];
    const uid = (last: number) => `00000000-0000-4000-8000-00000000000${last}`;
    for (const day of ['2026-10-02', '2026-10-01']) {
      for (const id of [high, low]) {
        await ledger.insertDay(
          id,
          day,
          [
            { uid: uid(1), namespace: 'b', cpu: '1', storage: '1' },
            { uid: uid(3), namespace: 'Z', cpu: '1' },
            { uid: uid(2), namespace: 'Z', cpu: '1', overhead: '1' },
          ],
          { unallocatedCompute: '1', management: '1' },
        );
      }
    }
    const { rows } = readCsv((await download(ledger, 'from=2026-10-01&to=2026-10-03')).body);
    const ofOne = (id: string) => [
      ['compute', uid(2)],
      ['compute', uid(3)],
      ['compute', uid(1)],
      ['compute', `${id}/overhead/system-daemons`],
      ['compute', null],
      ['storage', uid(1)],
      ['management', `${id}/overhead/control-plane`],
    ];
    expect(
      rows.map((row) => [
        row.ChargePeriodStart,
        row.SubAccountId,
        row.x_ChargeKind,
        row.AllocatedResourceId,
      ]),
    ).to.eql(
      ['2026-10-01T00:00:00Z', '2026-10-02T00:00:00Z'].flatMap((day) =>
        [low, high].flatMap((id) => ofOne(id).map((row) => [day, id, ...row])),
      ),
    );

    const chosen = 'from=2026-10-01&to=2026-10-03&columns=AllocatedResourceId';
    const ids = readCsv((await download(ledger, chosen)).body).rows;
    expect(ids).to.eql(rows.map(({ AllocatedResourceId }) => ({ AllocatedResourceId })));
  });
});
