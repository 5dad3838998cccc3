import {
  bootTestApplication,
  listRefusals,
  type TestApplication,
  walkPages,
} from '@costplane/plugin-testing';
import { deepEqual, equal } from 'node:assert/strict';
import { insertCluster, insertNamespace } from './support/rows.ts';

const entry = new URL('../dist/index.js', import.meta.url);
const path = '/v1/acme/charges';

interface Charge {
  readonly namespace: string;
  readonly cluster: { readonly id: string; readonly name: string };
}

const listPlaces = (charges: readonly unknown[]) =>
  (charges as readonly Charge[]).map(({ cluster, namespace }) => `${cluster.name}/${namespace}`);

describe('chargeback', () => {
  let app: TestApplication;
  let acme: string;
  let globex: string;
  let north: string;
  let south: string;
  let key: string;

  before(async () => {
    app = await bootTestApplication({ plugins: [{ entry, config: { marginPercent: 12.5 } }] });
    acme = await app.createOrganization('acme', 'EUR');
    globex = await app.createOrganization('globex', 'USD');
    north = await insertCluster(app, acme, 'north');
    south = await insertCluster(app, acme, 'south');
    const east = await insertCluster(app, globex, 'east');
    await insertNamespace(app, { organization: acme, cluster: north, name: 'shop', hourly: '2' });
    await insertNamespace(app, { organization: acme, cluster: north, name: 'tools', hourly: '.5' });
    const charged = { organization: acme, cluster: south, name: 'shop', hourly: '8.00004' };
    await insertNamespace(app, charged);
    await insertNamespace(app, { organization: globex, cluster: east, name: 'ads', hourly: '4' });
    key = await createKeyFor(acme);
  });
  after(() => app.stop());

  const createKeyFor = (organization: string, allowedClusterIds: readonly string[] | null = null) =>
    app.createKey(organization, { scopes: ['acme-chargeback:read'], allowedClusterIds });

  const readCharges = async (keyToUse: string, query = '') => {
    const { status, body } = await app.get(`${path}${query}`, keyToUse);
    equal(status, 200);
    return body.data;
  };

  const eur = (amount: string) => ({ amount, currency: 'EUR' });

  describe(`GET ${path}`, () => {
    it('charges the cost and the margin, the highest first', async () => {
      deepEqual(await readCharges(key), [
        {
          namespace: 'shop',
          cluster: { id: south, name: 'south' },
          cost_hourly: eur('8.0000'),
          charge_hourly: eur('9.0000'),
        },
        {
          namespace: 'shop',
          cluster: { id: north, name: 'north' },
          cost_hourly: eur('2.0000'),
          charge_hourly: eur('2.2500'),
        },
        {
          namespace: 'tools',
          cluster: { id: north, name: 'north' },
          cost_hourly: eur('0.5000'),
          charge_hourly: eur('0.5625'),
        },
      ]);
    });

    it('filters by cluster', async () => {
      deepEqual(listPlaces(await readCharges(key, `?cluster_id=${south}`)), ['south/shop']);
      const both = `?cluster_id=${south},${north}`;
      equal((await readCharges(key, both)).length, 3);
    });

    it('has pages without gaps and repeats', async () => {
      for (const limit of [1, 2, 3]) {
        const walked = await walkPages(app, path, key, limit);
        deepEqual(listPlaces(walked), ['south/shop', 'north/shop', 'north/tools']);
      }
    });

    it('counts all that match, whatever the page', async () => {
      const { body } = await app.get(`${path}?limit=1&include_total=true`, key);
      equal(body.meta.pagination.total_count, 3);
      equal(body.meta.pagination.has_more, true);
    });

    it('shows an organization its own charges, in its own currency', async () => {
      const charges = await readCharges(await createKeyFor(globex));
      deepEqual(listPlaces(charges), ['east/ads']);
      deepEqual(charges[0].charge_hourly, { amount: '4.5000', currency: 'USD' });
      equal((await app.get(`${path}?cluster_id=${north}`, await createKeyFor(globex))).status, 200);
      deepEqual(await readCharges(await createKeyFor(globex), `?cluster_id=${north}`), []);
    });

    it('shows a key the clusters that it may read, and counts no others', async () => {
      const limited = await createKeyFor(acme, [north]);
      deepEqual(listPlaces(await readCharges(limited)), ['north/shop', 'north/tools']);
      deepEqual(await readCharges(limited, `?cluster_id=${south}`), []);
      const { body } = await app.get(`${path}?include_total=true`, limited);
      equal(body.meta.pagination.total_count, 2);
      deepEqual(await readCharges(await createKeyFor(acme, [])), []);
    });

    it('answers 401 without a key, and 403 to a key without the scope', async () => {
      const keyless = await app.get(path);
      deepEqual([keyless.status, keyless.body.error.code], [401, 'UNAUTHORIZED']);
      const reader = await app.createKey(acme, { scopes: ['clusters:read'] });
      const scopeless = await app.get(path, reader);
      deepEqual([scopeless.status, scopeless.body.error.code], [403, 'FORBIDDEN']);
    });

    for (const { query, status, code } of listRefusals({
      parameters: { cluster_id: { bad: ['north'], code: 'INVALID_CLUSTER_ID', isCsv: true } },
      isPaged: true,
      costMode: 'ignores',
      hasBasis: false,
    })) {
      it(`answers ${status} ${code} to ?${query}`, async () => {
        const response = await app.get(`${path}?${query}`, key);
        deepEqual([response.status, response.body.error.code], [status, code]);
      });
    }
  });

  describe('GET /v1/acme/rate', () => {
    it('responds in its own format, with a shared scope', async () => {
      const reader = await app.createKey(acme, { scopes: ['clusters:read'] });
      const { status, body } = await app.get('/v1/acme/rate', reader);
      equal(status, 200);
      deepEqual(body, { ok: true, result: { margin_percent: 12.5 } });
    });

    it('reports errors in its own format', async () => {
      const scopeless = await app.get('/v1/acme/rate', key);
      deepEqual([scopeless.status, scopeless.body], [403, { ok: false, problem: 'FORBIDDEN' }]);
      const keyless = await app.get('/v1/acme/rate');
      deepEqual([keyless.status, keyless.body], [401, { ok: false, problem: 'UNAUTHORIZED' }]);
    });
  });
});
