import { type Kysely } from 'kysely';
import { type TrendRows } from '../tables.ts';

/** The namespace with this name in the newest snapshot of its cluster. */
export const selectNamespace = (
  db: Kysely<TrendRows>,
  organizationId: string,
  { cluster_id, namespace }: { readonly cluster_id: string; readonly namespace: string },
) =>
  db
    .selectFrom('namespaces')
    .select('name')
    .where('organization_id', '=', organizationId)
    .where('cluster_id', '=', cluster_id)
    .where('name', '=', namespace)
    .where('gone_at', 'is', null);

/** The workload with this Kubernetes uid in the newest snapshot of its cluster. */
export const selectWorkload = (
  db: Kysely<TrendRows>,
  organizationId: string,
  { cluster_id, workload_uid }: { readonly cluster_id: string; readonly workload_uid: string },
) =>
  db
    .selectFrom('workloads')
    .select('uid')
    .where('organization_id', '=', organizationId)
    .where('cluster_id', '=', cluster_id)
    .where('uid', '=', workload_uid)
    .where('gone_at', 'is', null);

/** A node of this group in the newest snapshot of its cluster. */
export const selectMember = (
  db: Kysely<TrendRows>,
  organizationId: string,
  { cluster_id, name }: { readonly cluster_id: string; readonly name: string },
) =>
  db
    .selectFrom('nodes')
    .select('node_group')
    .where('organization_id', '=', organizationId)
    .where('cluster_id', '=', cluster_id)
    .where('node_group', '=', name)
    .where('gone_at', 'is', null)
    .limit(1);
