import { serveBare } from './bare-server.ts';
import { type Text } from './shapes.ts';

/** Daily costs of all clusters, the last day being a part of one; as a run rate, or as they are. */
const sql = `
  select day::text as bucket,
    case when $4 = 'run_rate' then round(sum(cost) * 730 / max(seconds), 4)
      else round(sum(cost) / 3600, 4) end as amount
  from (
    select day, seconds, cpu_cost_seconds + memory_cost_seconds + gpu_cost_seconds
      + idle_cost_seconds + overhead_cost_seconds + unallocated_compute_cost_seconds as cost
    from cluster_days
    where organization_id = $1 and day >= $2::date and day < $3::date
    union all
    select $3::date, sum(seconds) over (partition by cluster_id), cpu_cost_seconds
      + memory_cost_seconds + gpu_cost_seconds + idle_cost_seconds + overhead_cost_seconds
      + unallocated_compute_cost_seconds
    from cluster_hours
    where organization_id = $1 and hour >= $3::timestamptz and hour < $5::timestamptz
  ) as unit
  group by day order by day`;

const [databaseUrl = '', organizationId, port] = process.argv.slice(2);
serveBare<{ bucket: Text; amount: Text }>(
  {
    sql,
    parameters: (url) => {
      const { searchParams } = new URL(url, 'http://floor');
      const [start, end] = ['start', 'end'].map((name) =>
        new Date(Number(searchParams.get(name)) * 1_000).toISOString(),
      );
      return [
        organizationId,
        start?.slice(0, 10),
        end?.slice(0, 10),
        searchParams.get('type'),
        end,
      ];
    },
    toBody: (rows) => ({
      data: rows.map(({ bucket, amount }) => ({
        bucket_start: `${bucket}T00:00:00Z`,
        total_cost: { amount, currency: 'USD' },
      })),
    }),
  },
  databaseUrl,
  Number(port),
);
