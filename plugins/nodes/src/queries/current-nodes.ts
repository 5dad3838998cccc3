import { type Kysely } from 'kysely';
import { type NodeRows } from '../tables.ts';

/** The nodes of an organization, as of each cluster's newest snapshot. */
export const currentNodes = (db: Kysely<NodeRows>, organizationId: string) =>
  db
    .selectFrom('nodes')
    .where('nodes.organization_id', '=', organizationId)
    .where('nodes.gone_at', 'is', null);
