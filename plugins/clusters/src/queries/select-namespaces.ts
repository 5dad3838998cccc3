import { selectedColumns } from '@costplane/plugin-api';
import { anyOf, clusterName } from '@costplane/plugin-api/listing';
import { type Basis } from '@costplane/plugin-api/schema';
import { type ExpressionBuilder, type InferResult, type Kysely, sql } from 'kysely';
import { type ClusterRows, namespaceFields } from '../tables.ts';

/** The namespaces of an organization, as of each cluster's newest snapshot. */
export const selectNamespaces = (db: Kysely<ClusterRows>, organizationId: string) =>
  db
    .selectFrom('namespaces as namespace')
    .where('namespace.organization_id', '=', organizationId)
    .where('namespace.gone_at', 'is', null);

/** One namespace of a cluster, unless it was deleted. */
export const selectNamespace = (
  db: Kysely<ClusterRows>,
  organizationId: string,
  { clusterId, namespace }: { readonly clusterId: string; readonly namespace: string },
  basis: Basis,
) =>
  describeNamespaces(selectNamespaces(db, organizationId), organizationId, [clusterId], basis)
    .where('namespace.cluster_id', '=', clusterId)
    .where('namespace.name', '=', namespace);

/** Adds the columns of a Namespace. Unallocated cost is that of volumes and pods without a workload. */
export const describeNamespaces = (
  namespaces: ReturnType<typeof selectNamespaces>,
  organizationId: string,
  clusters: readonly string[] | null,
  basis: Basis,
) =>
  namespaces
    .leftJoinLateral(
      (from) => heaviestTeam(from, organizationId, clusters).as('team'),
      (join) => join.onTrue(),
    )
    .leftJoin('departments as department', (join) =>
      join
        .on('department.organization_id', '=', organizationId)
        .on('department.id', '=', ownerDepartment),
    )
    .select((eb) => [
      ...selectedColumns('namespace', namespaceFields),
      'team.id as team_id',
      'team.name as team_name',
      'department.id as department_id',
      'department.name as department_name',
      clusterName('namespace', clusters),
      `namespace.run_rate_${basis}_rank as run_rate_rank`,
      `namespace.run_rate_${basis}_hourly as run_rate_hourly`,
      eb(
        `namespace.run_rate_${basis}_hourly`,
        '-',
        eb.ref(`namespace.workloads_${basis}_hourly`),
      ).as('unallocated_hourly'),
    ]);

/** The department of the team; the namespace's own department label counts only without a team. */
const ownerDepartment = sql<string>`case when team.id is null then namespace.department_id else team.department_id end`;

/** The team with the largest share of the namespace; ties by name (decision 24). */
const heaviestTeam = (
  from: ExpressionBuilder<ClusterRows & { namespace: ClusterRows['namespaces'] }, 'namespace'>,
  organizationId: string,
  clusters: readonly string[] | null,
) =>
  from
    .selectFrom('team_assignments as assignment')
    .innerJoin('teams as owner', (join) =>
      join
        .onRef('owner.organization_id', '=', 'assignment.organization_id')
        .onRef('owner.id', '=', 'assignment.team_id'),
    )
    .select(['owner.id', 'owner.name', 'owner.department_id'])
    .where('assignment.organization_id', '=', organizationId)
    .whereRef('assignment.cluster_id', '=', 'namespace.cluster_id')
    .$if(clusters !== null, (some) =>
      some.where('assignment.cluster_id', '=', anyOf(clusters ?? [], 'uuid')),
    )
    .where('assignment.entity_type', '=', 'namespace')
    .whereRef('assignment.entity_identifier', '=', 'namespace.name')
    .groupBy(['owner.organization_id', 'owner.id'])
    .orderBy(({ fn }) => fn.sum('assignment.weight_percentage'), 'desc')
    .orderBy(sql`owner.name collate "C"`)
    .orderBy('owner.id')
    .limit(1);

/** The five most expensive workloads of a namespace over the basis; unknown costs come last. */
export const selectTopWorkloads = (
  db: Kysely<ClusterRows>,
  organizationId: string,
  namespace: NamespaceRow,
  basis: Basis,
) =>
  db
    .selectFrom('workloads')
    .select(['uid', 'name', `run_rate_${basis}_hourly as run_rate_hourly`])
    .where('organization_id', '=', organizationId)
    .where('namespace', '=', namespace.name)
    .where('cluster_id', '=', namespace.cluster_id)
    .where('gone_at', 'is', null)
    .orderBy(`run_rate_${basis}_rank`)
    .orderBy('uid')
    .limit(5);

export type NamespaceRow = InferResult<ReturnType<typeof selectNamespace>>[number];
export type TopWorkloadRow = InferResult<ReturnType<typeof selectTopWorkloads>>[number];
