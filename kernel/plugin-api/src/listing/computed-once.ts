import { sql } from 'kysely';

/** The text by which the reader recognizes it in statements. */
export const computedOnceText = 'materialized /* on one server */';

/**
 * For `with name as ${computedOnce} (…)`: materialized on a single server. In a distributed warehouse
 * it is inlined instead, so that each worker computes its own part and rows stay on their worker.
 */
export const computedOnce = sql.raw<never>(computedOnceText);
