import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { connect as connectTcp } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { bootTestApplication, type TestApplication } from '../src/test-application.ts';
import { createTestDatabase } from '../src/test-database.ts';
import { waitUntil } from '../src/wait-until.ts';
import { startSilenceableProxy } from './silenceable-proxy.ts';

const plugin = new URL('./fixtures/history/index.js', import.meta.url);

describe('history', () => {
  let app: TestApplication;
  let key: string;
  let cluster: string;
  before(async () => {
    app = await bootTestApplication({ plugins: [plugin], ledgerTimeoutSeconds: 1 });
    const organization = await app.createOrganization('acme');
    key = await app.createKey(organization, { scopes: ['other:read'], requestsPerMinute: 10_000 });
    cluster = crypto.randomUUID();
    await app.insert('clusters', { organization_id: organization, id: cluster, name: 'c' });
  });
  after(() => app.stop());

  /** Statements of the service that are being run, but for those that only look. */
  const running = (text: string) =>
    app.sql<{ pid: number }>(
      `select pid from pg_stat_activity
        where datname = current_database() and state = 'active' and pid <> pg_backend_pid()
          and query like $1`,
      [`%${text}%`],
    );
  describe('the ledger', () => {
    it('is in the default database, unless another is configured', async () => {
      const other = await createTestDatabase();
      const elsewhere = await bootTestApplication({
        plugins: [plugin],
        ledgerDatabaseUrl: other.url,
      });
      const ownKey = await elsewhere.createKey(await elsewhere.createOrganization('acme'), {
        scopes: ['other:read'],
      });
      const { body } = await elsewhere.get('/v1/known', ownKey);
      const [here] = await elsewhere.sql<{ name: string }>('select current_database() as name');
      expect(body.data.answer).to.equal(new URL(other.url).pathname.slice(1));
      expect(body.data.answer).to.not.equal(here?.name);

      await elsewhere.stop();
      await other.drop();
    });

    it('cancels a query in the database at its deadline: 504, or 503 without that error', async () => {
      const [known, unknown] = await Promise.all([
        app.get('/v1/known?seconds=20', key),
        app.get('/v1/unknown?seconds=20', key),
      ]);
      expect([known.status, known.body.error.code]).to.eql([504, 'UPSTREAM_TIMEOUT']);
      expect([unknown.status, unknown.body.error.code]).to.eql([503, 'SERVICE_UNAVAILABLE']);
      expect(unknown.body.error.message).to.equal(known.body.error.message);
      await waitUntil(async () => (await running('pg_sleep')).length === 0);
    });

    it('cancels the query of a client that disconnected', async () => {
      const gone = new AbortController();
      const asked = app
        .request('/v1/known?seconds=20', { key, signal: gone.signal })
        .catch((error: unknown) => (error as Error).name);
      await waitUntil(async () => (await running('pg_sleep')).length === 1);
      gone.abort();
      expect(await asked).to.equal('AbortError');
      await waitUntil(async () => (await running('pg_sleep')).length === 0);
      expect((await app.get('/v1/known', key)).status).to.equal(200);
    });

    it('that cannot be reached causes 502, or 503 without that error, and recovers', async () => {
      const other = await createTestDatabase();
      const elsewhere = await bootTestApplication({
        plugins: [plugin],
        ledgerDatabaseUrl: other.url,
      });
      const ownKey = await elsewhere.createKey(await elsewhere.createOrganization('acme'), {
        scopes: ['other:read'],
      });
      await other.drop();
      const known = await elsewhere.get('/v1/known', ownKey);
      const unknown = await elsewhere.get('/v1/unknown', ownKey);
      const file = await elsewhere.get('/v1/numbers', ownKey);
      expect([known.status, known.body.error.code]).to.eql([502, 'UPSTREAM_UNAVAILABLE']);
      expect([unknown.status, unknown.body.error.code]).to.eql([503, 'SERVICE_UNAVAILABLE']);
      expect([file.status, file.body.error.code]).to.eql([502, 'UPSTREAM_UNAVAILABLE']);
      await elsewhere.stop();
    });

    it('that goes silent does not delay responses that do not need it', async () => {
      const other = await createTestDatabase();
      const url = new URL(other.url);
      const proxy = await startSilenceableProxy(Number(url.port), url.hostname);
      url.port = String(proxy.port);
      const elsewhere = await bootTestApplication({
        plugins: [plugin],
        ledgerDatabaseUrl: url.href,
      });
      const organization = await elsewhere.createOrganization('acme');
      const ownKey = await elsewhere.createKey(organization, { scopes: ['other:read'] });
      const row = { organization_id: organization, id: cluster, name: 'c' };
      await elsewhere.insert('clusters', row);
      proxy.silence();
      const startedAtMs = performance.now();
      const path = `/v1/clusters/${cluster}/together?from=2026-02-01`;
      expect((await elsewhere.get(path, ownKey)).status).to.equal(200);
      expect(performance.now() - startedAtMs).to.be.below(2_500);
      proxy.close();
      await elsewhere.stop();
      await other.drop();
    });
  });

  describe('a rule for several values', () => {
    const together = (id: string, query: string) =>
      app.get(`/v1/clusters/${id}/together?${query}`, key);

    it('is a 422 after the 400s and before the 404', async () => {
      const unknown = crypto.randomUUID();
      const both = await together(unknown, 'from=2026-02-02&to=2026-02-01');
      const malformed = await together(unknown, 'from=2026-02-02&to=2026-02-01&x=1');
      const fine = await together(unknown, 'from=2026-02-02&to=2026-02-03');
      expect([both.status, both.body.error.code]).to.eql([422, 'VALIDATION_ERROR']);
      expect(both.body.error.details).to.eql([{ field: 'to', reason: 'invalid_value' }]);
      expect(malformed.status).to.equal(400);
      expect([fine.status, fine.body.error.code]).to.eql([404, 'CLUSTER_NOT_FOUND']);
      expect((await together(cluster, 'from=2026-02-02')).status).to.equal(200);
    });

    it('a day must exist in the calendar; a missing one may have its own error', async () => {
      const answers = await Promise.all(
        ['from=2026-02-30', 'from=20260201', 'to=2026-02-01', 'from='].map((query) =>
          together(cluster, query),
        ),
      );
      expect(answers.map(({ body }) => body.error.code)).to.eql([
        'VALIDATION_ERROR',
        'VALIDATION_ERROR',
        'BAD_REQUEST',
        'BAD_REQUEST',
      ]);
    });
  });

  describe('a body', () => {
    const refusals: [body: unknown, status: number, code: string, field: string, reason: string][] =
      [
        [{ colour: 1 }, 400, 'BAD_REQUEST', 'colour', 'unknown_filter_key'],
        [{ day: 1 }, 400, 'BAD_REQUEST', 'day', 'invalid_value'],
        [{ day: null }, 400, 'BAD_REQUEST', 'day', 'invalid_value'],
        [{ day: '2026-13-01' }, 422, 'VALIDATION_ERROR', 'day', 'invalid_value'],
        [{ size: 1.5 }, 400, 'BAD_REQUEST', 'size', 'invalid_value'],
        [{ size: 10 }, 422, 'VALIDATION_ERROR', 'size', 'invalid_value'],
        [{ mode: 'c' }, 422, 'INVALID_COST_MODE', 'mode', 'must_be_enum'],
        [{ ids: ['x'] }, 400, 'INVALID_CLUSTER_ID', 'ids.0', 'invalid_value'],
        [{ size: 10, colour: 1 }, 400, 'BAD_REQUEST', 'colour', 'unknown_filter_key'],
      ];
    for (const [body, status, code, field, reason] of refusals) {
      it(`${JSON.stringify(body)} is ${status} ${code}`, async () => {
        const answer = await app.request('/v1/body', {
          key,
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify(body),
        });
        expect([answer.status, answer.body.error.code]).to.eql([status, code]);
        expect(answer.body.error.details[0]).to.include({ field, reason });
      });
    }
  });

  describe('a file', () => {
    interface File {
      readonly response: IncomingMessage;
      readonly text: string;
      readonly failure: string | undefined;
    }

    async function download(query: string, headers: Record<string, string> = {}): Promise<File> {
      const request = get(`${app.service.url}/v1/numbers?${query}`, {
        headers: { Authorization: `Bearer ${key}`, ...headers },
      });
      const [response] = (await once(request, 'response')) as [IncomingMessage];
      let text = '';
      try {
        for await (const chunk of response.setEncoding('utf8')) text += chunk as string;
        return { response, text, failure: undefined };
      } catch (error) {
        return { response, text, failure: (error as { code?: string }).code };
      }
    }

    it('is sent with its headers, then its trailers', async () => {
      const { response, text, failure } = await download('count=2&text=a,b');
      expect(failure).to.equal(undefined);
      expect(text).to.equal('n,word,?column?\n1,"a,b",0\n2,"a,b",0\n');
      expect(response.headers).to.include({
        'content-type': 'text/csv',
        'x-numbers': 'yes',
        trailer: 'X-Status, X-Rows',
      });
      expect(response.trailers).to.include({ 'x-status': 'complete', 'x-rows': '2' });
    });

    it('passes values as parameters, whatever they contain', async () => {
      const word = `'); drop table clusters; -- "\\ $1 é`;
      const { text } = await download(`count=1&text=${encodeURIComponent(word)}`);
      expect(text).to.equal(`n,word,?column?\n1,"${word.replace('"', '""')}",0\n`);
    });

    it('that fails before its first byte is an ordinary error', async () => {
      const { response, text } = await download('count=3&fail_at=1');
      expect(response.statusCode).to.equal(500);
      expect(JSON.parse(text)).to.have.nested.property('error.code', 'INTERNAL_ERROR');
    });

    it('that fails later aborts the connection', async () => {
      const { response, failure } = await download('count=1000000&fail_at=900000');
      expect(response.statusCode).to.equal(200);
      expect(failure).to.equal('ECONNRESET');
      expect(response.trailers).to.eql({});
    });

    it('that fails later does not parse, and reports the failure in trailers', async () => {
      const { response, text, failure } = await download('count=1000000&fail_at=900000', {
        TE: 'trailers',
      });
      expect(failure).to.equal(undefined);
      expect(text.endsWith('"broken off')).to.equal(true);
      expect(response.trailers).to.include({ 'x-status': 'error' });
    });

    it('has only headers for HEAD', async () => {
      const { status, headers, text } = await app.request('/v1/numbers', { key, method: 'HEAD' });
      expect([status, headers.get('x-numbers'), text]).to.eql([200, 'yes', '']);
    });

    it('is sent over HTTP/1.0 without trailers', async () => {
      const { hostname, port } = new URL(app.service.url);
      const socket = connectTcp(Number(port), hostname);
      socket.write(`GET /v1/numbers?count=2 HTTP/1.0\r\nAuthorization: Bearer ${key}\r\n\r\n`);
      let text = '';
      for await (const chunk of socket.setEncoding('utf8')) text += chunk as string;
      expect(text).to.match(/^HTTP\/1\.1 200 OK\r\n/);
      expect(text).to.not.match(/trailer:/i);
      expect(text.split('\r\n\r\n')[1]).to.equal('n,word,?column?\n1,line,0\n2,line,0\n');
    });

    it('is canceled in the database when its client disconnects', async () => {
      const request = get(`${app.service.url}/v1/numbers?count=100000000`, {
        headers: { Authorization: `Bearer ${key}` },
      });
      const [response] = (await once(request, 'response')) as [IncomingMessage];
      await once(response, 'readable');
      expect(await running('copy (')).to.have.length(1);
      request.destroy();
      await waitUntil(async () => (await running('copy (')).length === 0);
    });

    it('waits for a slow client with a bounded number of buffers', async () => {
      const request = get(`${app.service.url}/v1/numbers?count=100000000`, {
        headers: { Authorization: `Bearer ${key}` },
      });
      const [response] = (await once(request, 'response')) as [IncomingMessage];
      response.pause();
      await sleep(300);
      const before = process.memoryUsage.rss();
      await sleep(500);
      expect(process.memoryUsage.rss() - before).to.be.lessThan(32 * 2 ** 20);
      request.destroy();
      await waitUntil(async () => (await running('copy (')).length === 0);
    });

    it('is documented with its headers and trailers', () => {
      const { responses } = app.document.paths['/v1/numbers']?.get as {
        responses: Record<string, Record<string, unknown>>;
      };
      expect(responses['200']).to.have.nested.property('content.text/csv');
      expect(responses['200']).to.have.nested.property('headers.X-Numbers');
      expect(responses['200']?.description).to.contain('`X-Rows`: How many lines.');
    });
  });
});
