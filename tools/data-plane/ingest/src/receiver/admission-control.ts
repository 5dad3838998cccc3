import { Refusal } from './refusal.ts';

export interface Bounds {
  /** Reports that are being read, wait or are being applied, of one cluster and over all. */
  readonly perCluster: number;
  readonly overall: number;
  /** Bytes of their bodies, over all. */
  readonly bytes: number;
}

/** Of all bytes, what the reports of one cluster may have. */
const clusterShare = 1 / 4;

/** The place of one report, from before its body is read until it is answered. */
export interface Slot {
  /**
   * Makes room for more of the body.
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

/** How much may be under way. What comes when it is full is told to come again. */
export class AdmissionControl {
  readonly #bounds: Bounds;
  readonly #ofClusters = new Map<string, Holding>();
  count = 0;
  bytes = 0;

  constructor(bounds: Bounds) {
    this.#bounds = bounds;
  }

  /**
   * @param declared of the body; room is made for it only as it comes, as to declare costs nothing
   * @throws {Refusal} 429
   */
  acquire(clusterId: string, declared: number): Slot {
    const cluster = this.#ofClusters.get(clusterId) ?? { count: 0, bytes: 0 };
    const { perCluster, overall } = this.#bounds;
    if (cluster.count >= perCluster || this.count >= overall) throw full();
    this.#checkBytes(cluster, declared);
    this.#ofClusters.set(clusterId, cluster);
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
        if (cluster.count === 0) this.#ofClusters.delete(clusterId);
      },
    };
  }

  #checkBytes(cluster: Holding, more: number): void {
    const { bytes } = this.#bounds;
    if (cluster.bytes + more > bytes * clusterShare || this.bytes + more > bytes) throw full();
  }
}

const full = () =>
  new Refusal(429, 'queue_full', 'Too many reports wait already; send it again later.', {
    retryAfterSeconds: 2,
  });
