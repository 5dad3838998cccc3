import { type Schemas } from '@costplane/client';
import { bytes, cores, count, optional, text, wide } from '../column.ts';
import { runRate, runRates } from '../run-rate.ts';
import { paged } from './paged.ts';
import { type Resource } from './resource.ts';

export const namespaces: Resource<Schemas['Namespace']> = {
  list: paged('/v1/namespaces'),
  cost: runRate,
  columns: (currency) => [
    text('NAME', 'name', ({ metadata }) => metadata.name),
    text('CLUSTER', 'cluster', ({ metadata }) => metadata.cluster.name),
    text('TEAM', 'team', ({ metadata }) => metadata.team?.name),
    count('PODS', 'pods', ({ utilization }) => utilization.counts.pods),
    ...optional<Schemas['Namespace']>(
      cores('CPU REQ', 'cpu_requested_cores', ({ utilization }) => utilization.cpu.requested_cores),
      bytes(
        'MEM REQ',
        'memory_requested_bytes',
        ({ utilization }) => utilization.memory.requested_bytes,
      ),
    ),
    ...runRates(currency),
    ...wide<Schemas['Namespace']>(
      cores('CPU USED', 'cpu_used_cores', ({ utilization }) => utilization.cpu.used_cores),
      bytes('MEM USED', 'memory_used_bytes', ({ utilization }) => utilization.memory.used_bytes),
      text('DEPARTMENT', 'department', ({ metadata }) => metadata.department?.name),
      text('ID', 'id', ({ id }) => id),
    ),
  ],
};
