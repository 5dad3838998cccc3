import { skipOnCitus } from '@costplane/plugin-testing';
import { expect } from 'chai';
import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type RawBuilder,
} from 'kysely';
import { selectColumns } from '../src/columns/all-columns.ts';
import { type ExportRequest, grains, idleModes } from '../src/export-request.ts';
import { selectTable } from '../src/queries/select-table.ts';
import { sessionSettings } from '../src/queries/tune-session.ts';
import { bootLedger, type Ledger } from './ledger.ts';

const compiler = new Kysely<never>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});

describe('the plan of an export', () => {
  let ledger: Ledger;
  before(async function () {
    ledger = await bootLedger();
    skipOnCitus(this, 'workers plan the reads of their shards');
    const cluster = await ledger.insertCluster();
    const owners = [{ cpu: '1', memory: '1', storage: '1' }, { gpu: '1' }];
    for (const day of ['2026-09-30', '2026-10-01', '2026-10-02']) {
      await ledger.insertDay(cluster, day, owners, { management: '1' });
    }
    await ledger.app.sql('analyze');
    for (const [name, value] of Object.entries(sessionSettings)) {
      await ledger.app.sql('select set_config($1, $2, false)', [name, value]);
    }
  });
  after(() => ledger.app.stop());

  const makeRequest = (own: Partial<ExportRequest>): ExportRequest => ({
    organization: { id: ledger.organization, name: 'acme', currency: 'EUR' },
    serviceProviderName: 'acme',
    clusters: null,
    archivedMonths: [],
    from: '2026-09-01',
    to: '2026-11-01',
    grain: 'workload',
    idle: 'apportioned',
    columns: selectColumns(undefined),
    ...own,
  });
  const explain = async (query: RawBuilder<unknown>) => {
    const { sql, parameters } = query.compile(compiler);
    const rows = await ledger.app.sql<Record<string, string>>(
      `explain (verbose, costs off) ${sql}`,
      parameters,
    );
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  };

  for (const grain of grains) {
    for (const idle of idleModes) {
      it(`sorts one day of one cluster at a time: ${grain}, ${idle}`, async () => {
        const request = makeRequest({ grain, idle });
        const plan = await explain(selectTable(request));
        // Of all rows those of one origin, then of the origins, of the owners of one origin.
        expect(plan, plan).to.match(/^.*\n.*\n.*\n.*\n *-> +Incremental Sort/);
        expect(plan, plan).to.match(/Presorted Key: .*day.*cluster_id.*column1.*column1$/m);
        const [, join = 'no join', ...sorts] =
          plan.match(/Nested Loop|Hash Join|Merge|Sort Key: .*/g) ?? [];
        expect(join, plan).to.equal('Nested Loop');
        const [originSort = '', ...ownerSorts] = sorts.filter((line) =>
          line.startsWith('Sort Key'),
        );
        expect(originSort, plan).to.match(/day.*cluster_id/);
        expect(ownerSorts.join('\n')).to.not.match(/[.( ]day\b/);
        // Days must not be remembered: one is never asked for twice.
        expect(plan).to.not.match(/Cache Key: .*day/);
      });
    }
  }

  it('uses the stored tags of a description, without computing JSON', async () => {
    const plan = await explain(selectTable(makeRequest({})));
    expect(plan).to.match(/\.tags/);
    expect(plan).to.not.match(/jsonb_each|jsonb_object_agg/);
  });

  it('computes nothing for columns that are not selected', async () => {
    const columns = selectColumns(['ChargePeriodStart', 'SubAccountId']);
    const plan = await explain(selectTable(makeRequest({ columns })));
    const costly = /tags|jsonb|sum\(|round\(|_requested_|_used_|trim_scale|namespace_days|teams/;
    expect(plan).to.not.match(costly);
    expect(await explain(selectTable(makeRequest({})))).to.match(costly);
  });
});
