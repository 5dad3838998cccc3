import { selectedColumns } from '@costplane/plugin-api';
import { clusterName } from '@costplane/plugin-api/listing';
import { type Basis } from '@costplane/plugin-api/schema';
import { expressionBuilder, type Kysely, type Selection } from 'kysely';
import { podFields, type WorkloadRows } from '../tables.ts';

type PodTables = WorkloadRows & { readonly pod: WorkloadRows['pods'] };

/** The pods of an organization, as of each cluster's newest snapshot. */
export const selectPods = (db: Kysely<WorkloadRows>, organizationId: string) =>
  db
    .selectFrom('pods as pod')
    .where('pod.organization_id', '=', organizationId)
    .where('pod.gone_at', 'is', null);

const ownColumns = selectedColumns('pod', podFields);

/** The columns of a Pod, and the name of its cluster. */
export const podColumns = (basis: Basis, clusters: readonly string[] | null) => [
  ...ownColumns,
  expressionBuilder<PodTables, 'pod'>().ref(`pod.run_rate_${basis}_hourly`).as('run_rate_hourly'),
  clusterName('pod', clusters),
];

export type PodRow = Selection<PodTables, 'pod', ReturnType<typeof podColumns>[number]>;
