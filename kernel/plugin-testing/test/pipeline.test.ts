import { bootTestApplication, type TestApplication } from '../src/test-application.ts';
import { agentToken, apiKey } from '@costplane/kernel';
import { expect } from 'chai';

const echoPlugin = new URL('./fixtures/echo/index.js', import.meta.url);

describe('request pipeline', () => {
  let app: TestApplication;
  let organization: string;
  let key: string;

  before(async () => {
    app = await bootTestApplication({ plugins: [echoPlugin] });
    organization = await app.createOrganization('acme', 'EUR');
    key = await app.createKey(organization, { scopes: ['echo:read'], requestsPerMinute: 10_000 });
  });
  after(() => app.stop());

  const insertCluster = async (organizationId: string) => {
    const id = crypto.randomUUID();
    await app.insert('clusters', { organization_id: organizationId, id, name: id });
    return id;
  };

  describe('metadata of responses', () => {
    it('has the request id in header and body, and keeps a valid id of the client', async () => {
      const own = await app.get('/v1/echo/x', key);
      const given = await app.request('/v1/echo/x', {
        key,
        headers: { 'X-Request-ID': 'client-id_1234' },
      });
      const refused = await app.request('/v1/echo/x', {
        key,
        headers: { 'X-Request-ID': 'too short'.slice(0, 5) },
      });

      expect(own.body.meta.request_id).to.match(/^req_[0-9A-HJKMNP-TV-Z]{26}$/);
      expect(own.headers.get('x-request-id')).to.equal(own.body.meta.request_id);
      expect(given.body.meta.request_id).to.equal('client-id_1234');
      expect(refused.body.meta.request_id).to.match(/^req_/);
    });

    it('replaces a client id that looks like a key or a token, which would be logged', async () => {
      const secrets = [
        key,
        apiKey.mint().slice(0, 12),
        agentToken.mint(),
        `id-${agentToken.mint()}`,
      ];
      for (const secret of secrets) {
        const { headers, text } = await app.request('/v1/echo/x', {
          key,
          headers: { 'X-Request-ID': secret },
        });
        expect(headers.get('x-request-id')).to.match(/^req_[0-9A-Z]{26}$/);
        expect(text).to.not.contain(secret);
      }
    });

    it('keeps a client id that only begins like a key', async () => {
      for (const id of ['cpu_report_01', 'my-cpu_load1', 'cpk_run_20261001', 'CPA_export-12']) {
        const { headers } = await app.request('/v1/echo/x', {
          key,
          headers: { 'X-Request-ID': id },
        });
        expect(headers.get('x-request-id')).to.equal(id);
      }
    });

    it('forbids frames, and sends HSTS only if configured', async () => {
      for (const path of ['/v1/echo/x', '/v1/nowhere']) {
        const { headers } = await app.get(path, key);
        expect(headers.get('x-frame-options')).to.equal('DENY');
        expect(headers.get('content-security-policy')).to.contain("frame-ancestors 'none'");
        expect(headers.get('x-content-type-options')).to.equal('nosniff');
        expect(headers.has('strict-transport-security')).to.equal(false);
      }
      const told = await bootTestApplication({ plugins: [echoPlugin], hstsSeconds: 86_400 });
      try {
        const { headers } = await told.get('/v1/nowhere');
        expect(headers.get('strict-transport-security')).to.equal('max-age=86400');
      } finally {
        await told.stop();
      }
    });

    it('carries meta, and no error, on success', async () => {
      const { body } = await app.get('/v1/echo/x', key);
      expect(body).to.have.all.keys('data', 'meta');
      expect(body.meta).to.have.all.keys('request_id', 'applied_at', 'cost_mode', 'basis');
      expect(body.meta.applied_at).to.match(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    });

    it('may not be cached, whatever its status', async () => {
      for (const path of ['/v1/echo/x', '/v1/echo/x?flag=yes', '/v1/none', '/v1/lie']) {
        const { headers } = await app.get(path, key);
        expect(headers.get('cache-control'), path).to.equal('no-store');
      }
      const withoutKey = await app.get('/v1/echo/x');
      expect(withoutKey.headers.get('cache-control')).to.equal('no-store');
    });

    it('never sends a field that the schema does not name', async () => {
      const { text } = await app.get('/v1/leak', key);
      expect(JSON.parse(text).data).to.eql({ shown: 'yes' });
      expect(text).to.not.contain('never');
    });

    it('answers 500 if the response violates the schema, and keeps running', async () => {
      const lie = await app.get('/v1/lie', key);
      expect([lie.status, lie.body.error.code]).to.eql([500, 'INTERNAL_ERROR']);
      expect((await app.get('/v1/echo/x', key)).status).to.equal(200);
    });

    it('does not expose the message of an unexpected error', async () => {
      const { status, text, body } = await app.get('/v1/fail', key);
      expect(status).to.equal(500);
      expect(text).to.not.contain('hunter2');
      expect(body.error).to.not.have.property('details');
    });
  });

  describe('routes', () => {
    it('answers 404 to an unknown path, without a key', async () => {
      const { status, body } = await app.get('/v1/nowhere');
      expect(status).to.equal(404);
      expect(body.error.code).to.equal('BAD_REQUEST');
      expect(body.error.details).to.eql([{ reason: 'not_found' }]);
      expect(body.data).to.equal(null);
    });

    it('answers 405 with Allow to another method, before the key is checked', async () => {
      const { status, headers, body } = await app.request('/v1/echo/x', { method: 'DELETE' });
      expect(status).to.equal(405);
      expect(headers.get('allow')).to.equal('GET, HEAD');
      expect(body.error.code).to.equal('BAD_REQUEST');
    });

    it('serves HEAD wherever GET is', async () => {
      const { status, text, headers } = await app.request('/v1/echo/x', { key, method: 'HEAD' });
      expect([status, text]).to.eql([200, '']);
      expect(Number(headers.get('content-length'))).to.be.above(0);
    });

    it('distinguishes paths by case and trailing slash', async () => {
      expect((await app.get('/V1/echo/x', key)).status).to.equal(404);
      expect((await app.get('/v1/echo/x/', key)).status).to.equal(404);
    });

    it('answers 400 to a path that does not percent-decode', async () => {
      const { status, body } = await app.get('/v1/echo/%E0%A4%A', key);
      expect([status, body.error.code]).to.eql([400, 'BAD_REQUEST']);
    });

    it('decodes a name in the path once', async () => {
      const { body } = await app.get(`/v1/echo/${encodeURIComponent('a/b:c, d%20')}`, key);
      expect(body.data.params.word).to.equal('a/b:c, d%20');
    });

    for (const [sent, name] of [
      ['a:b,c%20d', 'a:b,c d'],
      ['a/b/c', 'a/b/c'],
      ['a%2Fb', 'a/b'],
      ['a//b/', 'a//b/'],
      ['%25', '%'],
    ]) {
      it(`reads ${sent} as a name at the end of a path`, async () => {
        const { status, body } = await app.get(`/v1/named/${sent}`, key);
        expect([status, body.data?.name]).to.eql([200, name]);
      });
    }

    it('routes a path below a name to its own route, whatever the order', async () => {
      expect((await app.get('/v1/named/a/below', key)).body.data).to.eql({ below: 'a' });
      expect((await app.get('/v1/named/a%2Fbelow', key)).body.data).to.eql({ name: 'a/below' });
      expect((await app.get('/v1/named/a/b/below', key)).body.data).to.eql({ name: 'a/b/below' });
    });

    for (const path of ['a/b', 'a/', 'a/cost-trend']) {
      it(`treats ${path} as an unknown path if a name cannot contain a slash`, async () => {
        const { status, body } = await app.get(`/v1/named-shortly/${path}`);
        expect([status, body.error.code]).to.eql([404, 'BAD_REQUEST']);
      });
    }

    it('accepts an encoded slash in a name that cannot contain a raw one', async () => {
      expect((await app.get('/v1/named-shortly/a%2Fb', key)).body.data).to.eql({ name: 'a/b' });
      const empty = await app.get('/v1/named-shortly/', key);
      expect([empty.status, empty.body.error.details[0].field]).to.eql([400, 'name']);
    });

    it('answers 400 to a path whose name is empty, with a key', async () => {
      const { status, body } = await app.get('/v1/named/', key);
      expect([status, body.error.code, body.error.details[0].field]).to.eql([
        400,
        'BAD_REQUEST',
        'name',
      ]);
      expect((await app.get('/v1/named/')).status).to.equal(401);
    });

    it('answers 414 in the envelope also to a URL that exceeds the limit of Node.js', async () => {
      const { status, body } = await app.get(`/v1/echo/x?colour=${'r'.repeat(70_000)}`, key);
      expect([status, body.error.code]).to.eql([414, 'BAD_REQUEST']);
    });

    it('reports the path before a query that does not decode', async () => {
      const { body } = await app.get('/v1/clusters/nope/echo/x?y=%zz', key);
      expect(body.error.code).to.equal('INVALID_CLUSTER_ID');
      const nul = await app.get('/v1/clusters/abc%00/echo/x', key);
      expect(nul.body.error.code).to.equal('INVALID_CLUSTER_ID');
    });

    it('answers with a short error, whatever the client sends', async () => {
      const names = Array.from({ length: 1_000 }, (_, index) => `name${index}`).join('&');
      const { body } = await app.get(`/v1/echo/x?${names}`, key);
      expect(body.error.details).to.have.length(20);
      const headers = { 'Content-Type': 'application/json' };
      const long = `{"${'a'.repeat(1_000_000)}":1}`;
      const answer = await app.request('/v1/echo', { key, method: 'POST', headers, body: long });
      expect([answer.status, answer.body.error]).to.eql([
        400,
        { code: 'BAD_REQUEST', message: 'The request is malformed.' },
      ]);
    });

    it('answers 414 to a URL over 16 KiB, and serves one just under', async () => {
      const long = await app.get(`/v1/echo/x?colour=${'red,'.repeat(5_000)}red`, key);
      const fits = await app.get(`/v1/echo/x?colour=${'red,'.repeat(900)}red`, key);
      expect([long.status, long.body.error.code]).to.eql([414, 'BAD_REQUEST']);
      expect(fits.status).to.equal(200);
    });
  });

  describe('keys', () => {
    it('answers 401 to a missing, malformed, mistyped, unknown or revoked key', async () => {
      const revoked = await app.createKey(organization, { scopes: ['echo:read'] });
      await app.sql('update api_keys set revoked_at = now() where requests_per_minute is null');
      const mistyped = key.slice(0, -1) + (key.endsWith('x') ? 'y' : 'x');
      for (const wrong of [undefined, 'nonsense', mistyped, apiKey.mint(), revoked]) {
        const { status, body, headers } = await app.get('/v1/echo/x', wrong);
        expect([status, body.error.code]).to.eql([401, 'UNAUTHORIZED']);
        expect(headers.get('x-ratelimit-limit')).to.equal(null);
        expect(headers.get('www-authenticate')).to.equal('Bearer');
      }
      const basic = await app.request('/v1/echo/x', {
        headers: { Authorization: `Basic ${key}` },
      });
      expect(basic.status).to.equal(401);
    });

    it('answers 403 with the missing scope', async () => {
      const other = await app.createKey(organization, {
        scopes: ['other:read'],
        requestsPerMinute: 50,
      });
      const { status, body, headers } = await app.get('/v1/echo/x?limit=nonsense', other);
      expect([status, body.error.code]).to.eql([403, 'FORBIDDEN']);
      expect(body.error.details[0]).to.eql({ reason: 'missing_scope', required: 'echo:read' });
      expect(headers.get('x-ratelimit-limit')).to.equal('50');
    });

    it('rejects a key of an organization that is not active', async () => {
      const inactive = await app.createOrganization('gone');
      const theirs = await app.createKey(inactive, { scopes: ['echo:read'] });
      await app.sql('update organizations set is_active = false where id = $1', [inactive]);
      expect((await app.get('/v1/echo/x', theirs)).status).to.equal(401);
    });
  });

  describe('rate limits', () => {
    it('allows 100 requests per minute by default, and answers the next with 429', async () => {
      const plain = await app.createKey(organization, { scopes: ['echo:read'] });
      await app.sql('update api_keys set revoked_at = null where requests_per_minute is null');
      const statuses: number[] = [];
      for (let index = 0; index < 100; index += 1) {
        statuses.push((await app.get('/v1/echo/x', plain)).status);
      }
      const refused = await app.get('/v1/echo/x', plain);

      expect(new Set(statuses)).to.eql(new Set([200]));
      expect([refused.status, refused.body.error.code]).to.eql([429, 'RATE_LIMITED']);
      expect(refused.headers.get('retry-after')).to.equal('60');
      expect(refused.headers.get('x-ratelimit-remaining')).to.equal('0');
      const reset = Number(refused.headers.get('x-ratelimit-reset'));
      expect(reset).to.be.within(Date.now() / 1000, Date.now() / 1000 + 61);
    });

    it('counts down the remaining requests', async () => {
      const fresh = await app.createKey(organization, {
        scopes: ['echo:read'],
        requestsPerMinute: 3,
      });
      const remaining = [];
      for (let index = 0; index < 3; index += 1) {
        const { headers } = await app.get('/v1/echo/x', fresh);
        remaining.push(headers.get('x-ratelimit-remaining'));
      }
      expect(remaining).to.eql(['2', '1', '0']);
    });

    it('enforces the quota of a route in addition to the general limit', async () => {
      const fresh = await app.createKey(organization, {
        scopes: ['echo:read'],
        requestsPerMinute: 50,
      });
      const responses = [];
      for (let index = 0; index < 3; index += 1) {
        responses.push(await app.get('/v1/limited', fresh));
      }
      expect(responses.map(({ status }) => status)).to.eql([200, 200, 429]);
      expect(responses[2]?.body.error.details).to.eql([{ reason: 'per_key_quota_exceeded' }]);
      // What the route's own quota refused does not count against the general one either.
      const next = await app.get('/v1/echo/x', fresh);
      expect([next.status, next.headers.get('x-ratelimit-remaining')]).to.eql([200, '47']);
    });
  });

  describe('parameters', () => {
    it('passes decoded values and defaults to handlers', async () => {
      const id = '3F0C6A52-6F0E-4D0B-9A53-2F9F7F1F7A11';
      const { body } = await app.get(
        `/v1/echo/x?colour=red&colour=blue,red&flag=true&least=0.10&id=${id}&basis=all`,
        key,
      );
      expect(body.data).to.deep.include({
        query: { colour: ['blue', 'red'], flag: true, least: '0.10', id: [id.toLowerCase()] },
        costMode: 'fully_loaded',
        basis: 'all',
        allowedClusters: 'all',
        currency: 'EUR',
        greeting: 'hello',
      });
      expect(body.meta).to.include({ cost_mode: 'fully_loaded', basis: 'all' });
    });

    const refusals: [query: string, status: number, code: string, field: string][] = [
      ['id=nonsense', 400, 'INVALID_CLUSTER_ID', 'id'],
      ['flag=yes', 422, 'VALIDATION_ERROR', 'flag'],
      ['least=-1', 422, 'VALIDATION_ERROR', 'least'],
      ['least=1e3', 422, 'VALIDATION_ERROR', 'least'],
      ['least=.5', 422, 'VALIDATION_ERROR', 'least'],
      ['cost_mode=workload-only', 422, 'INVALID_COST_MODE', 'cost_mode'],
      ['cost_mode=', 400, 'BAD_REQUEST', 'cost_mode'],
      ['limit=5', 400, 'BAD_REQUEST', 'limit'],
      ['__proto__=x', 400, 'BAD_REQUEST', '__proto__'],
    ];
    for (const [query, status, code, field] of refusals) {
      it(`answers ${status} ${code} to ?${query}`, async () => {
        const response = await app.get(`/v1/echo/x?${query}`, key);
        expect([response.status, response.body.error.code]).to.eql([status, code]);
        expect(response.body.error.details[0].field).to.equal(field);
      });
    }

    const messages: [query: string, message: string][] = [
      ['id=nonsense', 'id must be at most 1000 values, each a UUID.'],
      ['flag=yes', 'flag must be one of true, false.'],
      ['colour=red,green', 'colour contains green, but accepts only red, blue.'],
      [
        'least=1e3',
        'least must be a decimal number from 0, such as 0.25, of at most 40 characters.',
      ],
      [
        `least=${'9'.repeat(41)}`,
        'least must be a decimal number from 0, such as 0.25, of at most 40 characters.',
      ],
      ['least=', 'least must not be empty.'],
      ['least=1&least=2', 'least must be given only once.'],
      ['more=1', 'more is not accepted by this endpoint.'],
      ['cost_mode=x', 'cost_mode must be one of fully_loaded, workload_only.'],
    ];
    for (const [query, message] of messages) {
      it(`explains the fix in the error message for ?${query.slice(0, 20)}`, async () => {
        const { error } = (await app.get(`/v1/echo/x?${query}`, key)).body;
        expect(error.message).to.equal(message);
        expect(error.details).to.have.length(1);
        expect(error.message).to.contain(error.details[0].message ?? error.details[0].field);
      });
    }

    it('answers with the general message of the code if there are several details', async () => {
      const { error } = (await app.get('/v1/echo/x?flag=yes&least=x', key)).body;
      expect(error.details).to.have.length(2);
      expect(error.message).to.equal('A value is outside what this endpoint accepts.');
    });

    it('accepts a decimal with 40 digits', async () => {
      const { status, body } = await app.get(`/v1/echo/x?least=${'9'.repeat(40)}`, key);
      expect([status, body.data.query.least]).to.eql([200, '9'.repeat(40)]);
    });

    it('lists the valid values for an invalid cost_mode', async () => {
      const { body } = await app.get('/v1/echo/x?cost_mode=FULL', key);
      expect(body.error.details[0]).to.eql({
        field: 'cost_mode',
        reason: 'must_be_enum',
        allowed: ['fully_loaded', 'workload_only'],
      });
    });

    it('accepts only the parameters that a route ignores explicitly', async () => {
      const { status, body } = await app.get('/v1/named/x?limit=ten&limit=&cursor=nonsense', key);
      expect([status, body.data]).to.eql([200, { name: 'x' }]);
      const other = await app.get('/v1/named/x?limit=1&include_total=true', key);
      expect([other.status, other.body.error.code]).to.eql([400, 'BAD_REQUEST']);
      expect(other.body.error.details.map(({ field }: { field: string }) => field)).to.eql([
        'include_total',
      ]);
      const { parameters } = app.document.paths['/v1/named/{name}']!.get as {
        parameters: { name: string }[];
      };
      expect(parameters.map(({ name }) => name)).to.eql(['name']);
    });

    it('accepts a thousand ids in one filter, and refuses more with a clear error', async () => {
      const ids = (count: number) =>
        Array.from({ length: count }, () => crypto.randomUUID()).join(',');
      expect((await app.get(`/v1/echo/x?id=${ids(400)}`, key)).status).to.equal(200);
      expect((await app.get(`/v1/echo/x?id=${ids(1_001)}`, key)).status).to.equal(414);
    });
  });

  describe('bodies', () => {
    const post = (body: string | undefined, type = 'application/json') =>
      app.request('/v1/echo', {
        key,
        method: 'POST',
        headers: { 'Content-Type': type },
        ...(body === undefined ? {} : { body }),
      });

    it('accepts a JSON object, and ignores cost_mode if the route does', async () => {
      const { status, body } = await app.request('/v1/echo?cost_mode=whatever', {
        key,
        method: 'POST',
        headers: { 'Content-Type': 'application/json; charset=utf-8' },
        body: '{"text":"hi"}',
      });
      expect([status, body.data]).to.eql([200, { text: 'hi' }]);
    });

    const refusals: [what: string, body: string | undefined, type: string, status: number][] = [
      ['another type', '{"text":"hi"}', 'text/plain', 415],
      ['another charset', '{"text":"hi"}', 'application/json; charset=latin1', 415],
      ['UTF-16', '{"text":"hi"}', 'application/json; charset=utf-16', 415],
      ['no JSON', '{"text":', 'application/json', 400],
      ['an array', '[]', 'application/json', 400],
      ['nothing', undefined, 'application/json', 400],
      ['an empty text', '', 'application/json', 400],
      ['an unknown field', '{"text":"x","more":1}', 'application/json', 400],
      ['a wrong type', '{"text":1}', 'application/json', 400],
      ['a number that is too large', '{"count":1e400}', 'application/json', 400],
      ['over 1 MiB', JSON.stringify({ text: 'x'.repeat(1_100_000) }), 'application/json', 413],
    ];
    for (const [what, body, type, status] of refusals) {
      it(`answers ${status} to ${what}`, async () => {
        const response = await post(body, type);
        expect([response.status, response.body.error.code]).to.eql([status, 'BAD_REQUEST']);
      });
    }

    it('names an unknown field, and rejects text that PostgreSQL cannot store', async () => {
      const unknown = await post('{"text":"x","more":1,"other":2}');
      expect(unknown.body.error.details).to.deep.include({
        field: 'more',
        reason: 'unknown_filter_key',
      });
      expect(unknown.body.error.details).to.have.length(2);
      const deep = await post(`{"text":${'['.repeat(200_000)}${']'.repeat(200_000)}}`);
      expect([deep.status, deep.body.error.code]).to.eql([400, 'BAD_REQUEST']);
      const nul = await post(JSON.stringify({ text: 'a\0b' }));
      expect([nul.status, nul.body.error.code]).to.eql([400, 'BAD_REQUEST']);
    });

    it('reports all problems of a small body, and the first of a large one', async () => {
      const wrong = async (count: number) => {
        const fields = Array.from({ length: count }, (_, index) => `"${index}":1`).join();
        const { status, body } = await post(`{"kind":"none",${fields}}`);
        expect([status, body.error.code]).to.eql([400, 'BAD_REQUEST']);
        return body.error.details as { field: string }[];
      };
      expect(await wrong(90)).to.have.length(90);
      const [first, ...others] = await wrong(9_900);
      expect([first?.field, others]).to.eql(['0', []]);
    });

    it('answers 422 to a value that is not in its enum, if nothing is malformed', async () => {
      const many = `"many":[${Array<string>(90_000).fill('1').join()}]`;
      for (const more of ['', `,${many}`]) {
        const { status, body } = await post(`{"kind":"none"${more}}`);
        expect([status, body.error.code]).to.eql([422, 'VALIDATION_ERROR']);
        expect(body.error.details).to.eql([
          { field: 'kind', reason: 'must_be_enum', allowed: ['one', 'other'] },
        ]);
        const both = await post(`{"kind":"none","text":1${more}}`);
        expect([both.status, both.body.error.details[0].field]).to.eql([400, 'text']);
      }
    });

    it('rejects more than 10,000 objects, arrays and keys, not counting text', async () => {
      const text = JSON.stringify('\\"[:'.repeat(50_000));
      const again = (count: number) => post(`{${'"text":"",'.repeat(count)}"text":${text}}`);
      expect((await again(9_990)).status).to.equal(200);
      const { status, body } = await again(10_000);
      expect([status, body.error.message]).to.eql([400, 'The body has too many keys.']);
    });

    it('checks the key before it reads a body', async () => {
      const { status } = await app.request('/v1/echo', { method: 'POST', body: 'nonsense' });
      expect(status).to.equal(401);
    });
  });

  describe('clusters of a path', () => {
    it('checks 400, then 422, then 404, then 403, then the resource', async () => {
      const mine = await insertCluster(organization);
      const restricted = await app.createKey(organization, {
        scopes: ['echo:read'],
        allowedClusterIds: [],
        requestsPerMinute: 50,
      });
      const codes = async (path: string, by = key) => {
        const { status, body } = await app.get(path, by);
        return `${status} ${body.error?.code ?? 'ok'}`;
      };
      const foreign = await insertCluster(await app.createOrganization('foreign'));

      expect(await codes('/v1/clusters/x/echo/y?colour=green&unknown=1')).to.equal(
        '400 INVALID_CLUSTER_ID',
      );
      expect(await codes(`/v1/clusters/${foreign}/echo/y?colour=green`)).to.equal(
        '422 VALIDATION_ERROR',
      );
      expect(await codes(`/v1/clusters/${foreign}/echo/y`)).to.equal('404 CLUSTER_NOT_FOUND');
      expect(await codes(`/v1/clusters/${foreign}/echo/y`, restricted)).to.equal(
        '404 CLUSTER_NOT_FOUND',
      );
      expect(await codes(`/v1/clusters/${mine}/echo/missing`, restricted)).to.equal(
        '403 CLUSTER_ACCESS_DENIED',
      );
      expect(await codes(`/v1/clusters/${mine}/echo/missing`)).to.equal('404 NODE_GROUP_NOT_FOUND');
      expect(await codes(`/v1/clusters/${mine}/echo/y`)).to.equal('200 ok');
    });
  });

  describe('pages', () => {
    it('compresses a page as the client accepts it, and says so to caches', async () => {
      const encodings = ['br, gzip', 'gzip, deflate', 'br;q=0', 'identity'];
      const pages = await Promise.all(
        encodings.map((accepted) =>
          app.request('/page/', { headers: { 'Accept-Encoding': accepted } }),
        ),
      );

      expect(pages.map(({ text }) => text)).to.eql(['page', 'page', 'page', 'page']);
      expect(pages.map(({ headers }) => headers.get('content-encoding'))).to.eql([
        'br',
        'gzip',
        null,
        null,
      ]);
      expect(pages.every(({ headers }) => headers.get('vary') === 'Accept-Encoding')).to.be.true;
    });

    it('redirects from the path without a slash to the page', async () => {
      const response = await app.request('/page', { redirect: 'manual' });

      expect(response.status).to.equal(302);
      expect(response.headers.get('location')).to.equal('page/');
    });
  });

  describe('the database of a handler', () => {
    it('shows only the rows of the tenant to a query without a tenant condition, and is read-only', async () => {
      const other = await app.createOrganization('other tenant');
      const theirs = await insertCluster(other);
      const otherKey = await app.createKey(other, { scopes: ['echo:read'] });

      // Both tenants share the pool's connections: each must see its own rows every time.
      for (let round = 0; round < 10; round += 1) {
        const [mine, foreign] = await Promise.all([
          app.get('/v1/careless', key),
          app.get('/v1/careless', otherKey),
        ]);
        expect(mine.body.data.ids).to.not.include(theirs);
        expect(foreign.body.data.ids).to.eql([theirs]);
        expect(mine.body.data.database).to.equal('25006');
      }
    });
  });
});
