import { type Schemas } from '@costplane/client';
import { count, money, percent, text, wide } from '../column.ts';
import { runRate, runRates } from '../run-rate.ts';
import { type Resource } from './resource.ts';

export const nodeGroups: Resource<Schemas['NodeGroup']> = {
  async *list(client, query) {
    const { data } = await client.GET('/v1/node-groups', { params: { query } });
    yield* data.data;
  },
  cost: runRate,
  columns: (currency) => [
    text('NAME', 'name', ({ metadata }) => metadata.name),
    text('CLUSTER', 'cluster', ({ metadata }) => metadata.cluster.name),
    count('NODES', 'nodes', ({ utilization }) => utilization.counts.nodes),
    percent('SPOT', 'spot_percent', ({ metadata }) => metadata.spot_percentage),
    percent('CPU', 'cpu_percent', ({ utilization }) => utilization.cpu.utilization_percent),
    percent(
      'MEMORY',
      'memory_percent',
      ({ utilization }) => utilization.memory.utilization_percent,
    ),
    ...runRates(currency),
    ...wide<Schemas['NodeGroup']>(
      money('UNALLOCATED', 'unallocated_hourly', ({ cost }) => cost.unallocated),
      text('STATUS', 'status', ({ metadata }) => metadata.status),
      text('TYPES', 'instance_types', ({ metadata }) => metadata.instance_types.join(' ')),
      text('ZONES', 'zones', ({ metadata }) => metadata.zones.join(' ')),
      text('ID', 'id', ({ id }) => id),
    ),
  ],
};
