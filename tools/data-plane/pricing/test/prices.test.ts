import { expect } from 'chai';
import { controlPlaneFee } from '../src/control-plane.ts';
import { parseFixedPoint, sum } from '../src/fixed-point.ts';
import { instanceKey } from '../src/price-book.ts';
import { priceNode as priceNodeAt, type NodeToPrice } from '../src/price-node.ts';
import { priceVolume as priceVolumeAt } from '../src/price-volume.ts';
import { shippedPriceBook } from '../src/shipped-price-book.ts';
import { clusterPrices } from './prices.ts';
import { amounts, amountText, quantities } from './quantities.ts';

const node = (change: Partial<NodeToPrice> = {}): NodeToPrice => ({
  provider: 'on-prem',
  region: '',
  instanceType: 'bm.64c256g',
  isSpot: false,
  operatingSystem: 'linux',
  gpuModel: '',
  capacity: quantities(64, 256, 0),
  ...change,
});

const priceNode = (each: NodeToPrice, prices = clusterPrices()) => priceNodeAt(each, prices);
const priceVolume = ({ capacityBytes }: { capacityBytes: bigint }) =>
  priceVolumeAt({ capacityBytes, provider: '', region: '', storageClass: '' }, clusterPrices());

describe('the price of a node', () => {
  it('is its capacity at the default rates if it is not listed', () => {
    const price = priceNode(node());
    // 64 x 0.031611 and 256 x 0.004237
    expect(amountText(price.priceHourly)).to.equal('3.107776');
    expect(amounts(price.perResource)).to.eql({ cpu: '2.023104', ram: '1.084672', gpu: '0' });
    expect(price.pricingSource).to.equal('default_rates');
    expect(price.onDemandEquivalentHourly).to.equal(price.priceHourly);
  });

  it('counts GPUs at the default rate', () => {
    const price = priceNode(node({ capacity: quantities(64, 256, 2) }));
    expect(amountText(price.priceHourly)).to.equal('5.007776');
    expect(amounts(price.perResource).gpu).to.equal('1.9');
  });

  it('is the spot rates for a spot node, divided in proportion to the on-demand ones', () => {
    const price = priceNode(node({ isSpot: true }));
    // 64 x 0.006655 + 256 x 0.000892 = 0.42592 + 0.228352
    expect(amountText(price.priceHourly)).to.equal('0.654272');
    expect(amountText(price.onDemandEquivalentHourly)).to.equal('3.107776');
    // 0.654272 x 2.023104 / 3.107776 = 0.425918824357...
    expect(amounts(price.perResource)).to.eql({
      cpu: '0.425918824358',
      ram: '0.228353175642',
      gpu: '0',
    });
  });

  it('is the list price of its type in its region, divided in proportion', () => {
    const price = priceNode(
      node({
        provider: 'aws',
        region: 'eu-west-1',
        instanceType: 'm6i.large',
        capacity: quantities(2, 8, 0),
      }),
    );
    expect(amountText(price.priceHourly)).to.equal('0.107');
    expect(price.pricingSource).to.equal('price_book');
    // 0.107 x 0.063222 / 0.097118 = 0.069654997013...
    expect(amounts(price.perResource)).to.eql({
      cpu: '0.069654997014',
      ram: '0.037345002986',
      gpu: '0',
    });
  });

  it('is not the list price of another region or provider', () => {
    for (const change of [{ region: 'eu-nowhere-1' }, { region: '' }, { provider: 'on-prem' }])
      expect(
        priceNode(
          node({ provider: 'aws', region: 'eu-west-1', instanceType: 'm6i.large', ...change }),
        ).pricingSource,
      ).to.equal('default_rates');
  });

  it('is not the list price, which is that of Linux, for a Windows node', () => {
    const listed = { provider: 'aws', region: 'eu-west-1', instanceType: 'm6i.large' };
    const price = (operatingSystem: string) => {
      const capacity = quantities(2, 8, 0);
      const priced = priceNode(node({ ...listed, capacity, operatingSystem }));
      return [priced.pricingSource, amountText(priced.onDemandEquivalentHourly)];
    };
    expect(price('windows')).to.eql(['default_rates', '0.097118']);
    expect([price('linux'), price('')]).to.eql([
      ['price_book', '0.107'],
      ['price_book', '0.107'],
    ]);
  });

  it('is not the default price, which is without GPUs, for an N1 machine with GPUs', () => {
    const name = { provider: 'gcp', region: 'us-central1', instanceType: 'n1-standard-4' };
    const price = (gpus: number, prices = clusterPrices()) => {
      const priced = priceNode(node({ ...name, capacity: quantities(4, 15, gpus) }), prices);
      return [priced.pricingSource, amountText(priced.priceHourly)];
    };
    const own = { onDemand: parseFixedPoint('0.54') };
    const book = { ...shippedPriceBook(), instances: new Map([[instanceKey(name), own]]) };
    expect(price(0)).to.eql(['price_book', '0.189999']);
    // 4 x 0.031611 + 15 x 0.004237 + 0.95
    expect(price(1)).to.eql(['default_rates', '1.139999']);
    expect(price(1, clusterPrices(book))).to.eql(['price_book', '0.54']);
  });

  it('is at the default spot rates for a spot node with only an on-demand price', () => {
    const price = priceNode(
      node({
        provider: 'aws',
        region: 'eu-west-1',
        instanceType: 'm6i.large',
        capacity: quantities(2, 8, 0),
        isSpot: true,
      }),
    );
    expect(amountText(price.priceHourly)).to.equal('0.020446');
    expect(price.pricingSource).to.equal('default_rates');
    expect(amountText(price.onDemandEquivalentHourly)).to.equal('0.107');
  });

  it('is the listed spot price where a book has one', () => {
    const name = { provider: 'aws', region: 'eu-west-1', instanceType: 'm6i.large' };
    const book = {
      ...shippedPriceBook(),
      instances: new Map([
        [instanceKey(name), { onDemand: parseFixedPoint('0.107'), spot: parseFixedPoint('0.04') }],
      ]),
    };
    const price = priceNode(node({ ...name, isSpot: true }), clusterPrices(book));
    expect([amountText(price.priceHourly), price.pricingSource]).to.eql(['0.04', 'price_book']);
  });

  it('has parts that add up to it exactly, whatever the capacity', () => {
    for (let size = 1; size <= 200; size++) {
      const price = priceNode(
        node({
          isSpot: size % 2 === 0,
          capacity: {
            cpu: BigInt(size) * 7_777_777n,
            ram: BigInt(size) ** 5n,
            gpu: BigInt(size % 3),
          },
        }),
      );
      const parts = Object.values(price.perResource ?? {});
      expect(sum(parts)).to.equal(price.priceHourly);
      for (const part of parts) expect(part >= 0n).to.equal(true);
    }
  });

  it('is unknown for a node that reports no capacity', () => {
    expect(priceNode(node({ capacity: quantities(0, 0, 0) }))).to.eql({
      priceHourly: null,
      onDemandEquivalentHourly: null,
      pricingSource: 'unknown',
      perResource: null,
    });
  });
});

describe('the price of a volume', () => {
  it('is its size at the default rate', () => {
    const { priceHourly, pricingSource } = priceVolume({ capacityBytes: 20n * 2n ** 30n });
    expect([amountText(priceHourly), pricingSource]).to.eql(['0.0010958', 'default_rates']);
  });

  it('is unknown without a size', () => {
    expect(priceVolume({ capacityBytes: 0n })).to.eql({
      priceHourly: null,
      pricingSource: 'unknown',
    });
  });
});

describe('the fee of a control plane', () => {
  it('is known for EKS and GKE only, whose fee is the same for all', () => {
    const fee = (provider: string, service: string) =>
      amountText(controlPlaneFee({ provider, service }, clusterPrices()));
    expect([fee('aws', 'EKS'), fee('gcp', 'GKE'), fee('azure', 'AKS')]).to.eql([
      '0.1',
      '0.1',
      null,
    ]);
    expect([fee('aws', ''), fee('on-prem', ''), fee('on-prem', 'EKS')]).to.eql([null, null, null]);
  });
});
