import { expect } from 'chai';
import { controlPlaneFee } from '../src/control-plane.ts';
import { sum } from '../src/fixed-point.ts';
import { parsePriceBook } from '../src/parse-price-book.ts';
import { priceNode, type NodeToPrice } from '../src/price-node.ts';
import { priceVolume } from '../src/price-volume.ts';
import { pricesOfCluster, type ClusterToPrice } from '../src/prices-of-cluster.ts';
import { amounts, amountText, quantities } from './quantities.ts';

const book = parsePriceBook(
  `
currency: USD
rates:
  on_demand: { cpu_core_hour: 0.03, memory_gib_hour: 0.004, gpu_hour: 1 }
  spot: { cpu_core_hour: 0.01, memory_gib_hour: 0.001, gpu_hour: 1 }
gpu_models:
  NVIDIA A100-SXM4-80GB: { on_demand: 3, spot: 1.2 }
instances:
  aws:
    here: { m: 0.1, g: 0.5, s: { on_demand: 0.4, spot: 0.15 } }
    '*': { m: 0.2 }
storage:
  default_gib_month: 0.073
  classes: { aws: { here: { gp3: 0.0876 }, '*': { gp3: 0.1 } } }
control_planes: { aws: { EKS: 0.1 } }
clusters:
  - cluster: own
    organization: acme
    rates: { on_demand: { cpu_core_hour: 0.02, memory_gib_hour: 0.002, gpu_hour: 0.5 } }
    storage: { default_gib_month: 0.0073 }
    control_plane: 0
  - cluster: 0D9C0000-0000-4000-8000-000000000001
    gpu_models: { nvidia a100 sxm4 80gb: 2 }
    instances: { aws: { here: { m: 0.07 } } }
  - { cluster: cheap, organization: acme, instances: { aws: { here: { s: 0.1 } } } }
  - { cluster: own, organization: other, control_plane: 9 }
  - { cluster: own, organization: 0D9C0000-0000-4000-8000-00000000000A, control_plane: 8 }
`,
  { fileName: 'book.yaml' },
);

const cluster = (change: Partial<ClusterToPrice> = {}) =>
  pricesOfCluster(book, {
    id: '0d9c0000-0000-4000-8000-000000000002',
    name: 'any',
    currency: 'USD',
    organizationId: 'organization',
    organizationName: 'acme',
    ...change,
  });
const any = cluster();
const own = cluster({ name: 'own' });
const byId = cluster({ id: '0d9c0000-0000-4000-8000-000000000001', name: 'own' });

const node = (change: Partial<NodeToPrice> = {}): NodeToPrice => ({
  provider: 'aws',
  region: 'here',
  instanceType: 'm',
  isSpot: false,
  operatingSystem: 'linux',
  gpuModel: '',
  capacity: quantities(2, 8, 0),
  ...change,
});
const priced = (change: Partial<NodeToPrice>, prices = any) => {
  const { priceHourly, onDemandEquivalentHourly, pricingSource } = priceNode(node(change), prices);
  return [amountText(priceHourly), amountText(onDemandEquivalentHourly), pricingSource];
};
const gpus = {
  instanceType: 'x',
  gpuModel: 'NVIDIA-A100-SXM4-80GB',
  capacity: quantities(2, 8, 2),
};

describe('the prices of a cluster', () => {
  it('are those of its region, else those of any region', () => {
    expect(priced({})).to.eql(['0.1', '0.1', 'price_book']);
    expect(priced({ region: 'there' })).to.eql(['0.2', '0.2', 'price_book']);
    expect(priced({ region: '' })).to.eql(['0.2', '0.2', 'price_book']);
    // 2 x 0.03 + 8 x 0.004
    expect(priced({ instanceType: 'x' })).to.eql(['0.092', '0.092', 'default_rates']);
  });

  it('are the listed spot prices, else spot rates, but never above on-demand prices', () => {
    expect(priced({ instanceType: 's', isSpot: true })).to.eql(['0.15', '0.4', 'price_book']);
    // 2 x 0.01 + 8 x 0.001
    expect(priced({ isSpot: true })).to.eql(['0.028', '0.1', 'default_rates']);
    const withGpu = { instanceType: 'g', isSpot: true, capacity: quantities(2, 8, 1) };
    expect(priced(withGpu)).to.eql(['0.5', '0.5', 'default_rates']);
    const cheap = priced({ instanceType: 's', isSpot: true }, cluster({ name: 'cheap' }));
    expect(cheap).to.eql(['0.1', '0.1', 'price_book']);
  });

  it('are those of the GPU model where the instance is not listed', () => {
    // 2 x 0.03 + 8 x 0.004 + 2 x 3, and on spot 2 x 0.01 + 8 x 0.001 + 2 x 1.2
    expect(priced(gpus)).to.eql(['6.092', '6.092', 'default_rates']);
    expect(priced({ ...gpus, isSpot: true })).to.eql(['2.428', '6.092', 'default_rates']);
    expect(priced({ ...gpus, gpuModel: 'other' })[0]).to.equal('2.092');
    expect(priced({ ...gpus, gpuModel: `${gpus.gpuModel}-SHARED` })[0]).to.equal('6.092');
    expect(priced({ ...gpus, instanceType: 'g' })).to.eql(['0.5', '0.5', 'price_book']);
  });

  it('are divided by the rate of the GPU model', () => {
    const { perResource, priceHourly } = priceNode(node({ ...gpus, instanceType: 'g' }), any);
    // 0.5 x 6 / 6.092
    expect(amounts(perResource).gpu).to.equal('0.492449113592');
    expect(sum(Object.values(perResource!))).to.equal(priceHourly);
  });

  it('are its overrides first: rates before lists, and by id before by name', () => {
    expect(priced({}, own)).to.eql(['0.056', '0.056', 'custom']);
    expect(priced({ instanceType: 'x' }, own)).to.eql(['0.056', '0.056', 'custom']);
    // Its entry has no spot rates.
    expect(priced({ isSpot: true }, own)).to.eql(['0.028', '0.056', 'default_rates']);
    expect(priced({}, byId)).to.eql(['0.07', '0.07', 'custom']);
    expect(priced({ instanceType: 's' }, byId)).to.eql(['0.4', '0.4', 'price_book']);
    expect(priced(gpus, byId)).to.eql(['4.092', '4.092', 'custom']);
    expect(priced({ ...gpus, capacity: quantities(2, 8, 0) }, byId)[2]).to.equal('default_rates');
  });

  it('are those of all in clusters of that name in other organizations', () => {
    const elsewhere = cluster({ name: 'own', organizationName: 'third' });
    expect(priced({}, elsewhere)).to.eql(['0.1', '0.1', 'price_book']);
    const organizationId = '0d9c0000-0000-4000-8000-00000000000a';
    const named = cluster({ name: 'own', organizationId, organizationName: 'third' });
    expect(named.controlPlane).to.equal(8_000_000_000_000n);
    const other = cluster({ name: 'own', organizationName: 'other' });
    expect(amountText(controlPlaneFee({ provider: '', service: '' }, other))).to.equal('9');
  });

  it('have a fee of the control plane, of the service or its own', () => {
    const eks = { provider: 'aws', service: 'EKS' };
    expect([any, own, byId].map((each) => amountText(controlPlaneFee(eks, each)))).to.eql([
      '0.1',
      '0',
      '0.1',
    ]);
    expect(controlPlaneFee({ provider: 'azure', service: 'AKS' }, any)).to.equal(null);
  });

  it('have prices of storage classes, per month of 730 hours', () => {
    const volume = (storageClass: string, region: string, prices = any) => {
      const capacityBytes = 10n * 2n ** 30n;
      const price = priceVolume({ capacityBytes, provider: 'aws', region, storageClass }, prices);
      return [amountText(price.priceHourly), price.pricingSource];
    };
    // 10 x 0.0876 / 730
    expect(volume('gp3', 'here')).to.eql(['0.0012', 'price_book']);
    expect(volume('gp3', 'there')).to.eql(['0.001369863014', 'price_book']);
    expect(volume('io2', 'here')).to.eql(['0.001', 'default_rates']);
    expect(volume('gp3', 'here', own)).to.eql(['0.0001', 'custom']);
  });

  it('are unknown in another currency than that of the organization', () => {
    const euro = cluster({ currency: 'EUR', name: 'own' });
    expect(priceNode(node(), euro)).to.eql({
      priceHourly: null,
      onDemandEquivalentHourly: null,
      pricingSource: 'unknown',
      perResource: null,
    });
    const volume = { capacityBytes: 1n, provider: 'aws', region: 'here', storageClass: 'gp3' };
    expect(priceVolume(volume, euro)).to.eql({ priceHourly: null, pricingSource: 'unknown' });
    expect(controlPlaneFee({ provider: 'aws', service: 'EKS' }, euro)).to.equal(null);
  });

  it('are unknown if the book has none', () => {
    const text =
      'currency: USD\nrates: { on_demand: { cpu_core_hour: 1, memory_gib_hour: 1, gpu_hour: 1 } }';
    const bare = pricesOfCluster(parsePriceBook(text, { fileName: 'bare' }), {
      id: '',
      name: '',
      currency: 'USD',
      organizationId: '',
      organizationName: '',
    });
    expect(priced({}, bare)).to.eql(['10', '10', 'default_rates']);
    expect(priced({ isSpot: true }, bare)).to.eql([null, '10', 'unknown']);
    const volume = { capacityBytes: 1n, provider: '', region: '', storageClass: '' };
    expect(priceVolume(volume, bare)).to.eql({ priceHourly: null, pricingSource: 'unknown' });
  });

  it('may be 0 for a free cluster', () => {
    const free = pricesOfCluster(
      parsePriceBook(
        `currency: USD
rates: { on_demand: { cpu_core_hour: 1, memory_gib_hour: 1, gpu_hour: 1 } }
clusters: [{ cluster: lab, rates: { on_demand: { cpu_core_hour: 0, memory_gib_hour: 0, gpu_hour: 0 } } }]`,
        { fileName: 'free' },
      ),
      { id: '', name: 'lab', currency: 'USD', organizationId: '', organizationName: '' },
    );
    const { perResource, priceHourly, pricingSource } = priceNode(node(), free);
    expect([priceHourly, pricingSource]).to.eql([0n, 'custom']);
    expect(perResource).to.eql({ cpu: 0n, ram: 0n, gpu: 0n });
  });
});
