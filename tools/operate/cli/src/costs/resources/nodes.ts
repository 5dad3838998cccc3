import { type Schemas } from '@costplane/client';
import { money, percent, text, wide } from '../column.ts';
import { runRate, runRates } from '../run-rate.ts';
import { paged } from './paged.ts';
import { type Resource } from './resource.ts';

export const nodes: Resource<Schemas['Node']> = {
  list: paged('/v1/nodes'),
  cost: runRate,
  columns: (currency) => [
    text('NAME', 'name', ({ metadata }) => metadata.name),
    text('CLUSTER', 'cluster', ({ metadata }) => metadata.cluster.name),
    text('TYPE', 'instance_type', ({ metadata }) => metadata.instance_type),
    percent('CPU', 'cpu_percent', ({ utilization }) => utilization.cpu.utilization_percent),
    percent(
      'MEMORY',
      'memory_percent',
      ({ utilization }) => utilization.memory.utilization_percent,
    ),
    ...runRates(currency),
    ...wide<Schemas['Node']>(
      money('UNALLOCATED', 'unallocated_hourly', ({ cost }) => cost.unallocated),
      text('CAPACITY', 'capacity_type', ({ metadata }) => metadata.capacity_type),
      text('GROUP', 'node_group', ({ metadata }) => metadata.node_group),
      text('ZONE', 'zone', ({ metadata }) => metadata.availability_zone),
      text('READY', 'is_ready', ({ metadata }) => metadata.is_ready),
      text('PRICE', 'pricing_source', ({ cost }) => cost.pricing_source),
      text('ID', 'id', ({ id }) => id),
    ),
  ],
};
