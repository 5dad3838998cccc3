import { expect } from 'chai';
import { download, octoberFirst } from './download.ts';
import { bootLedger, type Ledger, namespaceId } from './ledger.ts';
import { readCsv, type Row } from './read-file.ts';

/** The sum of decimals, as text of as many places. */
function sum(values: readonly (string | boolean | null | undefined)[], scale: number): string {
  const total = values.reduce((sum, value) => sum + toUnits(String(value ?? '0'), scale), 0n);
  const digits = total.toString().padStart(scale + 1, '0');
  return `${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
}

function toUnits(text: string, scale: number): bigint {
  const [whole = '', fraction = ''] = text.split('.');
  expect(fraction.length).to.be.at.most(scale);
  return BigInt(whole + fraction.padEnd(scale, '0'));
}

const parseRatios = ({ AllocatedMethodDetails: details }: Row) =>
  [...String(details).matchAll(/"AllocatedRatio":([\d.]+)/g)].map(([, ratio]) => ratio);

describe('amounts of an export', () => {
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

  const read = async (query = '') =>
    readCsv((await download(ledger, `${octoberFirst}&${query}`)).body).rows;

  describe('of amounts with non-terminating divisions', () => {
    // Thirds and sevenths of a currency unit, in namespaces that interleave by uid.
    beforeEach(async () => {
      const owners = Array.from({ length: 40 }, (_, index) => ({
        namespace: `team-${index % 7}`,
        name: `owner-${index}`,
        kind: index < 7 ? '' : 'Deployment',
        cpu: `0.${'3'.repeat(11)}${index % 10}`,
        memory: index % 3 === 0 ? '0' : `0.${'142857'.repeat(2)}`,
        gpu: index % 5 === 0 ? '1.000000000001' : '0',
        idle: `0.0000${'7'.repeat(8)}`,
        overhead: '0.000000000007',
        storage: index % 4 === 0 ? '0.000123456789' : '0',
      }));
      await ledger.insertDay(cluster, '2026-10-01', owners, {
        unallocatedCompute: '0.777777777777',
        unallocatedStorage: '0.000000000011',
        management: '0.100000000003',
        onDemand: '31.123456789012',
      });
    });

    const group = (rows: readonly Row[], key: (row: Row) => string) => Map.groupBy(rows, key);
    const configurations = ['workload', 'namespace'].flatMap((grain) =>
      ['unallocated', 'apportioned'].map((idle) => `grain=${grain}&idle=${idle}`),
    );

    for (const configuration of configurations) {
      it(`has shares that add up to 1, and costs that add up to the total: ${configuration}`, async () => {
        const rows = await read(configuration);
        const origins = group(rows, ({ x_ChargeKind: kind }) => String(kind));
        expect([...origins.keys()]).to.eql(['compute', 'storage', 'management']);
        for (const [kind, origin] of origins) {
          expect(sum(origin.flatMap(parseRatios), 12), kind).to.equal('1.000000000000');
          expect(
            sum(
              origin.map((row) => row.PricingQuantity),
              12,
            ),
          ).to.equal('1.000000000000');
          for (const row of origin) {
            expect(sum(parseRatios(row), 12)).to.equal(row.PricingQuantity);
            expect(row.ConsumedQuantity).to.equal(row.PricingQuantity);
          }
        }
        const [bill] = await ledger.app.sql<{ compute: string; storage: string }>(
          `select round((cpu_cost_seconds + memory_cost_seconds + gpu_cost_seconds
              + idle_cost_seconds + overhead_cost_seconds + unallocated_compute_cost_seconds)
              / 3600, 12)::text as compute,
            round((storage_cost_seconds + unallocated_storage_cost_seconds) / 3600, 12)::text
              as storage
          from cluster_days`,
        );
        const sumCost = (kind: string) =>
          sum(
            (origins.get(kind) ?? []).map((row) => row.EffectiveCost),
            12,
          );
        expect(sumCost('compute')).to.equal(bill?.compute);
        expect(sumCost('storage')).to.equal(bill?.storage);
        expect(sumCost('management')).to.equal('0.100000000003');
      });
    }

    it('has consistent parts and list costs on every row', async () => {
      for (const row of await read('idle=apportioned')) {
        const { EffectiveCost: cost, x_AllocationState: state } = row;
        expect([row.BilledCost, row.ContractedCost]).to.eql([cost, cost]);
        const list =
          toUnits(String(row.ListUnitPrice), 12) * toUnits(String(row.PricingQuantity), 12);
        expect(toUnits(String(row.ListCost), 24)).to.equal(list);
        if (state === 'Allocated') {
          expect(sum([row.x_DirectCost, row.x_IdleCost], 12)).to.equal(cost);
        } else {
          expect([row.x_DirectCost, row.x_IdleCost]).to.eql([null, null]);
        }
        const shown = [cost, row.ListUnitPrice, row.PricingQuantity, row.x_DirectCost ?? '0'];
        expect(shown.join()).to.match(/^[\d.,]+$/);
      }
    });

    for (const idle of ['unallocated', 'apportioned']) {
      it(`has the same cost for a namespace and its workloads: ${idle}`, async () => {
        const [workloads, namespaces] = [
          await read(`idle=${idle}`),
          await read(`grain=namespace&idle=${idle}`),
        ];
        const place = (row: Row) =>
          [row.x_ChargeKind, row.x_AllocationState, row.x_NamespaceId].join();
        const parts = group(workloads, place);
        expect(namespaces.map(place)).to.eql([...parts.keys()]);
        const added = ['EffectiveCost', 'PricingQuantity', 'x_DirectCost', 'x_IdleCost'];
        for (const row of namespaces) {
          for (const column of added) {
            const values = parts.get(place(row))?.map((part) => part[column]) ?? [];
            if (row[column] !== null) expect(sum(values, 12), column).to.equal(row[column]);
          }
        }
      });
    }

    it('has list costs at on-demand prices if they are known', async () => {
      const prices = Map.groupBy(await read(), (row) =>
        [row.x_ChargeKind, row.ListUnitPrice].join(),
      );
      const [bill] = await ledger.app.sql<{ storage: string }>(
        `select round((storage_cost_seconds + unallocated_storage_cost_seconds) / 3600, 12)::text
          as storage from cluster_days`,
      );
      expect([...prices.keys()]).to.eql([
        'compute,31.123456789012',
        `storage,${bill?.storage}`,
        'management,0.100000000003',
      ]);
    });
  });

  it('has costs that add up to the total of large amounts with different scales', async () => {
    const amounts = [
      '412345678901.1234567891',
      '312345678901.123456789123',
      '212345678901.123456789123457',
    ];
    const uids = amounts.map((_, index) => `00000000-0000-4000-8000-00000000000${index}`);
    await ledger.insertDay(
      cluster,
      '2026-10-01',
      uids.map((uid) => ({ uid, cpu: '1' })),
    );
    for (const [index, amount] of amounts.entries()) {
      const update = 'update workload_days set cpu_cost_seconds = $1 where workload_uid = $2';
      await ledger.app.sql(update, [amount, uids[index]]);
    }
    const total = sum(amounts, 15);
    await ledger.app.sql('update cluster_days set cpu_cost_seconds = $1', [total]);
    const rows = await read();
    const costs = rows.map((row) => row.EffectiveCost);
    expect(sum(costs, 12)).to.equal('260288065.750936213991');
    expect(rows.map((row) => row.ListUnitPrice)).to.eql(Array(3).fill('260288065.750936213991'));
    expect(sum(rows.flatMap(parseRatios), 12)).to.equal('1.000000000000');
  });

  it('has a row of the namespace for cost without a workload', async () => {
    const id = namespaceId(cluster, 'shop');
    await ledger.insertDay(cluster, '2026-10-01', [
      { name: 'api', cpu: '1' },
      { kind: '', name: 'shop', labels: { tier: 'gold' }, cpu: '2', storage: '3' },
    ]);
    const rows = await read();
    const own = rows.filter((row) => row.AllocatedResourceId === id);
    expect(own.map((row) => [row.x_ChargeKind, row.EffectiveCost])).to.eql([
      ['compute', '2.000000000000'],
      ['storage', '3.000000000000'],
    ]);
    for (const row of own) {
      expect(row).to.include({
        AllocatedResourceName: 'shop',
        AllocatedTags: '{"tier": "gold"}',
        x_AllocationState: 'Allocated',
        x_WorkloadKind: null,
        x_NamespaceId: id,
        x_NamespaceName: 'shop',
      });
    }
    expect(own[1]?.AllocatedMethodDetails).to.equal(
      '{"Elements":[{"AllocatedRatio":1,"x_Component":"storage.pv"}]}',
    );
  });

  it('has no rows for zero or unknown cost', async () => {
    await ledger.insertDay(
      cluster,
      '2026-10-01',
      [
        { name: 'ran', cpu: '1', memory: null, gpu: null, idle: null, storage: null },
        { name: 'did not run', cpu: '0' },
        { name: 'unpriced', cpu: null, memory: null, gpu: null, idle: null },
      ],
      { isComputePartial: true },
    );
    const rows = await read();
    expect(rows.map((row) => row.AllocatedResourceName)).to.eql(['ran']);
    expect(rows[0]).to.include({
      EffectiveCost: '1.000000000000',
      PricingQuantity: '1.000000000000',
      x_IsPartial: 'true',
    });
    expect(parseRatios(rows[0] ?? {})).to.eql(['1']);
  });

  it('is partial if the fee of a managed control plane is unknown', async () => {
    await ledger.insertDay(cluster, '2026-10-01', [{ cpu: '1' }]);
    const isPartial = async () => (await read())[0]?.x_IsPartial;
    expect(await isPartial()).to.equal('false');
    await ledger.app.sql(`update cluster_days set service = 'EKS'`);
    expect(await isPartial()).to.equal('true');
    await ledger.app.sql('update cluster_days set unallocated_management_cost_seconds = 0');
    expect(await isPartial()).to.equal('false');
  });

  it('omits clusters and days without cost', async () => {
    await ledger.insertDay(cluster, '2026-10-01', [{ cpu: '0' }, { cpu: null }]);
    expect(await read()).to.eql([]);
  });

  it('has one row for the control plane fee, whoever it is allocated to', async () => {
    await ledger.insertDay(cluster, '2026-10-01', [{ cpu: '1' }], { management: '2.4' });
    await ledger.app.sql(
      'update cluster_days set management_cost_seconds = 0.1, ' +
        'unallocated_management_cost_seconds = 2.4 * 3600 - 0.1',
    );
    for (const grain of ['workload', 'namespace']) {
      const rows = await read(`grain=${grain}`);
      expect(rows.filter((row) => row.x_ChargeKind === 'management')).to.have.length(1);
      expect(rows[1]).to.include({
        AllocatedResourceId: `${cluster}/overhead/control-plane`,
        AllocatedResourceName: 'Control plane',
        AllocatedMethodDetails: '{"Elements":[{"AllocatedRatio":1,"x_Component":"overhead"}]}',
        EffectiveCost: '2.400000000000',
        PricingQuantity: '1.000000000000',
        ServiceName: 'Kubernetes Control Plane',
        ServiceCategory: 'Compute',
        ServiceSubcategory: 'Containers',
        SkuId: 'kubernetes-management',
        SkuMeter: 'Control Plane',
        SkuPriceId: `${cluster}/management`,
        x_AllocationState: 'Overhead',
        x_PricingSource: null,
      });
    }
  });

  it('has an idle row for unclaimed volumes', async () => {
    await ledger.insertDay(cluster, '2026-10-01', [{ cpu: '1' }], { unallocatedStorage: '0.5' });
    for (const idle of ['unallocated', 'apportioned']) {
      const [, row] = await read(`idle=${idle}`);
      expect(row).to.include({
        AllocatedResourceId: null,
        AllocatedResourceName: null,
        AllocatedTags: null,
        ChargeDescription: 'Kubernetes storage of cluster production',
        EffectiveCost: '0.500000000000',
        PricingQuantity: '1.000000000000',
        ServiceName: 'Kubernetes Storage',
        ServiceCategory: 'Storage',
        ServiceSubcategory: 'Block Storage',
        SkuMeter: 'Volume Capacity',
        x_AllocationState: 'Idle',
        x_ChargeKind: 'storage',
        x_NamespaceId: null,
        x_PricingSource: 'default_rates',
      });
    }
  });

  it('has no idle row if idle cost is fully distributed', async () => {
    await ledger.insertDay(cluster, '2026-10-01', [{ cpu: '1', idle: '1' }]);
    const states = async (idle: string) =>
      (await read(`idle=${idle}`)).map((row) => [row.x_AllocationState, row.EffectiveCost]);
    expect(await states('apportioned')).to.eql([['Allocated', '2.000000000000']]);
    expect(await states('unallocated')).to.eql([
      ['Allocated', '1.000000000000'],
      ['Idle', '1.000000000000'],
    ]);
  });

  it('has measured quantities on the compute rows of owners', async () => {
    await ledger.insertDay(cluster, '2026-10-01', [
      {
        cpu: '1',
        gpu: '2',
        storage: '1',
        overhead: '1',
        coreHours: '3',
        coreHoursRequested: '1.0000000005',
        gibibyteHours: '0.25',
        gibibyteHoursUsed: '0.125',
        gpuHours: '24',
      },
    ]);
    const quantities = (await read()).map((row) => [
      row.x_AcceleratorHours,
      row.x_CoreHoursRequested,
      row.x_CoreHoursUsed,
      row.x_MemoryGibibyteHoursRequested,
      row.x_MemoryGibibyteHoursUsed,
    ]);
    expect(quantities).to.eql([
      ['24.000000000', '1.000000001', null, '0.250000000', '0.125000000'],
      [null, null, null, null, null],
      [null, null, null, null, null],
    ]);
    const [first] = await read();
    expect(String(first?.AllocatedMethodDetails)).to.include(
      '"UsageUnit":"GPU-Hours","UsageQuantity":24,"x_Component":"compute.gpu"',
    );
    expect(String(first?.AllocatedMethodDetails)).to.not.include('compute.ram');
  });
});
