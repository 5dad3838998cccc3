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
   * that has not started never will; a started one continues, and occupies the queue until it ends.
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
