import { waitUntil } from '@costplane/plugin-testing';
import { expect } from 'chai';
import { type Download, download, octoberFirst, openDownload, readDownload } from './download.ts';
import { bootLedger, type Ledger } from './ledger.ts';
import { readCsv, readJsonLines, readParquet } from './read-file.ts';

const empty = 'from=2026-11-01&to=2026-11-02';
const readers = { csv: readCsv, jsonl: readJsonLines, parquet: readParquet };
const formats = ['csv', 'jsonl', 'parquet'] as const;

describe('an export', () => {
  let ledger: Ledger;
  let cluster: string;
  before(async () => {
    ledger = await bootLedger();
    cluster = await ledger.insertCluster();
    // More than fits between the database and a client that does not read.
    const owners = Array.from({ length: 3 }, (_, index) => ({ name: `n${index}`, cpu: '1' }));
    await ledger.insertDay(cluster, '2026-10-01', owners);
    await ledger.app.sql(
      `insert into workload_days (organization_id, cluster_id, day, workload_uid, description_id,
        cpu_cost_seconds, cpu_charged_core_seconds, cpu_requested_core_seconds,
        memory_charged_byte_seconds, memory_requested_byte_seconds, gpu_requested_seconds, seconds)
      select w.organization_id, w.cluster_id, w.day, gen_random_uuid(), w.description_id,
        1, 1, 1, 1, 1, 0, 86400
      from workload_days w, generate_series(1, 8000) where w.cpu_cost_seconds > 0`,
    );
  });
  after(() => ledger.app.stop());

  const copies = () =>
    ledger.app.sql<{ pid: number }>(
      `select pid from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and query like 'copy %'
          and state = 'active'`,
    );
  for (const format of formats) {
    it(`of a window without data is an empty ${format} file that is valid`, async () => {
      const columns = 'BilledCost,Tags';
      const file = await download(ledger, `${empty}&format=${format}&columns=${columns}`);
      expect(file.trailers).to.eql({
        'x-export-status': 'complete',
        'x-export-row-count': '0',
        'x-export-ledger-rows': '0',
      });
      const content = readers[format](file.body);
      expect(content.rows).to.eql([]);
      if (format === 'jsonl') expect(file.body).to.have.length(0);
      else expect(content.columns).to.eql(['BilledCost', 'Tags']);
    });

    it(`as ${format} is canceled in the database when its client disconnects`, async () => {
      const query = `${octoberFirst}&format=${format}`;
      const key = await ledger.newKey();
      const response = await openDownload(ledger.app.service.url, query, key);
      await waitUntil(async () => (await copies()).length === 1);
      response.destroy();
      await waitUntil(async () => (await copies()).length === 0);
      expect((await download(ledger, query, { key })).trailers).to.include({
        'x-export-status': 'complete',
      });
    });

    it(`as ${format} never looks complete when the database dies`, async () => {
      const query = `${octoberFirst}&format=${format}`;
      const isUnreadable = ({ body }: Download) => expect(() => readers[format](body)).to.throw();

      const told = await breakOff(query, { TE: 'trailers' });
      expect(told.isComplete).to.equal(true);
      expect(told.trailers).to.eql({ 'x-export-status': 'error' });
      isUnreadable(told);

      const untold = await breakOff(query, {});
      expect(untold.isComplete).to.equal(false);
    });
  }

  async function breakOff(query: string, headers: Record<string, string>): Promise<Download> {
    const key = await ledger.newKey();
    const response = await openDownload(ledger.app.service.url, query, key, headers);
    await waitUntil(async () => (await copies()).length === 1);
    await ledger.app.sql(
      `select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and query like 'copy %' and pid <> pg_backend_pid()`,
    );
    return readDownload(response);
  }

  it('of the same request has the same bytes, also for concurrent requests of one key', async () => {
    for (const format of formats) {
      const key = await ledger.newKey();
      const query = `${octoberFirst}&format=${format}`;
      const [one, two] = await Promise.all([
        download(ledger, query, { key }),
        download(ledger, query, { key }),
      ]);
      expect(one.trailers).to.include({ 'x-export-status': 'complete' });
      expect(one.body.equals(two.body), format).to.equal(true);
    }
  });

  it('has as many rows in every format', async () => {
    for (const format of formats) {
      const file = await download(ledger, `${octoberFirst}&format=${format}&columns=BilledCost`);
      expect(file.trailers['x-export-row-count'], format).to.equal('24003');
      expect(readers[format](file.body).rows, format).to.have.length(24_003);
    }
  });
});
