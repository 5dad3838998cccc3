import { onOneServer } from '@costplane/plugin-api/listing';

/**
 * For `with name as ${computedOnce} (…)`: materialized on a single server. In a distributed warehouse it is
 * inlined, so that each worker computes its own part and rows stay on their worker.
 */
export const computedOnce = onOneServer('materialized', 'not materialized');
