import { anyOf } from '@costplane/plugin-api/listing';
import { type Kysely } from 'kysely';
import { type NodeRows } from '../tables.ts';

/** Which nodes a caller asks for. */
export interface NodeScope {
  readonly organizationId: string;
  /** `null`: those of every cluster of the organization. */
  readonly clusters: readonly string[] | null;
}

/** Values of one filter are joined by OR, filters by AND; `undefined` filters nothing. */
export interface NodeFilters {
  readonly node_group?: readonly string[] | undefined;
  readonly instance_type?: readonly string[] | undefined;
  readonly zone?: readonly string[] | undefined;
  readonly is_spot?: boolean | undefined;
  readonly is_ready?: boolean | undefined;
  readonly architecture?: readonly string[] | undefined;
  readonly capacity_type?: readonly string[] | undefined;
}

const textColumns = {
  node_group: 'node_group',
  instance_type: 'instance_type',
  zone: 'availability_zone',
  architecture: 'architecture',
  capacity_type: 'capacity_type',
} as const;

/** The nodes of the newest snapshots that match. */
export function nodesIn(
  db: Kysely<NodeRows>,
  { organizationId, clusters }: NodeScope,
  filters: NodeFilters = {},
) {
  let query = db
    .selectFrom('nodes')
    .where('nodes.organization_id', '=', organizationId)
    .where('nodes.gone_at', 'is', null);
  if (clusters) query = query.where('nodes.cluster_id', '=', anyOf(clusters, 'uuid'));
  for (const [filter, column] of Object.entries(textColumns)) {
    const values = filters[filter as keyof typeof textColumns];
    if (values) query = query.where(`nodes.${column}`, '=', anyOf(values, 'text'));
  }
  for (const column of ['is_spot', 'is_ready'] as const) {
    const value = filters[column];
    if (value !== undefined) query = query.where(`nodes.${column}`, '=', value);
  }
  return query;
}
