import { type Client } from 'pg';

/** What a database has written since it was made. */
export interface Writes {
  readonly walBytes: number;
  /** Rows that were inserted, updated or deleted. */
  readonly rows: number;
}

/** Complete only once those who wrote have disconnected: sessions tell of their rows late. */
export async function readWrites(client: Client): Promise<Writes> {
  const { rows } = await client.query<{ bytes: string; rows: string }>(`
    select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') as bytes,
      (select sum(n_tup_ins + n_tup_upd + n_tup_del) from pg_stat_user_tables
        where schemaname = 'costplane') as rows`);
  return { walBytes: Number(rows[0]?.bytes), rows: Number(rows[0]?.rows) };
}
