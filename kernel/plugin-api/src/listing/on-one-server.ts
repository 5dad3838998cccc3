import { sql } from 'kysely';

const once = 'materialized /* on one server */';
const left = 'left /* on one server */';
const visible = '= any(array(select id from visible)) /* on one server */';
const semiJoin = '/* semi-join on one server */';

/** Texts by which the reader recognizes them in statements, and what it replaces them with on Citus. */
export const distributedForms: Readonly<Record<string, string>> = {
  [once]: 'not materialized',
  [left]: 'inner',
  [visible]: 'is not null',
  [semiJoin]: 'offset 0',
};

/**
 * For `with name as ${computedOnce} (…)`: materialized on a single server. In a distributed warehouse
 * it is inlined instead, so that each worker computes its own part and rows stay on their worker.
 */
export const computedOnce = sql.raw<never>(once);

/**
 * For `${leftForEstimate} join` in a statement that filters out rows without a match: the planner expects
 * as many rows as on the left side, where it underestimates an inner join. In a distributed warehouse it is
 * the inner join, since Citus rejects such outer joins before PostgreSQL 17.
 */
export const leftForEstimate = sql.raw<never>(left);

/**
 * For `cluster_id ${isAmongVisible}` with a common table expression `visible` of the ids of all clusters of the
 * organization: with them a single server uses an index by organization, cluster and time. In a
 * distributed warehouse it is always true, since all workers would have to wait for the ids.
 */
export const isAmongVisible = sql.raw<never>(visible);

/**
 * For `exists (select … ${asSemiJoin})` with conditions on the outer row: a semi-join on a single server. In a
 * distributed warehouse it is computed for each row, since under row-level security Citus makes an inner
 * join of a semi-join, which repeats a row for each of its matches.
 */
export const asSemiJoin = sql.raw<never>(semiJoin);
