import { expect } from 'chai';
import { readFile } from 'node:fs/promises';
import { comparePriceBooks } from '../src/compare-price-books.ts';
import { formatFixedPoint } from '../src/fixed-point.ts';
import { parsePriceBook } from '../src/parse-price-book.ts';
import { instanceKey, namesOfKey } from '../src/price-book.ts';
import { shippedPriceBook, shippedPriceBookSource } from '../src/shipped-price-book.ts';

const book = shippedPriceBook();

describe('the default price book', () => {
  it('has list prices of three providers', () => {
    const providers = new Set([...book.instances.keys()].map((key) => namesOfKey(key)[0]));
    expect([...providers]).to.eql(['aws', 'gcp', 'azure']);
    expect(book.instances.size).to.be.greaterThan(1000);
    for (const [key, { onDemand }] of book.instances)
      expect(onDemand > 0n, namesOfKey(key).join(' ')).to.equal(true);
  });

  it('has the prices of their date', () => {
    const price = (provider: string, region: string, instanceType: string) =>
      formatFixedPoint(
        book.instances.get(instanceKey({ provider, region, instanceType }))?.onDemand ?? 0n,
      );
    expect(price('aws', 'us-east-1', 'm7i.4xlarge')).to.equal('0.8064');
    expect(price('aws', 'eu-west-1', 'm6i.large')).to.equal('0.107');
    expect(price('aws', 'eu-central-1', 'm6i.xlarge')).to.equal('0.23');
    expect(price('aws', 'eu-west-1', 'c7a.48xlarge')).to.equal('10.57152');
    expect(price('gcp', 'us-central1', 'e2-standard-4')).to.equal('0.13402284');
    expect(price('gcp', 'us-east1', 'n2-standard-128')).to.equal('6.215552');
    expect(price('gcp', 'europe-west1', 'n4-standard-80')).to.equal('3.99479088');
    expect(price('azure', 'eastus', 'Standard_E96s_v5')).to.equal('6.048');
  });

  it('has the default rates, and the volumes at 0.00005479 a GiB and hour exactly', () => {
    const texts = [book.rates.onDemand, book.rates.spot].map((rates) =>
      [rates!.cpu, rates!.ram, rates!.gpu].map(formatFixedPoint),
    );
    expect(texts).to.eql([
      ['0.031611', '0.004237', '0.95'],
      ['0.006655', '0.000892', '0.95'],
    ]);
    expect(book.storage.defaultGibMonth).to.equal(54_790_000n * 730n);
  });

  it('has the dates and sources of its prices', () => {
    expect(shippedPriceBookSource()).to.match(/^# .*\n(#.*\n)+currency: USD\n/);
    for (const source of [
      'karpenter-provider-aws',
      'karpenter-provider-gcp',
      'karpenter-provider-azure',
    ])
      expect(shippedPriceBookSource()).to.contain(source);
  });
});

describe('the example of the README', () => {
  it('is a price book', async () => {
    const readme = await readFile(new URL('../README.md', import.meta.url), 'utf8');
    const [, example = ''] = /```yaml\n(.*?)```/s.exec(readme) ?? [];
    const parsed = parsePriceBook(example, { fileName: 'README.md' });
    expect(parsed.clusters).to.have.length(2);
    expect(parsed.gpuModels.size).to.equal(1);
    expect(parsed.storage.classes.size).to.be.greaterThan(1);
  });
});

describe('the difference of two price books', () => {
  const text = (instances: string) => `currency: USD
rates: { on_demand: { cpu_core_hour: 1, memory_gib_hour: 1, gpu_hour: 1 } }
instances: { aws: { here: { ${instances} } } }
clusters: [{ cluster: c, organization: o, control_plane: 1 }]`;
  const parse = (instances: string) => parsePriceBook(text(instances), { fileName: 'book' });

  it('is what was added, changed and removed, whatever the spelling', () => {
    const difference = comparePriceBooks(
      parse('a: 0.10, b: 1, c: 3'),
      parse('b: { on_demand: 2, spot: 1 }, a: { on_demand: 0.1 }'),
    );
    const of = (...names: string[]) => ['instances', 'aws', 'here', ...names];
    expect(difference).to.eql({
      added: [{ path: of('b', 'spot'), before: null, after: '1' }],
      changed: [{ path: of('b'), before: '1', after: '2' }],
      removed: [{ path: of('c'), before: '3', after: null }],
      unchanged: 6,
    });
  });

  it('is empty between a book and itself', () => {
    const { added, changed, removed } = comparePriceBooks(book, book);
    expect([added, changed, removed]).to.eql([[], [], []]);
  });
});
