import { expect } from 'chai';
import { bootLedger, type Ledger } from './ledger.ts';
import { download, octoberFirst } from './download.ts';

describe('the schema of an export', () => {
  let ledger: Ledger;
  let a: string;
  let b: string;
  before(async () => {
    ledger = await bootLedger();
    [a, b] = [await ledger.insertCluster(), await ledger.insertCluster()];
  });
  after(() => ledger.app.stop());

  const schema = async (query: string, allowed: readonly string[] | null = null) => {
    const key = await ledger.newKey(allowed);
    const answer = await ledger.app.get(`/v1/exports/focus/schema?${query}`, key);
    expect(answer.status, answer.text).to.equal(200);
    return answer.body;
  };

  it('describes the columns of a file, one for one', async () => {
    const { data, meta } = await schema('grain=namespace&columns=x_IsPartial,Tags,ListCost');
    expect(meta.basis).to.equal('all');
    const [described] = data.Schema;
    expect(described).to.include({
      SchemaId: data.schema_id,
      FocusVersion: '1.4',
      DataGeneratorVersion: '1.0.0',
      DatasetInstanceId: data.DatasetInstance[0].DatasetInstanceId,
    });
    expect(described.ColumnDefinition).to.eql([
      { ColumnName: 'ListCost', DataType: 'DECIMAL', NumericPrecision: 38, NumberScale: 24 },
      {
        ColumnName: 'Tags',
        DataType: 'JSON',
        StringEncoding: 'UTF-8',
        ProviderTagPrefixes: ['costplane/'],
      },
      { ColumnName: 'x_IsPartial', DataType: 'BOOLEAN' },
    ]);
    expect(data.columns.map(({ name, is_nullable }: never) => [name, is_nullable])).to.eql([
      ['ListCost', false],
      ['Tags', true],
      ['x_IsPartial', false],
    ]);
    expect(data.DatasetInstance[0]).to.include({
      DatasetInstanceName: 'Cost and usage, daily, by namespace, idle unallocated',
      FocusDatasetId: 'CostAndUsage',
    });
    expect(data.left_out_columns).to.have.length(21);
  });

  it('describes how files replace each other, how cost is allocated, and the caveats', async () => {
    const { data } = await schema('idle=apportioned');
    expect(data.DataGenerator).to.eql({ DataGenerator: 'Costplane' });
    expect(data.delivery_handling.mechanism).to.equal('Overwrite');
    expect(data.delivery_handling.supersedes).to.include('X-Export-Archived-Months');
    expect(data.correction_handling.style).to.equal('Replacement');
    expect(data.allocation_method.id).to.equal('max-request-usage-1/apportioned');
    expect(data.allocation_method.warning).to.include('do not add');
  });

  it('has the schema id of files with the same configuration', async () => {
    const configurations = ['', 'grain=namespace', 'idle=apportioned', 'columns=Tags,BilledCost'];
    const ids = new Set<string>();
    for (const configuration of configurations) {
      const { data } = await schema(configuration);
      const { headers } = await download(ledger, `${octoberFirst}&${configuration}`);
      expect(headers['x-focus-schema-id']).to.equal(data.schema_id);
      ids.add(data.schema_id);
    }
    expect(ids.size).to.equal(configurations.length);
  });

  it('does not depend on window and clusters', async () => {
    const { data } = await schema('');
    const ignored = `from=nonsense&to=&cluster_id=${b}&cluster_id=x`;
    expect((await schema(ignored)).data).to.eql(data);
    expect((await schema('basis=all')).data).to.eql(data);
  });

  it('lists the clusters that the key excludes', async () => {
    const excluded = async (allowed: readonly string[] | null) =>
      (await schema('', allowed)).data.scope.excluded_cluster_ids;
    expect(await excluded(null)).to.eql([]);
    expect(await excluded([a])).to.eql([b]);
    expect(await excluded([])).to.eql([a, b].sort());
    expect(await excluded([a, b, crypto.randomUUID()])).to.eql([]);
  });

  it('names the configured generator, and files the configured provider', async () => {
    const config = { serviceProviderName: 'Platform', dataGenerator: 'Our Costs' };
    const other = await bootLedger(config);
    try {
      const cluster = await other.insertCluster();
      await other.insertDay(cluster, '2026-10-01', [{ cpu: '1' }], { provider: 'on-prem' });
      const { body } = await other.app.get('/v1/exports/focus/schema', await other.newKey());
      expect(body.data.DataGenerator).to.eql({ DataGenerator: 'Our Costs' });
      const columns = 'HostProviderName,InvoiceIssuerName,ServiceProviderName,BillingAccountName';
      const file = await download(other, `${octoberFirst}&columns=${columns}`);
      expect(file.body.toString().split('\n')[1]).to.equal('acme,Platform,Platform,Platform');
    } finally {
      await other.app.stop();
    }
  });
});
