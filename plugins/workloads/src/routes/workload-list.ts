import {
  booleanParameter,
  csv,
  decimalParameter,
  enumParameter,
  optional,
  type Parameters,
  type RequestContext,
  textParameter,
  type ValuesOf,
} from '@costplane/plugin-api';
import { listPage } from '@costplane/plugin-api/listing';
import { countWorkloads } from '../queries/count-workloads.ts';
import { selectTeamsNamed, selectTeamsOfDepartments } from '../queries/select-teams.ts';
import { selectWorkloadPage, workloadKey } from '../queries/select-workload-page.ts';
import { toWorkload } from '../resources/to-workload.ts';
import { type WorkloadRows } from '../tables.ts';

/** Kinds that can be filtered for; others appear with their real kind (contract, "Workloads"). */
const filteredKinds = ['Deployment', 'StatefulSet', 'DaemonSet'] as const;

/** A name that a person gave may be longer than a label's value. */
const ownerName = { maxLength: 512 };

/** The filters that both lists of workloads have. */
export const workloadFilters = {
  namespace: csv(textParameter('Names of namespaces.')),
  kind: csv(enumParameter(filteredKinds, 'Kinds of workloads.')),
  has_hpa: optional(booleanParameter('Whether a HorizontalPodAutoscaler scales it.')),
  team: csv(
    textParameter('Names of teams that own it, directly or through its namespace.', ownerName),
  ),
  department: csv(textParameter('Names of departments whose teams own it.', ownerName)),
  min_cost_hourly: optional(decimalParameter('Minimum hourly run rate for the selected basis.')),
};

type ListContext = Pick<
  RequestContext<WorkloadRows, Parameters, Parameters, unknown>,
  'db' | 'organization' | 'basis' | 'costMode' | 'page'
> & { readonly query: ValuesOf<typeof workloadFilters> };

/** One page of the workloads of some clusters; `null`: of every cluster. */
export async function listWorkloadsIn(
  clusters: readonly string[] | null,
  { db, organization, query, basis, costMode, page }: ListContext,
) {
  const { id: organizationId, currency } = organization;
  const { team, department, ...own } = query;
  const scope = { organizationId, clusters, basis };
  const [teams, departmentTeams] = await Promise.all([
    team && selectTeamsNamed(db, organizationId, team),
    department && selectTeamsOfDepartments(db, organizationId, department),
  ]);
  const filters = { ...own, teams, departmentTeams };
  return listPage(page, {
    clusters,
    rows: () => selectWorkloadPage(db, scope, filters, page),
    total: () => countWorkloads(db, scope, filters),
    key: workloadKey,
    shape: (row) => toWorkload(row, { basis, costMode, currency }),
  });
}
