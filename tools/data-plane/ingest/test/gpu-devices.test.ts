import { expect } from 'chai';
import { gpuDevices } from '../src/describe/gpu-devices.ts';
import { repriceLedger } from '../src/reprice/reprice-ledger.ts';
import { openTestWarehouse, type TestWarehouse } from './database.ts';
import { expectAgreement } from './ledger-checks.ts';
import { container, deployment, node, ownedBy, pod, sampleSnapshot } from './sample-snapshot.ts';

const labels = (count: string, replicas: string) => ({
  'nvidia.com/gpu.count': count,
  'nvidia.com/gpu.replicas': replicas,
});

describe('GPU devices of a node', () => {
  const devices = (offered: number, usable: number, of?: Record<string, string>) => {
    const found = gpuDevices({ labels: of, gpu_capacity: offered, gpu_allocatable: usable });
    return [Number(found.total), Number(found.allocatable), Number(found.perDevice)];
  };

  it('are those of the agent if the labels have no count and replicas', () => {
    expect(devices(3, 2)).to.eql([3, 2, 1]);
    expect(devices(3, 2, { 'nvidia.com/gpu.count': '1' })).to.eql([3, 2, 1]);
    expect(devices(3, 2, labels('many', '4'))).to.eql([3, 2, 1]);
    expect(devices(0, 0, labels('0', '4'))).to.eql([0, 0, 1]);
  });

  it('are the physical ones if the labels have count and replicas', () => {
    expect(devices(16, 16, labels('4', '4'))).to.eql([4, 4, 4]);
    expect(devices(16, 12, labels('4', '4'))).to.eql([4, 3, 4]);
    expect(devices(8, 8, labels('8', '1'))).to.eql([8, 8, 1]);
  });

  it('are the physical ones also under another resource name', () => {
    expect(devices(0, 0, labels('4', '4'))).to.eql([4, 4, 1]);
    expect(devices(2, 1, labels('4', '4'))).to.eql([4, 3, 1]);
  });
});

describe('a node whose GPUs are time-sliced', () => {
  let warehouse: TestWarehouse;
  before(async () => {
    warehouse = await openTestWarehouse();
  });
  after(() => warehouse.close());

  const asking = (name: string, on: string, gpus: number) =>
    pod(name, on, {
      ...ownedBy('Deployment', 'train'),
      containers: [container({ gpu_request: gpus })],
    });
  const ingest = (minute: number, isNodeKnown = true) =>
    warehouse.ingest(
      sampleSnapshot(minute, {
        nodes: isNodeKnown
          ? [
              node('shared', { gpu_capacity: 8, gpu_allocatable: 8, labels: labels('2', '4') }),
              node('renamed', {
                labels: { ...labels('2', '4'), 'nvidia.com/gpu.product': 'NVIDIA-L4-SHARED' },
              }),
            ]
          : [],
        deployments: [deployment('train')],
        pods: [asking('one', 'shared', 1), asking('two', 'shared', 2)],
        ...(isNodeKnown ? {} : { health: { state: 'running', stale_resources: ['nodes'] } }),
      }),
    );

  it('has physical devices at their rate, and pods with their request over the replicas', async () => {
    await ingest(0);
    await ingest(1);
    expect(
      await warehouse.query(`
        select name, gpu_model as model, gpu_total, gpu_allocatable, compute_gpu_hourly::text as cost
        from nodes order by name`),
    ).to.eql([
      { name: 'renamed', model: 'NVIDIA-L4', gpu_total: 2, gpu_allocatable: 2, cost: '1.9' },
      { name: 'shared', model: '', gpu_total: 2, gpu_allocatable: 2, cost: '1.9' },
    ]);
    expect(
      await warehouse.query(
        'select name, compute_gpu_hourly::text as cost from pods order by name',
      ),
    ).to.eql([
      { name: 'one', cost: '0.2375' },
      { name: 'two', cost: '0.475' },
    ]);
    expect(
      await warehouse.one(`
        select gpu_requested_seconds::text as devices, gpu_cost_seconds::text as cost
        from workload_hours where gpu_requested_seconds > 0`),
    ).to.eql({ devices: '45', cost: '42.75' });
    await expectAgreement(warehouse);
  });

  it('keeps them while nodes are stale, and after repricing', async () => {
    await ingest(2, false);
    await expectAgreement(warehouse);
    const hour = () =>
      warehouse.one(`
        select gpu_requested_seconds::text as devices, round(gpu_cost_seconds, 6)::text as cost
        from workload_hours where gpu_requested_seconds > 0`);
    expect(await hour()).to.eql({ devices: '90', cost: '85.500000' });
    const { hours } = await repriceLedger(warehouse.db, { from: new Date(0) });
    expect(hours).to.equal(1);
    expect(await hour()).to.eql({ devices: '90', cost: '85.500000' });
    await expectAgreement(warehouse);
  });
});
