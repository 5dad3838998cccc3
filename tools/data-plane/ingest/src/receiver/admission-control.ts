import { Refusal } from './refusal.ts';

export interface Bounds {
  /** Reports that are being read, waiting or being applied, per cluster and in total. */
  readonly perCluster: number;
  readonly overall: number;
  /** Total size of their bodies in bytes. */
  readonly bytes: number;
}

/** Maximum share of the bytes for the reports of one cluster. */
const clusterShare = 1 / 4;

/** The slot of one report, from before its body is read until its response is sent. */
export interface Slot {
  /**
   * Reserves more bytes for the body.
   *
   * @throws {Refusal} 429
   */
  grow(bytes: number): void;
  release(): void;
}

interface Holding {
  count: number;
  bytes: number;
}

/** Limits the reports in progress. When it is full, clients are told to retry. */
export class AdmissionControl {
  readonly #bounds: Bounds;
  readonly #holdings = new Map<string, Holding>();
  count = 0;
  bytes = 0;

  constructor(bounds: Bounds) {
    this.#bounds = bounds;
  }

  /**
   * @param declared declared size of the body; bytes are reserved only as they arrive, because
   * declaring costs nothing
   * @throws {Refusal} 429
   */
  acquire(clusterId: string, declared: number): Slot {
    const cluster = this.#holdings.get(clusterId) ?? { count: 0, bytes: 0 };
    const { perCluster, overall } = this.#bounds;
    if (cluster.count >= perCluster || this.count >= overall) throw full();
    this.#checkBytes(cluster, declared);
    this.#holdings.set(clusterId, cluster);
    this.count += 1;
    cluster.count += 1;
    let held = 0;
    return {
      grow: (more) => {
        this.#checkBytes(cluster, more);
        this.bytes += more;
        cluster.bytes += more;
        held += more;
      },
      release: () => {
        this.count -= 1;
        this.bytes -= held;
        cluster.count -= 1;
        cluster.bytes -= held;
        if (cluster.count === 0) this.#holdings.delete(clusterId);
      },
    };
  }

  #checkBytes(cluster: Holding, more: number): void {
    const { bytes } = this.#bounds;
    if (cluster.bytes + more > bytes * clusterShare || this.bytes + more > bytes) throw full();
  }
}

const full = () =>
  new Refusal(429, 'queue_full', 'Too many reports are waiting; send it again later.', {
    retryAfterSeconds: 2,
  });
