import { type Kysely } from 'kysely';
import { type NodeRows } from '../tables.ts';

/** The nodes of the newest snapshots of an organization. */
export const currentNodes = (db: Kysely<NodeRows>, organizationId: string) =>
  db
    .selectFrom('nodes')
    .where('nodes.organization_id', '=', organizationId)
    .where('nodes.gone_at', 'is', null);
