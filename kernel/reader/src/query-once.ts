import { type Pool, type PoolClient, type QueryConfig, type QueryResultRow } from 'pg';
import { ConnectionFailure, explainUnavailable } from './database-failure.ts';

/** The rows of one statement; whatever keeps a connection from being had means that there is no database. */
export async function queryOnce<Row extends QueryResultRow>(
  pool: Pool,
  statement: QueryConfig,
): Promise<Row[]> {
  let client: PoolClient;
  try {
    client = await pool.connect();
  } catch (error) {
    throw explainUnavailable(new ConnectionFailure(error));
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
