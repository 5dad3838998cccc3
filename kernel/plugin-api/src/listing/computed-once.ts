import { sql } from 'kysely';

/** As the reader finds it in statements. */
export const computedOnceText = 'materialized /* on one server */';

/**
 * In `with name as ${computedOnce} (…)`: computed once, however often it is read. Where clusters are
 * distributed, each worker computes it for its own wherever it is read: so many rows never leave it.
 */
export const computedOnce = sql.raw<never>(computedOnceText);
