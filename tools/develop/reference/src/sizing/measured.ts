/**
 * Measured resource use of one machine; `docs/reference/sizing.md` describes the measurements.
 * Change a figure here after a new measurement, and generate the page again.
 */
export const measured = {
  /** Objects on a node of the demo fleet, and how many ran there within a day. */
  perNode: { pods: 20, workloads: 6.2, namespaces: 0.9, containersPerDay: 23 },
  /** Bytes per row of history including indexes, by table. */
  hourRowBytes: {
    cluster_hours: 430,
    node_hours: 790,
    namespace_hours: 340,
    workload_hours: 1_000,
  },
  dayRowBytes: {
    cluster_days: 2_300,
    node_days: 800,
    namespace_days: 620,
    workload_days: 650,
    container_days: 790,
  },
  /** Bytes of the current state, including the data of the rightsizing engine. */
  presentBytes: { node: 3_400, workload: 3_400, pod: 1_500, container: 2_400 },
  /** Per pod and report. */
  perPodReport: { receiverCpuMs: 0.1, postgresCpuMs: 0.1, walBytes: 3_300, bodyBytes: 60 },
} as const;

export type HistoryTable = keyof typeof measured.hourRowBytes | keyof typeof measured.dayRowBytes;
