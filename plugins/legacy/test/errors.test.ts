import { expect } from 'chai';
import { allScopes, bootOlderApplication, type OlderApplication } from './legacy-application.ts';

const uid = '00000000-0000-4000-8000-00000000000a';

/** Every route, with the scope that it needs and what it can be asked for. */
const table = [
  { path: '/v1/namespaces', scope: 'namespaces:read', isList: true, cluster: 'optional' },
  { path: '/v1/namespaces/shop/details', scope: 'namespaces:read', cluster: 'required' },
  {
    path: '/v1/namespaces/shop/trends',
    scope: 'namespaces:read',
    cluster: 'required',
    hasTimeframe: true,
  },
  { path: '/v1/nodes', scope: 'nodes:read', isList: true, cluster: 'optional' },
  {
    path: `/v1/nodes/${uid}/metrics`,
    scope: 'nodes:read',
    cluster: 'required',
    hasTimeframe: true,
  },
  { path: '/v1/node-groups', scope: 'node_groups:read', isList: true, cluster: 'optional' },
  { path: '/v1/node-groups/general/details', scope: 'node_groups:read', cluster: 'required' },
  { path: '/v1/costs/teams', scope: 'costs:teams:read', isList: true, cluster: 'optional' },
  {
    path: '/v1/costs/departments',
    scope: 'costs:departments:read',
    isList: true,
    cluster: 'optional',
  },
  { path: '/v1/overview', scope: 'overview:read', cluster: 'none' },
  { path: '/v1/dashboard', scope: 'overview:read', cluster: 'none' },
] as const;

describe('legacy routes: errors, scopes, limits', () => {
  let older: OlderApplication;
  let alpha: string;
  let beta: string;
  let foreign: string;

  before(async () => {
    older = await bootOlderApplication();
    const rival = await older.app.createOrganization('rival');
    alpha = await older.cluster('alpha');
    beta = await older.cluster('beta');
    foreign = await older.cluster('foreign', { organization_id: rival });
    for (const cluster of [alpha, beta]) {
      await older.namespace(cluster, 'shop');
      await older.node(cluster, 'one', { uid, node_group: 'general' });
    }
  });
  after(() => older.app.stop());

  const makeUrl = ({ path, cluster }: (typeof table)[number], clusterId = alpha) =>
    cluster === 'none' ? path : `${path}?cluster_id=${clusterId}`;

  for (const route of table) {
    describe(`GET ${route.path}`, () => {
      const readDetail = async (path: string, status: number, key?: string) => {
        const answer = await older.get(path, key);
        expect(answer.status, answer.text).to.equal(status);
        if (status !== 200) expect(answer.body).to.have.all.keys('detail');
        return answer.body.detail;
      };

      it('is 401 without a key, and with an invalid one', async () => {
        const request = (authorization: string | undefined) =>
          older.app.request(`/legacy${makeUrl(route)}`, {
            headers: authorization === undefined ? {} : { Authorization: authorization },
          });
        for (const authorization of [undefined, 'Basic YTpi', 'Bearer']) {
          const { status, body } = await request(authorization);
          expect([status, body]).to.eql([
            401,
            { detail: "API key required. Use 'Authorization: Bearer <api_key>'" },
          ]);
        }
        const unknown = `cpk_${'0'.repeat(40)}`;
        for (const key of ['nonsense', unknown, `${older.key}0`]) {
          expect(await readDetail(makeUrl(route), 401, key)).to.equal('Invalid API key');
        }
      });

      it(`requires only ${route.scope}`, async () => {
        const others = allScopes.filter((scope) => scope !== route.scope);
        const without = await older.createKey({
          scopes: [...others, 'workloads:read', 'teams:read'],
        });
        const only = await older.createKey({ scopes: [route.scope] });
        expect(await readDetail(makeUrl(route), 403, without)).to.equal(
          `Missing required permission: ${route.scope}`,
        );
        await readDetail(makeUrl(route), 200, only);
      });

      it('has the rate headers, and is 429 with Retry-After once the quota is used up', async () => {
        const key = await older.createKey({ requestsPerMinute: 1 });
        const reset = (headers: Headers) => Number(headers.get('x-ratelimit-reset'));
        const first = await older.get(makeUrl(route), key);
        const second = await older.get(makeUrl(route), key);
        for (const { headers } of [first, second]) {
          expect(headers.get('x-ratelimit-limit')).to.equal('1');
          expect(headers.get('x-ratelimit-remaining')).to.equal('0');
          expect(reset(headers)).to.equal(Date.parse('2026-07-15T19:34:00Z') / 1000);
        }
        expect([first.status, second.status]).to.eql([200, 429]);
        expect(second.body).to.eql({ detail: 'Rate limit exceeded' });
        expect(second.headers.get('retry-after')).to.equal('60');
      });

      it('refuses unknown parameters and other methods', async () => {
        const separator = route.cluster === 'none' ? '?' : '&';
        for (const query of ['colour=red', 'cursor=x', 'basis=all', 'cost_mode=fully_loaded']) {
          expect(await readDetail(`${makeUrl(route)}${separator}${query}`, 400)).to.equal(
            `Unknown parameter: ${query.split('=')[0]}`,
          );
        }
        const { status, body, headers } = await older.app.request(`/legacy${route.path}`, {
          method: 'POST',
          key: older.key,
        });
        expect([status, body]).to.eql([405, { detail: 'Method not allowed' }]);
        expect(headers.get('allow')).to.equal('GET, HEAD');
      });

      it('answers HEAD as GET without a body', async () => {
        const { status, text } = await older.app.request(`/legacy${makeUrl(route)}`, {
          method: 'HEAD',
          key: older.key,
        });
        expect([status, text]).to.eql([200, '']);
      });

      if (route.cluster !== 'none') {
        it('distinguishes malformed, unknown and forbidden clusters', async () => {
          const confined = await older.createKey({ clusters: [beta] });
          const none = await older.createKey({ clusters: [] });
          for (const id of ['nonsense', '', `${alpha}0`, `${alpha},${beta}`]) {
            expect(await readDetail(makeUrl(route, id), 400)).to.equal('Invalid cluster ID format');
          }
          for (const id of [foreign, crypto.randomUUID()]) {
            for (const key of [older.key, confined, none]) {
              expect(await readDetail(makeUrl(route, id), 404, key)).to.equal('Cluster not found');
            }
          }
          for (const key of [confined, none]) {
            expect(await readDetail(makeUrl(route), 403, key)).to.equal(
              'Access to this cluster is not allowed',
            );
          }
          await readDetail(makeUrl(route, beta), 200, confined);
          await readDetail(makeUrl(route, alpha.toUpperCase()), 200);
        });
      }

      if (route.cluster === 'required') {
        it('is 422 without a cluster', async () => {
          expect(await readDetail(route.path, 422)).to.eql([
            { loc: ['query', 'cluster_id'], msg: 'is required', type: 'required' },
          ]);
        });
      }

      if ('isList' in route) {
        it('is 422 for a bad limit or offset, one entry per field', async () => {
          for (const text of ['0', '501', '-1', '1.5', 'ten', '1e2', '٣']) {
            const detail = await readDetail(`${route.path}?limit=${encodeURIComponent(text)}`, 422);
            expect(detail).to.eql([
              {
                loc: ['query', 'limit'],
                msg: 'must be an integer from 1 to 500',
                type: 'invalid_value',
              },
            ]);
          }
          for (const text of ['-1', '0.5', 'x', '9007199254740993', '9'.repeat(400)]) {
            const [{ loc, type }] = await readDetail(`${route.path}?offset=${text}`, 422);
            expect([loc, type]).to.eql([['query', 'offset'], 'invalid_value']);
          }
          expect(await readDetail(`${route.path}?limit=0&offset=x`, 422)).to.have.length(2);
          expect(await readDetail(`${route.path}?limit=`, 400)).to.equal('Invalid value of: limit');
          expect(await readDetail(`${route.path}?limit=1&limit=2`, 400)).to.equal(
            'Invalid value of: limit',
          );
        });

        it('accepts the minimum and maximum of both', async () => {
          await readDetail(`${route.path}?limit=1&offset=0`, 200);
          await readDetail(`${route.path}?limit=500&offset=9007199254740991`, 200);
        });

        it('contains nothing of other organizations or clusters outside the allow-list', async () => {
          const rows = async (key?: string) => {
            const { status, body, text } = await older.get(route.path, key);
            expect(status).to.equal(200);
            expect(text).to.not.contain(foreign);
            return { text, total: body.total as number };
          };
          expect((await rows(await older.createKey({ clusters: [beta] }))).text).to.not.contain(
            alpha,
          );
          if (route.path.startsWith('/v1/n')) {
            expect((await rows()).total).to.equal(2);
            expect((await rows(await older.createKey({ clusters: [beta] }))).total).to.equal(1);
            expect((await rows(await older.createKey({ clusters: [] }))).total).to.equal(0);
          }
        });
      }

      if ('hasTimeframe' in route) {
        it('is 422 for an unknown timeframe', async () => {
          for (const text of ['2h', '7D', '7']) {
            expect(await readDetail(`${makeUrl(route)}&timeframe=${text}`, 422)).to.eql([
              {
                loc: ['query', 'timeframe'],
                msg: 'must be one of 1h, 24h, 7d, 30d, 90d, 360d',
                type: 'must_be_enum',
              },
            ]);
          }
        });
      }
    });
  }

  it('rejects an invalid node uid', async () => {
    const { status, body } = await older.get(`/v1/nodes/nonsense/metrics?cluster_id=${alpha}`);
    expect([status, body]).to.eql([400, { detail: 'Invalid value of: node_uid' }]);
  });

  it('answers 500 in its own format, without the cause', async () => {
    await older.app.sql('alter table team_assignments rename to hidden');
    try {
      const { status, body, text } = await older.get('/v1/namespaces');
      expect([status, body]).to.eql([500, { detail: 'Internal server error' }]);
      expect(text).to.not.contain('team_assignments');
    } finally {
      await older.app.sql('alter table hidden rename to team_assignments');
    }
    expect((await older.get('/v1/namespaces')).status).to.equal(200);
  });

  it('answers 503 in its own format if the quota cannot be checked', async () => {
    const broken = await bootOlderApplication('/legacy', { redisUrl: 'redis://127.0.0.1:1' });
    try {
      const { status, body, headers } = await broken.get('/v1/overview');
      expect([status, body]).to.eql([503, { detail: 'Rate limit cannot be checked' }]);
      expect(headers.get('retry-after')).to.equal('5');
    } finally {
      await broken.app.stop();
    }
  });

  it('documents its formats, errors and scopes', () => {
    const { paths } = older.app.document;
    for (const item of Object.values(paths)) {
      const { responses, ...operation } = item.get as {
        responses: Record<string, { content: Record<string, { schema: { $ref?: string } }> }>;
        'x-required-scope': string;
      };
      expect(allScopes).to.include(operation['x-required-scope']);
      for (const status of ['400', '401', '403', '429', '500', '503']) {
        const schema = responses[status]?.content['application/json']?.schema;
        expect(schema?.$ref).to.equal('#/components/schemas/LegacyError');
      }
      expect(responses[200]?.content['application/json']?.schema.$ref).to.match(/Legacy\w+$/);
    }
    expect(Object.keys(paths)).to.have.length(11);
  });
});
