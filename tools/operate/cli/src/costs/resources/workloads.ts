import { type Schemas } from '@costplane/client';
import { bytes, cores, count, optional, text, wide } from '../column.ts';
import { runRate, runRates } from '../run-rate.ts';
import { paged } from './paged.ts';
import { type Resource } from './resource.ts';

export const workloads: Resource<Schemas['Workload']> = {
  list: paged('/v1/workloads'),
  cost: runRate,
  columns: (currency) => [
    text('NAME', 'name', ({ metadata }) => metadata.name),
    text('NAMESPACE', 'namespace', ({ metadata }) => metadata.namespace),
    text('CLUSTER', 'cluster', ({ metadata }) => metadata.cluster.name),
    ...optional<Schemas['Workload']>(
      cores('CPU REQ', 'cpu_requested_cores', ({ utilization }) => utilization.cpu.requested_cores),
      bytes(
        'MEM REQ',
        'memory_requested_bytes',
        ({ utilization }) => utilization.memory.requested_bytes,
      ),
    ),
    ...runRates(currency),
    ...wide<Schemas['Workload']>(
      cores('CPU USED', 'cpu_used_cores', ({ utilization }) => utilization.cpu.used_cores),
      bytes('MEM USED', 'memory_used_bytes', ({ utilization }) => utilization.memory.used_bytes),
      text('KIND', 'kind', ({ metadata }) => metadata.workload_kind),
      count('PODS', 'pods', ({ utilization }) => utilization.counts.pods),
      text('ID', 'id', ({ id }) => id),
    ),
  ],
};
