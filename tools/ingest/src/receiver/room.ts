import { Refusal } from './refusal.ts';

export interface Bounds {
  /** Reports that are being read, wait or are being applied, of one cluster and over all. */
  readonly perCluster: number;
  readonly overall: number;
  /** Bytes of their bodies, over all. */
  readonly bytes: number;
}

/** The place of one report, from before its body is read until it is answered. */
export interface Place {
  /** Makes room for more of the body. */
  grow(bytes: number): void;
  leave(): void;
}

/** How much may be under way. What comes when it is full is told to come again. */
export class Room {
  readonly #bounds: Bounds;
  readonly #ofClusters = new Map<string, number>();
  count = 0;
  bytes = 0;

  constructor(bounds: Bounds) {
    this.#bounds = bounds;
  }

  /** @throws {Refusal} 429 */
  enter(clusterId: string, bytes: number): Place {
    const ofCluster = this.#ofClusters.get(clusterId) ?? 0;
    if (ofCluster >= this.#bounds.perCluster || this.count >= this.#bounds.overall) throw full();
    let held = 0;
    const grow = (more: number) => {
      if (this.bytes + more > this.#bounds.bytes) throw full();
      this.bytes += more;
      held += more;
    };
    grow(bytes);
    this.count += 1;
    this.#ofClusters.set(clusterId, ofCluster + 1);
    return {
      grow,
      leave: () => {
        this.count -= 1;
        this.bytes -= held;
        const left = (this.#ofClusters.get(clusterId) ?? 1) - 1;
        if (left === 0) this.#ofClusters.delete(clusterId);
        else this.#ofClusters.set(clusterId, left);
      },
    };
  }
}

const full = () =>
  new Refusal(429, 'queue_full', 'Too many reports wait already; send it again later.', {
    retryAfterSeconds: 2,
  });
