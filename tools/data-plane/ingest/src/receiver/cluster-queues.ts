interface Waiting {
  readonly start: () => Promise<void>;
}

/**
 * Runs tasks: those of one cluster one at a time, in the order in which they came, those of
 * different clusters beside each other, as many as there are slots.
 */
export class ClusterQueues {
  readonly #slots: number;
  #running = 0;
  /** Of clusters with something that runs or waits: what waits. */
  readonly #queues = new Map<string, Waiting[]>();
  /** Clusters of which nothing runs and something waits, the one that waits longest first. */
  readonly #ready: string[] = [];

  constructor(slots: number) {
    this.#slots = slots;
  }

  /**
   * The task's outcome. When the signal fires first, its reason: a task that has not begun never
   * will, one that has goes on, and keeps the queue until it is over.
   */
  run<Result>(cluster: string, signal: AbortSignal, task: () => Promise<Result>): Promise<Result> {
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    const giveUp = () => {
      reject(signal.reason as Error);
    };
    signal.addEventListener('abort', giveUp, { once: true });
    const start = async () => {
      if (signal.aborted) return;
      await task().then(resolve, reject);
    };
    this.#enqueue(cluster, { start });
    return promise.finally(() => {
      signal.removeEventListener('abort', giveUp);
    });
  }

  #enqueue(cluster: string, waiting: Waiting): void {
    const queue = this.#queues.get(cluster);
    if (queue) {
      queue.push(waiting);
      return;
    }
    this.#queues.set(cluster, [waiting]);
    this.#ready.push(cluster);
    this.#fill();
  }

  #fill(): void {
    while (this.#running < this.#slots) {
      const cluster = this.#ready.shift();
      if (cluster === undefined) return;
      void this.#runNext(cluster);
    }
  }

  async #runNext(cluster: string): Promise<void> {
    this.#running += 1;
    await this.#queues.get(cluster)?.shift()?.start();
    this.#running -= 1;
    if (this.#queues.get(cluster)?.length) this.#ready.push(cluster);
    else this.#queues.delete(cluster);
    this.#fill();
  }
}
