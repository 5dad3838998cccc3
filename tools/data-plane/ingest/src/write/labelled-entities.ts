import { sql, type RawBuilder } from 'kysely';
import { inCluster, type Scope } from './scope.ts';

/** The keys of the labels that name the owner of a namespace or workload. */
export interface OwnerLabels {
  team: string;
  department: string;
}

/** Kubernetes limits label values to 63 characters; a longer one must still fit in an index. */
const maxNameLength = 512;

const ownersIn = ({ team, department }: OwnerLabels) => sql`
  left(labels ->> ${team}, ${sql.lit(maxNameLength)}) as team,
  left(labels ->> ${department}, ${sql.lit(maxNameLength)}) as department`;

/**
 * The current namespaces and workloads of the cluster, named as in assignments, each with the
 * `team` and `department` of its labels: null without the label, which may also be empty.
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

/** `team` and `department` labels of the table's rows in the organization's other clusters. */
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
