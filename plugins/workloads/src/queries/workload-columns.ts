import { selectedColumns } from '@costplane/plugin-api';
import { clusterName } from '@costplane/plugin-api/listing';
import { type Basis } from '@costplane/plugin-api/schema';
import { expressionBuilder, type Selection } from 'kysely';
import { workloadFields, type WorkloadTables } from '../tables.ts';

/** The columns of a Workload, and the name of its cluster. */
export const workloadColumns = (basis: Basis, clusters: readonly string[] | null) => [
  ...columnsByBasis[basis],
  clusterName('workload', clusters),
];

function columnsOver(basis: Basis) {
  const eb = expressionBuilder<WorkloadTables, 'workload'>();
  return [
    ...selectedColumns('workload', workloadFields),
    eb.ref(`workload.run_rate_${basis}_rank`).as('run_rate_rank'),
    eb.ref(`workload.run_rate_${basis}_hourly`).as('run_rate_hourly'),
  ];
}

/** Computed once, because every page selects the same columns. */
const columnsByBasis = { legacy: columnsOver('legacy'), all: columnsOver('all') };

export type WorkloadRow = Selection<
  WorkloadTables,
  'workload',
  ReturnType<typeof workloadColumns>[number]
>;
