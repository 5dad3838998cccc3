import { expect } from 'chai';
import { Kysely, PostgresDialect } from 'kysely';
import { organizationCosts } from '../src/queries/cost-sources.ts';
import { selectTrendBuckets } from '../src/queries/select-trend-buckets.ts';
import { resolveTrend } from '../src/trend/trend-request.ts';
import { bootHistory, epochSeconds, type History } from './history.ts';

describe('the trend of an organization on Citus', () => {
  let history: History;

  before(async function () {
    history = await bootHistory();
    const [{ on_citus: onCitus } = { on_citus: false }] = await history.app.sql<{
      on_citus: boolean;
    }>(`select to_regclass('pg_catalog.pg_dist_partition') is not null as on_citus`);
    if (!onCitus) {
      Object.assign(this.test!, { skipReason: 'needs `npm test -- --citus`' });
      this.skip();
    }
    await history.app.sql(
      `insert into clusters (organization_id, id, name)
        select $1, gen_random_uuid(), 'cluster ' || n from generate_series(1, 100) as n`,
      [history.organization],
    );
    await history.app.sql(
      `insert into cluster_hours (organization_id, cluster_id, hour, cpu_cost_seconds, seconds, covered,
          is_compute_partial, is_storage_partial)
        select organization_id, id, hour, 1, 3600, tstzmultirange(tstzrange(hour, hour + interval '1 hour')),
          false, false
        from clusters cross join generate_series(timestamptz '2026-07-01T00:00:00Z',
          '2026-07-02T23:00:00Z', interval '1 hour') as hour`,
    );
  });
  after(() => history.app.stop());

  for (const type of ['run_rate', 'breakdown'] as const) {
    it(`is added up by hours on the workers: ${type}`, async () => {
      const choice = { basis: 'legacy', costMode: 'fully_loaded' } as const;
      const source = organizationCosts(history.organization, null, choice);
      const trend = resolveTrend({
        start: epochSeconds('2026-07-01T00:00:00Z'),
        end: epochSeconds('2026-07-03T00:00:00Z'),
        granularity: 'hourly',
        type,
      });
      const { sql, parameters } = selectTrendBuckets(source, trend, []).compile(compiler);
      const plan = await history.app.sql(`explain (analyze, format json) ${sql}`, parameters);
      const received = JSON.stringify(plan).matchAll(/received from nodes\W+(\d+ \w+)/g);
      // 4,800 hours of clusters; 48 hours of each shard.
      for (const [, size] of received) expect(size).to.match(/^(\d+ bytes|\d{1,2} kB)$/);
    });
  }
});

const compiler = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: {} as never }) });
