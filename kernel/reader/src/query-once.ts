import { type Pool, type PoolClient, type QueryConfig, type QueryResultRow } from 'pg';
import { DatabaseFailure, explainUnavailable } from './database-failure.ts';

/** Runs one statement. Any failure to connect means that the database is unavailable. */
export const queryOnce = <Row extends QueryResultRow>(
  pool: Pool,
  statement: QueryConfig,
): Promise<Row[]> => useClient(pool, async (client) => (await client.query<Row>(statement)).rows);

/** Runs `read` with one connection of a pool. */
export async function useClient<Result>(
  pool: Pool,
  read: (client: PoolClient) => Promise<Result>,
): Promise<Result> {
  let client: PoolClient;
  try {
    client = await pool.connect();
  } catch (error) {
    throw new DatabaseFailure('UPSTREAM_UNAVAILABLE', error);
  }
  try {
    const result = await read(client);
    client.release();
    return result;
  } catch (error) {
    client.release(true);
    throw explainUnavailable(error);
  }
}
