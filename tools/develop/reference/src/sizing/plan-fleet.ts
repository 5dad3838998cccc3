import { type HistoryTable, measured } from './measured.ts';

const minutesPerDay = 1_440;
const hoursPerMonth = 730;
/** The defaults of `costplane prune`: 13 months and 7 years. */
const keptDays = { hours: 395, days: 2_557 };
/**
 * Half of the cores are reserved for readers and vacuum; a quarter of the disk is free space within
 * pages.
 */
const spare = { cores: 2, bytes: 4 / 3 };
/** A server of PostgreSQL or of receivers, and the largest disk for one server. */
export const machine = { instanceType: 'm6i.4xlarge', cores: 16, diskBytes: 8e12 };

export interface Fleet {
  readonly clusters: number;
  readonly nodesPerCluster: number;
}

/** In the currency of the price book. */
export interface Prices {
  readonly machineHourly: number;
  readonly gibMonthly: number;
}

export interface FleetPlan {
  readonly pods: number;
  readonly bytesPerDay: Readonly<Record<HistoryTable, number>>;
  /** Including indexes, once as much is pruned as is added. */
  readonly storedBytes: number;
  readonly walBytesPerDay: number;
  readonly networkBytesPerSecond: number;
  readonly receiverCores: number;
  readonly postgresCores: number;
  /** Number of PostgreSQL servers by cores or by disk, whichever is larger. */
  readonly servers: number;
  readonly costMonthly: number;
}

/** The requirements of a fleet whose clusters report every minute, from the measurements. */
export function planFleet(fleet: Fleet, prices: Prices): FleetPlan {
  const { perNode, presentBytes, perPodReport } = measured;
  const nodes = fleet.clusters * fleet.nodesPerCluster;
  const pods = nodes * perNode.pods;
  const bytesPerDay = historyPerDay(fleet.clusters, nodes);
  const { hours, days } = splitByGrain(bytesPerDay);
  const present =
    nodes *
    (presentBytes.node +
      perNode.workloads * presentBytes.workload +
      perNode.pods * (presentBytes.pod + presentBytes.container));
  const storedBytes = spare.bytes * (present + hours * keptDays.hours + days * keptDays.days);
  const toCores = (cpuMs: number) => (spare.cores * pods * cpuMs) / 60_000;
  const receiverCores = toCores(perPodReport.receiverCpuMs);
  const postgresCores = toCores(perPodReport.postgresCpuMs);
  const servers = Math.ceil(
    Math.max(postgresCores / machine.cores, storedBytes / machine.diskBytes),
  );
  const machines = servers + Math.ceil(receiverCores / machine.cores);
  return {
    pods,
    bytesPerDay,
    storedBytes,
    walBytesPerDay: pods * perPodReport.walBytes * minutesPerDay,
    networkBytesPerSecond: (pods * perPodReport.bodyBytes) / 60,
    receiverCores,
    postgresCores,
    servers,
    costMonthly:
      machines * hoursPerMonth * prices.machineHourly + (storedBytes / 2 ** 30) * prices.gibMonthly,
  };
}

function historyPerDay(clusters: number, nodes: number): Record<HistoryTable, number> {
  const { hourRowBytes, dayRowBytes, perNode } = measured;
  const namespaces = nodes * perNode.namespaces;
  const workloads = nodes * perNode.workloads;
  return {
    cluster_hours: 24 * clusters * hourRowBytes.cluster_hours,
    node_hours: 24 * nodes * hourRowBytes.node_hours,
    namespace_hours: 24 * namespaces * hourRowBytes.namespace_hours,
    workload_hours: 24 * workloads * hourRowBytes.workload_hours,
    cluster_days: clusters * dayRowBytes.cluster_days,
    node_days: nodes * dayRowBytes.node_days,
    namespace_days: namespaces * dayRowBytes.namespace_days,
    workload_days: workloads * dayRowBytes.workload_days,
    container_days: nodes * perNode.containersPerDay * dayRowBytes.container_days,
  };
}

function splitByGrain(bytesPerDay: FleetPlan['bytesPerDay']): { hours: number; days: number } {
  const sum = { hours: 0, days: 0 };
  for (const [table, bytes] of Object.entries(bytesPerDay)) {
    sum[table.endsWith('_hours') ? 'hours' : 'days'] += bytes;
  }
  return sum;
}
