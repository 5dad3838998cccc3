import { type Pool, type PoolClient, type QueryConfig, type QueryResultRow } from 'pg';
import { DatabaseFailure, explainUnavailable } from './database-failure.ts';

/** Runs one statement. Any failure to connect means that the database is unavailable. */
export async function queryOnce<Row extends QueryResultRow>(
  pool: Pool,
  statement: QueryConfig,
): Promise<Row[]> {
  let client: PoolClient;
  try {
    client = await pool.connect();
  } catch (error) {
    throw new DatabaseFailure('UPSTREAM_UNAVAILABLE', error);
  }
  try {
    const { rows } = await client.query<Row>(statement);
    client.release();
    return rows;
  } catch (error) {
    client.release(true);
    throw explainUnavailable(error);
  }
}
