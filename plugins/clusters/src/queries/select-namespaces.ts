import { selectedColumns } from '@costplane/plugin-api';
import { anyOf, clusterName } from '@costplane/plugin-api/listing';
import { type Basis } from '@costplane/plugin-api/schema';
import { type ExpressionBuilder, type Kysely, sql } from 'kysely';
import { type ClusterRows, namespaceFields } from '../tables.ts';

const ownColumns = selectedColumns('namespace', namespaceFields);

/** The namespaces of an organization that are in the newest snapshots. */
export const selectNamespaces = (db: Kysely<ClusterRows>, organizationId: string) =>
  db
    .selectFrom('namespaces as namespace')
    .where('namespace.organization_id', '=', organizationId)
    .where('namespace.gone_at', 'is', null);

/** One namespace of a cluster, unless it is gone. */
export const selectNamespace = (
  db: Kysely<ClusterRows>,
  organizationId: string,
  { clusterId, namespace }: { readonly clusterId: string; readonly namespace: string },
  basis: Basis,
) =>
  describeNamespaces(selectNamespaces(db, organizationId), organizationId, [clusterId], basis)
    .where('namespace.cluster_id', '=', clusterId)
    .where('namespace.name', '=', namespace);

/**
 * Adds what a Namespace is made of, with the names that it refers to. The department is the team's;
 * one that a label gives the namespace itself counts only where it has no team.
 */
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
        .on(
          'department.id',
          '=',
          sql<string>`case when team.id is null then namespace.department_id else team.department_id end`,
        ),
    )
    .select([
      ...ownColumns,
      'team.id as team_id',
      'team.name as team_name',
      'department.id as department_id',
      'department.name as department_name',
      clusterName('namespace', clusters),
      `namespace.run_rate_${basis}_rank as run_rate_rank`,
      `namespace.run_rate_${basis}_hourly as run_rate_hourly`,
      unallocatedHourly(basis),
    ]);

/** The team that most of the namespace is assigned to, then the first by name (decision 24). */
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
    .orderBy('owner.name')
    .orderBy('owner.id')
    .limit(1);

/** The run rate less the run rates of the workloads in it: volumes and pods that none owns. */
const unallocatedHourly = (basis: Basis) =>
  sql<
    string | null
  >`${sql.ref(`namespace.run_rate_${basis}_hourly`)} - ${sql.ref(`namespace.workloads_${basis}_hourly`)}`.as(
    'unallocated_hourly',
  );

/** A row of the queries above. */
export type NamespaceRow = Awaited<
  ReturnType<ReturnType<typeof selectNamespace>['executeTakeFirstOrThrow']>
>;
