import { expect } from 'chai';
import { toSingular } from '../src/singular.ts';

describe('the singular of the name of a plugin', () => {
  const words = {
    'cost-anomalies': 'cost-anomaly',
    'time-series': 'time-series',
    timeseries: 'timeseries',
    addresses: 'address',
    'ip-addresses': 'ip-address',
    taxes: 'tax',
    boxes: 'box',
    statuses: 'status',
    buses: 'bus',
    aliases: 'alias',
    batches: 'batch',
    branches: 'branch',
    hashes: 'hash',
    indices: 'index',
    indexes: 'index',
    matrices: 'matrix',
    analyses: 'analysis',
    caches: 'cache',
    clauses: 'clause',
    warehouses: 'warehouse',
    'cold-houses': 'cold-house',
    databases: 'database',
    leases: 'lease',
    licenses: 'license',
    sizes: 'size',
    services: 'service',
    prices: 'price',
    cookies: 'cookie',
    gpus: 'gpu',
    vcpus: 'vcpu',
    apis: 'api',
    volumes: 'volume',
    metrics: 'metric',
    gateways: 'gateway',
  };
  for (const [plural, singular] of Object.entries(words)) {
    it(`of ${plural} is ${singular}`, () => {
      expect(toSingular(plural)).to.equal(singular);
    });
  }

  for (const name of ['freshness', 'status', 'analysis', 'usage', 'storage-class', 'analytics']) {
    it(`of ${name}, which is not a plural, is itself`, () => {
      expect(toSingular(name)).to.equal(name);
    });
  }
});
