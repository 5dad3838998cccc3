interface Waiting {
  readonly start: () => Promise<void>;
}

/**
 * Runs tasks: those of one cluster one at a time, in order of arrival; those of different clusters
 * concurrently, as far as there are slots.
 */
export class ClusterQueues {
  readonly #slots: number;
  #running = 0;
  /** Waiting tasks by cluster, for clusters with a running or waiting task. */
  readonly #queues = new Map<string, Waiting[]>();
  /** Clusters with waiting tasks but no running one, longest wait first. */
  readonly #ready: string[] = [];

  constructor(slots: number) {
    this.#slots = slots;
  }

  /**
   * Returns the result of the task. If the signal aborts first, rejects with its reason: a task
   * that has not started leaves the queue; a started one continues, and occupies it until it ends.
   */
  run<Result>(cluster: string, signal: AbortSignal, task: () => Promise<Result>): Promise<Result> {
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    const waiting = { start: () => task().then(resolve, reject) };
    const giveUp = () => {
      this.#leave(cluster, waiting);
      reject(signal.reason as Error);
    };
    signal.addEventListener('abort', giveUp, { once: true });
    this.#enqueue(cluster, waiting);
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

  #leave(cluster: string, waiting: Waiting): void {
    const others = this.#queues.get(cluster)?.filter((one) => one !== waiting);
    if (others) this.#queues.set(cluster, others);
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
