import { namedObject, text, uuid } from '@costplane/plugin-api/schema';
import { type Static } from 'typebox';
import { type WorkloadRow } from '../queries/select-workloads.ts';
import { coreCount, hourlyCost, memoryGb, nullableCount, toGb } from './amounts.ts';

export const workloadSchema = namedObject('LegacyWorkload', 'A workload.', {
  id: uuid('Kubernetes uid of the workload.'),
  workload_name: text('Name of the workload.'),
  workload_kind: text('Kind of the workload.'),
  replicas: nullableCount('Desired replicas; null when the kind has none.'),
  available_replicas: nullableCount('Available replicas; null when the kind has none.'),
  cpu_request: coreCount('CPU cores requested by its pods.'),
  memory_request_gb: memoryGb('Memory requested by its pods.'),
  hourly_cost: hourlyCost,
});

export const toWorkload = (row: WorkloadRow): Static<typeof workloadSchema> => ({
  id: row.uid,
  workload_name: row.name,
  workload_kind: row.kind,
  replicas: row.replicas_desired,
  available_replicas: row.replicas_available,
  cpu_request: Number(row.cpu_requested_cores),
  memory_request_gb: toGb(row.memory_requested_bytes),
  hourly_cost: row.hourly_cost,
});
