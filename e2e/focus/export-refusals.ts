import { expect } from 'chai';
import { createClient, type Client } from '../support/client.ts';
import { download, exportPath, exportsPerMinute } from '../support/focus/export-client.ts';
import { type ExportRequest } from '../support/focus/exported-file.ts';
import { useFleet } from '../support/focus/fleet.ts';
import { dayAfterLast, firstDay } from '../support/focus/history.ts';
import { inapplicableColumns } from '../support/focus/vocabulary/columns.ts';

const request: ExportRequest = {
  from: firstDay,
  to: dayAfterLast,
  format: 'csv',
  grain: 'workload',
  idle: 'unallocated',
};
const good = `from=${firstDay}&to=${dayAfterLast}`;

/** What is answered with 422 `VALIDATION_ERROR`, by the parameter that the details name. */
const invalid: Readonly<Record<string, readonly string[]>> = {
  from: [
    'to=2026-06-03',
    'from=2026-6-1&to=2026-06-03',
    'from=2026-02-30&to=2026-06-03',
    'from=2026-06-01T00:00:00Z&to=2026-06-03',
  ],
  to: [
    'from=2026-06-01',
    'from=2026-06-01&to=tomorrow',
    'from=2026-06-01&to=2026-06-01',
    'from=2026-06-02&to=2026-06-01',
    'from=2016-01-01&to=2026-01-09',
  ],
  format: [`${good}&format=xlsx`, `${good}&format=CSV`],
  grain: [`${good}&grain=pod`],
  idle: [`${good}&idle=none`],
  columns: [
    `${good}&columns=BilledCost,Nothing`,
    `${good}&columns=billedcost`,
    `${good}&columns=ProviderName`,
    ...[...inapplicableColumns].map((column) => `${good}&columns=BilledCost,${column}`),
  ],
  basis: [`${good}&basis=legacy`, `${good}&basis=none`],
};

describe('a FOCUS export that is rejected', () => {
  const fleet = useFleet();
  let client: Client;
  let onlySchema: string;
  before(async () => {
    const { service, exporter } = fleet();
    client = await createClient(service.url);
    onlySchema = await exporter.createKey();
  });

  const refusal = async (query: string, key?: string) => {
    const own = key ?? (await fleet().exporter.key());
    const { status, body } = await client.get(`/v1/exports/focus?${query}`, own);
    return { status, error: body.error };
  };

  for (const [parameter, queries] of Object.entries(invalid)) {
    it(`because of its ${parameter} is a 422 that names the parameter`, async () => {
      for (const query of queries) {
        const { status, error } = await refusal(query);
        expect([status, error.code], query).to.eql([422, 'VALIDATION_ERROR']);
        const named = error.details.map((one: { field?: string }) => one.field);
        expect(named, query).to.include(parameter);
      }
    });
  }

  it('because of a basis or a column is also rejected by the schema endpoint', async () => {
    for (const query of ['basis=legacy', 'columns=Nothing', 'grain=pod', 'idle=none']) {
      const { status, body } = await client.get(`/v1/exports/focus/schema?${query}`, onlySchema);
      expect([status, body.error.code], query).to.eql([422, 'VALIDATION_ERROR']);
    }
  });

  it('names the existing columns or values', async () => {
    const { error } = await refusal(`${good}&format=xlsx`);
    expect(error.details[0].allowed).to.eql(['csv', 'jsonl', 'parquet']);
  });

  it('is not an export of 3,660 days', async () => {
    const answer = await download(
      `${fleet().service.url}${exportPath({ ...request, from: '2016-05-26', to: '2026-06-03' })}`,
      { key: await fleet().exporter.key() },
    );
    expect(answer.status).to.equal(200);
    expect(answer.trailers['x-export-status']).to.equal('complete');
  });

  it('because of an empty or repeated day is 400', async () => {
    for (const query of ['from=&to=2026-06-03', `${good}&from=2026-06-01`]) {
      const { status, error } = await refusal(query);
      expect([status, error.code], query).to.eql([400, 'BAD_REQUEST']);
    }
  });

  it('because of a malformed cluster id is 400', async () => {
    const { status, error } = await refusal(`${good}&cluster_id=north`);
    expect([status, error.code]).to.eql([400, 'INVALID_CLUSTER_ID']);
  });

  it('because of its key is 401, or 403 without the scope', async () => {
    const { exporter } = fleet();
    const other = await exporter.createKey({ scopes: ['clusters:read'] });
    const bad = await refusal(good, `cpk_${'a'.repeat(40)}`);
    const denied = await refusal(good, other);
    expect(bad.status).to.equal(401);
    expect([denied.status, denied.error.code]).to.eql([403, 'FORBIDDEN']);
    expect(denied.error.details[0].required).to.equal('cost_explorer:read');
  });

  it('is the seventh of a key in a minute; the schema endpoint still answers', async () => {
    const { exporter, service } = fleet();
    const key = await exporter.createKey();
    const url = service.url + exportPath(request);
    for (let turn = 0; turn < exportsPerMinute; turn += 1) {
      expect((await download(url, { key })).status).to.equal(200);
      const schema = await client.get('/v1/exports/focus/schema', key);
      expect(schema.status).to.equal(200);
    }
    const seventh = await download(url, { key });
    const { error } = JSON.parse(seventh.body.toString());
    expect([seventh.status, error.code]).to.eql([429, 'RATE_LIMITED']);
    expect(error.details[0].reason).to.equal('per_key_quota_exceeded');
    expect(seventh.headers['retry-after']).to.equal('60');
    expect((await client.get('/v1/exports/focus/schema', key)).status).to.equal(200);
    expect((await client.get('/v1/organization', key)).status).to.equal(200);
    expect((await download(url, { key: await exporter.createKey() })).status).to.equal(200);
  });
});

describe('a FOCUS export', () => {
  const fleet = useFleet();

  it('requested with HEAD has headers and no body', async () => {
    const { exporter, service } = fleet();
    const key = await exporter.key(2);
    const url = service.url + exportPath(request);
    const [head, get] = [
      await download(url, { key, method: 'HEAD' }),
      await download(url, { key }),
    ];
    expect([head.status, head.body.length]).to.eql([200, 0]);
    const names = [
      'content-type',
      'content-disposition',
      'x-focus-version',
      'x-focus-schema-id',
      'x-focus-dataset-instance-id',
      'x-export-partial',
      'cache-control',
    ];
    for (const name of names) {
      expect(head.headers[name], name).to.be.a('string').and.to.equal(get.headers[name]);
    }
  });

  it('runs concurrently with another of the same key, and both are complete', async () => {
    const { exporter, service } = fleet();
    const key = await exporter.key(3);
    const url = service.url + exportPath(request);
    const alone = await download(url, { key });
    const both = await Promise.all([download(url, { key }), download(url, { key })]);
    for (const { status, body, trailers } of both) {
      expect([status, trailers['x-export-status']]).to.eql([200, 'complete']);
      expect(body.equals(alone.body)).to.equal(true);
    }
  });
});
