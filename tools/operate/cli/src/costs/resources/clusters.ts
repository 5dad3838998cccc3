import { type Schemas } from '@costplane/client';
import { count, money, percent, text, wide } from '../column.ts';
import { runRate, runRates } from '../run-rate.ts';
import { paged } from './paged.ts';
import { type Resource } from './resource.ts';

export const clusters: Resource<Schemas['Cluster']> = {
  list: paged('/v1/clusters'),
  cost: runRate,
  columns: (currency) => [
    text('NAME', 'name', ({ metadata }) => metadata.name),
    text('STATUS', 'status', ({ metadata: { status, is_stale } }) =>
      is_stale && status !== 'disconnected' ? 'stale' : status,
    ),
    count('NODES', 'nodes', ({ utilization }) => utilization?.counts.nodes),
    percent('CPU', 'cpu_percent', ({ utilization }) => utilization?.cpu.utilization_percent),
    percent(
      'MEMORY',
      'memory_percent',
      ({ utilization }) => utilization?.memory.utilization_percent,
    ),
    ...runRates(currency),
    ...wide<Schemas['Cluster']>(
      money('UNALLOCATED', 'unallocated_hourly', ({ cost }) => cost?.unallocated),
      text('ENVIRONMENT', 'environment', ({ metadata }) => metadata.environment),
      text('PROVIDER', 'provider', ({ metadata }) => metadata.provider),
      text('REGION', 'region', ({ metadata }) => metadata.region),
      text('VERSION', 'k8s_version', ({ metadata }) => metadata.k8s_version),
      text('ID', 'id', ({ id }) => id),
    ),
  ],
};
