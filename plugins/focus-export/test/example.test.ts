import { expect } from 'chai';
import { download, octoberFirst } from './download.ts';
import { bootLedger, type Ledger, namespaceId } from './ledger.ts';
import { readCsv, readJsonLines, readParquet } from './read-file.ts';

const cluster = '11111111-1111-4111-8111-111111111111';
const api = '33333333-3333-4333-8333-333333333333';
const web = '44444444-4444-4444-8444-444444444444';

/** The example of the reference (section 4.5): a cluster whose nodes cost 48 on a day. */
const owners = [
  {
    uid: api,
    name: 'api',
    labels: { app: 'api', canary: '' },
    teams: ['checkout'],
    departments: ['retail'],
    cpu: '9',
    memory: '3',
    idle: '12',
    overhead: '4',
    coreHours: '72',
    coreHoursUsed: '12.5',
    gibibyteHours: '96',
  },
  { uid: web, name: 'web', cpu: '6', memory: '2', idle: '8', coreHours: '48' },
];

describe('the worked example', () => {
  let ledger: Ledger;
  before(async () => {
    ledger = await bootLedger();
    await ledger.insertCluster(cluster);
    await ledger.insertDay(cluster, '2026-10-01', owners, { unallocatedCompute: '4' });
  });
  after(() => ledger.app.stop());

  const read = async (query: string) => {
    const { status, body } = await download(ledger, `${octoberFirst}&${query}`);
    expect(status).to.equal(200);
    return readCsv(body);
  };
  const figures = ({ rows }: Awaited<ReturnType<typeof read>>) =>
    rows.map((row) => [
      row.AllocatedResourceName,
      row.EffectiveCost,
      row.PricingQuantity,
      row.ListCost,
      row.AllocatedResourceId,
    ]);

  it('has the costs and shares that were computed by hand', async () => {
    expect(figures(await read('idle=unallocated'))).to.eql([
      ['api', '12.000000000000', '0.250000000000', '12.000000000000000000000000', api],
      ['web', '8.000000000000', '0.166666666667', '8.000000000016000000000000', web],
      [
        'System daemons',
        '4.000000000000',
        '0.083333333333',
        '3.999999999984000000000000',
        `${cluster}/overhead/system-daemons`,
      ],
      [null, '24.000000000000', '0.500000000000', '24.000000000000000000000000', null],
    ]);
  });

  it('distributes idle to owners, and keeps what cannot be distributed', async () => {
    expect(figures(await read('idle=apportioned'))).to.eql([
      ['api', '24.000000000000', '0.500000000000', '24.000000000000000000000000', api],
      ['web', '16.000000000000', '0.333333333334', '16.000000000032000000000000', web],
      [
        'System daemons',
        '4.000000000000',
        '0.083333333333',
        '3.999999999984000000000000',
        `${cluster}/overhead/system-daemons`,
      ],
      [null, '4.000000000000', '0.083333333333', '3.999999999984000000000000', null],
    ]);
  });

  it('explains the share of an owner', async () => {
    const { rows } = await read('idle=apportioned');
    expect(JSON.parse(String(rows[0]?.AllocatedMethodDetails))).to.eql({
      Elements: [
        {
          AllocatedRatio: 0.1875,
          UsageUnit: 'Core-Hours',
          UsageQuantity: 72,
          x_Component: 'compute.cpu',
        },
        {
          AllocatedRatio: 0.0625,
          UsageUnit: 'GiB-Hours',
          UsageQuantity: 96,
          x_Component: 'compute.ram',
        },
        { AllocatedRatio: 0.25, x_Component: 'idle' },
      ],
    });
    expect(rows.map((row) => row.AllocatedMethodDetails).slice(2)).to.eql([
      '{"Elements":[{"AllocatedRatio":0.083333333333,"x_Component":"overhead"}]}',
      '{"Elements":[{"AllocatedRatio":0.083333333333,"x_Component":"idle"}]}',
    ]);
  });

  it('has every column, byte for byte', async () => {
    const { body } = await download(ledger, octoberFirst);
    const [header, first] = body.toString().split('\n');
    expect(header).to.equal(
      'AllocatedMethodDetails,AllocatedMethodId,AllocatedResourceId,AllocatedResourceName,' +
        'AllocatedTags,AvailabilityZone,BilledCost,BillingAccountId,BillingAccountName,' +
        'BillingCurrency,BillingPeriodEnd,BillingPeriodStart,ChargeCategory,ChargeClass,' +
        'ChargeDescription,ChargeFrequency,ChargePeriodEnd,ChargePeriodStart,ConsumedQuantity,' +
        'ConsumedUnit,ContractedCost,EffectiveCost,HostProviderName,InvoiceIssuerName,ListCost,' +
        'ListUnitPrice,PricingQuantity,PricingUnit,RegionId,RegionName,ResourceId,ResourceName,' +
        'ResourceType,ServiceCategory,ServiceName,ServiceProviderName,ServiceSubcategory,SkuId,' +
        'SkuMeter,SkuPriceDetails,SkuPriceId,SubAccountId,SubAccountName,Tags,' +
        'x_AcceleratorHours,x_AllocationState,x_ChargeKind,x_CoreHoursRequested,x_CoreHoursUsed,' +
        'x_DepartmentName,x_DirectCost,x_IdleCost,x_IsPartial,x_MemoryGibibyteHoursRequested,' +
        'x_MemoryGibibyteHoursUsed,x_NamespaceId,x_NamespaceName,x_PricingSource,x_TeamName,' +
        'x_WorkloadKind',
    );
    expect(first).to.equal(
      '"{""Elements"":[{""AllocatedRatio"":0.1875,""UsageUnit"":""Core-Hours"",' +
        '""UsageQuantity"":72,""x_Component"":""compute.cpu""},{""AllocatedRatio"":0.0625,' +
        '""UsageUnit"":""GiB-Hours"",""UsageQuantity"":96,""x_Component"":""compute.ram""}]}",' +
        `max-request-usage-1/unallocated,${api},api,` +
        '"{""app"": ""api"", ""canary"": true, ""costplane/team"": ""checkout""}",,' +
        `12.000000000000,${ledger.organization},acme,EUR,2026-11-01T00:00:00Z,` +
        '2026-10-01T00:00:00Z,Usage,,Kubernetes compute of cluster production,Usage-Based,' +
        '2026-10-02T00:00:00Z,2026-10-01T00:00:00Z,0.250000000000,Days,12.000000000000,' +
        '12.000000000000,Amazon Web Services,acme,12.000000000000000000000000,48.000000000000,' +
        `0.250000000000,Days,eu-west-1,eu-west-1,${cluster},production,Kubernetes Cluster,` +
        'Compute,Kubernetes Compute,acme,Containers,kubernetes-compute,Node Capacity,,' +
        `${cluster}/compute,${cluster},production,,,Allocated,compute,72.000000000,12.500000000,` +
        'retail,12.000000000000,0.000000000000,false,96.000000000,,' +
        `${namespaceId(cluster, 'shop')},shop,price_book,checkout,Deployment`,
    );
    expect(body.toString().endsWith('\n')).to.equal(true);
    expect(body.includes('\r')).to.equal(false);
  });

  for (const grain of ['workload', 'namespace']) {
    it(`is the same in every format, by ${grain}`, async () => {
      const query = `${octoberFirst}&idle=apportioned&grain=${grain}`;
      const csv = readCsv((await download(ledger, query)).body);
      const lines = await download(ledger, `${query}&format=jsonl`);
      const parquet = await download(ledger, `${query}&format=parquet`);
      const withBooleans = csv.rows.map((row) => ({
        ...row,
        x_IsPartial: row.x_IsPartial === 'true',
      }));
      expect(withBooleans).to.have.length(grain === 'workload' ? 4 : 3);
      expect(readJsonLines(lines.body)).to.eql({ columns: csv.columns, rows: withBooleans });
      expect(readParquet(parquet.body)).to.eql({ columns: csv.columns, rows: withBooleans });
    });
  }

  it('has one row for the namespace of the workloads', async () => {
    const { rows } = await read('grain=namespace&idle=apportioned');
    expect(rows[0]).to.include({
      AllocatedResourceId: namespaceId(cluster, 'shop'),
      AllocatedResourceName: 'shop',
      EffectiveCost: '40.000000000000',
      PricingQuantity: '0.833333333334',
      x_DirectCost: '20.000000000000',
      x_IdleCost: '20.000000000000',
      x_NamespaceId: namespaceId(cluster, 'shop'),
      x_NamespaceName: 'shop',
      x_WorkloadKind: null,
      x_CoreHoursRequested: '120.000000000',
    });
  });

  it('has identifying headers, and trailers that confirm completeness', async () => {
    const file = await download(ledger, `${octoberFirst}&grain=namespace&format=parquet`);
    expect(file.headers).to.include({
      'content-type': 'application/vnd.apache.parquet',
      'content-disposition': 'attachment; filename="focus-namespace-2026-10-01-2026-10-02.parquet"',
      'x-focus-version': '1.4',
      'x-export-partial': 'false',
    });
    expect(file.trailers).to.eql({
      'x-export-status': 'complete',
      'x-export-row-count': '3',
      // A namespace and a cluster.
      'x-export-ledger-rows': '2',
    });
    const workloads = await download(ledger, `${octoberFirst}&format=jsonl`);
    expect(workloads.headers['content-type']).to.equal('application/jsonl; charset=utf-8');
    expect(workloads.headers['content-disposition']).to.include('2026-10-02.jsonl');
    // The two, the namespace itself, and the cluster.
    expect(workloads.trailers['x-export-ledger-rows']).to.equal('4');
    expect(workloads.trailers['x-export-row-count']).to.equal('4');
  });

  it('answers HEAD with the headers alone', async () => {
    const response = await fetch(`${ledger.app.service.url}/v1/exports/focus?${octoberFirst}`, {
      method: 'HEAD',
      headers: { Authorization: `Bearer ${await ledger.newKey()}` },
    });
    expect(response.status).to.equal(200);
    expect(response.headers.get('x-focus-version')).to.equal('1.4');
    expect(await response.text()).to.equal('');
  });
});
