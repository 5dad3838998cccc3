import { type Client } from 'pg';

/** In the tables' own words: how many of their buckets lie in a day, and how long one is. */
const repeats = {
  hour: { bucketsOfDay: 24, step: "interval '1 hour'" },
  day: { bucketsOfDay: 1, step: '1' },
};

/**
 * Makes a history of many days out of a ledger that has but one hour: every row of it stands in each
 * of the hours or days before too, so that the next snapshot is one more of the same objects.
 */
export async function repeatHistory(client: Client, days: number): Promise<void> {
  await client.query(
    'select prepare_ledger_months(min(day) - $1::integer, max(day)) from cluster_days',
    [days],
  );
  await client.query('set session_replication_role = replica');
  const { rows } = await client.query<LedgerTable>(ledgerTablesSql);
  let repeated = 0;
  for (const { name, bucket, others } of rows) {
    const { bucketsOfDay, step } = repeats[bucket];
    await client.query(`create temporary table original as select * from ${name}`);
    const { rowCount } = await client.query(
      `insert into ${name} (${bucket}, ${others})
      select ${bucket} - n * ${step}, ${others}
      from original, generate_series(1, ${bucketsOfDay * days}) as n`,
    );
    await client.query('drop table original');
    repeated += rowCount ?? 0;
  }
  if (repeated === 0) throw new Error('the ledger has nothing to repeat');
}

interface LedgerTable {
  readonly name: string;
  readonly bucket: 'hour' | 'day';
  /** The names of the other columns that can be written. */
  readonly others: string;
}

/** The tables that are partitioned by hour or by day. */
const ledgerTablesSql = `
  select class.relname as name,
    min(attname) filter (where attname in ('hour', 'day')) as bucket,
    string_agg(quote_ident(attname), ', ') filter (where attname not in ('hour', 'day')) as others
  from pg_partitioned_table as parent
  join pg_class as class on class.oid = parent.partrelid
  join pg_attribute as attribute on attribute.attrelid = class.oid
    and attnum > 0 and not attisdropped and attgenerated = ''
  where class.relnamespace = 'costplane'::regnamespace
  group by class.relname
  having bool_or(attname in ('hour', 'day'))`;
