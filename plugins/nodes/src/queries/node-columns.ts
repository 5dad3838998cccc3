import { selectedColumns } from '@costplane/plugin-api';
import { clusterName } from '@costplane/plugin-api/listing';
import { sql } from 'kysely';
import { nodeFields } from '../tables.ts';

/** The columns of a Node, with the name of its cluster and its cost less the run rates of workloads. */
export const nodeColumns = (clusters: readonly string[] | null) => [
  ...ownColumns,
  clusterName('nodes', clusters),
];

const ownColumns = [
  ...selectedColumns('nodes', nodeFields),
  'nodes.run_rate_legacy_hourly as run_rate_hourly',
  sql<string | null>`nodes.run_rate_legacy_hourly - nodes.workloads_hourly`.as(
    'unallocated_hourly',
  ),
  sql<string | null>`case when nodes.gpu_total > 0 then nodes.compute_gpu_hourly end`.as(
    'compute_gpu_hourly',
  ),
  sql<boolean>`(nodes.compute_cpu_hourly is null or nodes.compute_ram_hourly is null
      or nodes.compute_gpu_hourly is null)`.as('is_compute_partial'),
] as const;
