import {
  booleanParameter,
  csv,
  decimalParameter,
  enumParameter,
  optional,
  textParameter,
  type ValuesOf,
} from '@costplane/plugin-api';
import { type ListContext } from '@costplane/plugin-api/listing';
import { selectTeamsNamed, selectTeamsOfDepartments } from '../queries/select-teams.ts';
import { type WorkloadRows } from '../tables.ts';
import { workloadLists } from './workload-lists.ts';

/** Kinds that the filter accepts; the list also has others (contract, "Workloads"). */
const filteredKinds = ['Deployment', 'StatefulSet', 'DaemonSet'] as const;

/** Names given by a person can be longer than a Kubernetes label value. */
const ownerName = { maxLength: 512 };

/** The filters of both workload lists. */
export const workloadFilters = {
  namespace: csv(textParameter('Names of namespaces.')),
  kind: csv(enumParameter(filteredKinds, 'Kinds of workloads.')),
  has_hpa: optional(booleanParameter('Whether a HorizontalPodAutoscaler scales it.')),
  team: csv(
    textParameter(
      'Comma-separated names of teams that own it, directly or through its namespace.',
      ownerName,
    ),
  ),
  department: csv(
    textParameter('Comma-separated names of departments whose teams own it.', ownerName),
  ),
  min_cost_hourly: optional(decimalParameter('Minimum run rate per hour over the basis.')),
};

type WorkloadsContext = ListContext<WorkloadRows> & {
  readonly query: ValuesOf<typeof workloadFilters>;
};

/** One page of the workloads of some clusters; `undefined` means all that the key may read. */
export async function listWorkloadsIn(
  clusters: readonly string[] | undefined,
  context: WorkloadsContext,
) {
  const { db, organization, query, basis } = context;
  const { team, department, ...own } = query;
  const [teams, departmentTeams] = await Promise.all([
    team && selectTeamsNamed(db, organization.id, team),
    department && selectTeamsOfDepartments(db, organization.id, department),
  ]);
  const filters = { ...own, teams, departmentTeams };
  return workloadLists[basis].page(context, { clusters, filters });
}
