/**
 * What one machine was measured to take; `docs/reference/sizing.md` says of what. Change a figure
 * here when it is measured anew, and make the page again.
 */
export const measured = {
  /** Of the demo fleet: what there is on a node, and what ran there within a day. */
  perNode: { pods: 20, workloads: 6.2, namespaces: 0.9, containersPerDay: 23 },
  /** Bytes of a row of history with its indexes, by table. */
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
  /** Bytes of what there is now, with what the rightsizing engine keeps. */
  presentBytes: { node: 3_400, workload: 3_400, pod: 1_500, container: 2_400 },
  /** Of each pod in each report. */
  perPodReport: { receiverCpuMs: 0.1, postgresCpuMs: 0.1, walBytes: 3_300, bodyBytes: 60 },
} as const;

export type HistoryTable = keyof typeof measured.hourRowBytes | keyof typeof measured.dayRowBytes;
