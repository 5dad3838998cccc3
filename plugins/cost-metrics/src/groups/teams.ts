import { sql } from 'kysely';
import { type Labels } from '../exposition/labels.ts';
import { type MetricsScope } from './scope.ts';

/** The team that most of a row is assigned to, then the first by name (decision 24). */
export const teamLabels: Labels = {
  team: { mayBeNull: sql`team.name` },
  department: { mayBeNull: sql`department.name` },
};

/** Joins the heaviest team of a namespace, and its department, else that of its own label. */
export const joinNamespaceTeam = ({ organization }: MetricsScope) => sql`
  left join lateral (
    select owner.id, owner.name, owner.department_id
    from team_assignments as assignment
    join teams as owner
      on owner.organization_id = assignment.organization_id and owner.id = assignment.team_id
    where assignment.organization_id = ${organization.id}::uuid
      and assignment.cluster_id = namespace.cluster_id
      and assignment.entity_type = 'namespace'
      and assignment.entity_identifier = namespace.name
    group by owner.organization_id, owner.id
    order by sum(assignment.weight_percentage) desc, owner.name, owner.id
    limit 1
  ) as team on true
  left join departments as department
    on department.organization_id = ${organization.id}::uuid
    and department.id = case when team.id is null then namespace.department_id else team.department_id end`;

/** Joins the heaviest team of a workload, and its department. */
export const joinWorkloadTeam = ({ organization }: MetricsScope) => sql`
  left join lateral (
    select owner.name, owner.department_id
    from workload_teams as share
    join teams as owner
      on owner.organization_id = share.organization_id and owner.id = share.team_id
    where share.organization_id = ${organization.id}::uuid
      and share.cluster_id = workload.cluster_id and share.workload_uid = workload.uid
    order by share.weight_percentage desc, owner.name, owner.id
    limit 1
  ) as team on true
  left join departments as department
    on department.organization_id = ${organization.id}::uuid and department.id = team.department_id`;
