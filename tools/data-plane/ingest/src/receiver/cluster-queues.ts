interface Cluster {
  readonly organizationId: string;
  readonly clusterId: string;
}

interface Waiting {
  readonly start: () => Promise<void>;
}

/**
 * Runs tasks: those of one cluster one at a time, in order of arrival; those of different clusters
 * concurrently, as far as there are slots. Organizations take turns, so that one with many clusters
 * does not delay the others.
 */
export class ClusterQueues {
  readonly #slots: number;
  #running = 0;
  /** Waiting tasks by cluster, for clusters with a running or waiting task. */
  readonly #queues = new Map<string, Waiting[]>();
  /**
   * Clusters with waiting tasks but no running one, longest wait first, by organization: the one
   * whose turn is next first.
   */
  readonly #ready = new Map<string, Cluster[]>();

  constructor(slots: number) {
    this.#slots = slots;
  }

  /**
   * Returns the result of the task. If the signal aborts first, rejects with its reason: a task
   * that has not started leaves the queue; a started one continues, and occupies it until it ends.
   */
  run<Result>(cluster: Cluster, signal: AbortSignal, task: () => Promise<Result>): Promise<Result> {
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    const waiting = { start: () => task().then(resolve, reject) };
    const giveUp = () => {
      this.#leave(cluster.clusterId, waiting);
      reject(signal.reason as Error);
    };
    signal.addEventListener('abort', giveUp, { once: true });
    this.#enqueue(cluster, waiting);
    return promise.finally(() => {
      signal.removeEventListener('abort', giveUp);
    });
  }

  #enqueue(cluster: Cluster, waiting: Waiting): void {
    const queue = this.#queues.get(cluster.clusterId);
    if (queue) {
      queue.push(waiting);
      return;
    }
    this.#queues.set(cluster.clusterId, [waiting]);
    this.#addReady(cluster);
    this.#fill();
  }

  #leave(clusterId: string, waiting: Waiting): void {
    const others = this.#queues.get(clusterId)?.filter((one) => one !== waiting);
    if (others) this.#queues.set(clusterId, others);
  }

  #addReady(cluster: Cluster): void {
    const clusters = this.#ready.get(cluster.organizationId);
    if (clusters) clusters.push(cluster);
    else this.#ready.set(cluster.organizationId, [cluster]);
  }

  /** The next cluster of the organization whose turn it is, which goes to the end of the order. */
  #takeReady(): Cluster | undefined {
    for (const [organizationId, clusters] of this.#ready) {
      const cluster = clusters.shift();
      this.#ready.delete(organizationId);
      if (clusters.length > 0) this.#ready.set(organizationId, clusters);
      return cluster;
    }
    return undefined;
  }

  #fill(): void {
    while (this.#running < this.#slots) {
      const cluster = this.#takeReady();
      if (cluster === undefined) return;
      void this.#runNext(cluster);
    }
  }

  async #runNext(cluster: Cluster): Promise<void> {
    const { clusterId } = cluster;
    this.#running += 1;
    await this.#queues.get(clusterId)?.shift()?.start();
    this.#running -= 1;
    if (this.#queues.get(clusterId)?.length) this.#addReady(cluster);
    else this.#queues.delete(clusterId);
    this.#fill();
  }
}
