import { sql, type RawBuilder } from 'kysely';
import { inCluster, type Scope } from './scope.ts';

/** The keys of the labels that say whose a namespace or workload is. */
export interface OwnerLabels {
  team: string;
  department: string;
}

/** Kubernetes has no label value over 63 characters; a longer one still has to fit an index. */
const maxNameLength = 512;

const ownersIn = ({ team, department }: OwnerLabels) => sql`
  left(labels ->> ${team}, ${sql.lit(maxNameLength)}) as team,
  left(labels ->> ${department}, ${sql.lit(maxNameLength)}) as department`;

/**
 * The namespaces and workloads that the cluster has now, as assignments name them, each with the
 * `team` and the `department` of its labels: null without the label, which may also be empty.
 */
export function labelledEntities(scope: Scope, labels: OwnerLabels): RawBuilder<unknown> {
  return sql`
    select 'namespace' as entity_type, name as entity_identifier,
      name as entity_name, name as entity_namespace, ${ownersIn(labels)}
    from namespaces as namespace where ${inCluster(scope, 'namespace')} and gone_at is null
    union all
    select 'workload', uid::text, name, namespace, ${ownersIn(labels)}
    from workloads as workload where ${inCluster(scope, 'workload')} and gone_at is null`;
}

/** `team` and `department` of what the table has in the organization's other clusters now. */
export function ownersElsewhere(
  table: 'namespaces' | 'workloads',
  { organizationId, clusterId }: Scope,
  labels: OwnerLabels,
): RawBuilder<unknown> {
  return sql`
    select ${ownersIn(labels)} from ${sql.table(table)}
    where organization_id = ${organizationId}::uuid and cluster_id <> ${clusterId}::uuid
      and gone_at is null`;
}
