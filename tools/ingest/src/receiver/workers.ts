import { once } from 'node:events';
import { extname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { FromWorker, Outcome, RefusalMessage, Report, WorkerTask } from './messages.ts';
import { Refusal, unavailable } from './refusal.ts';
import { mostApplyingMs } from './worker/limit-session.ts';

/** Beside this file, from source or built. */
const workerFile = new URL(`./worker/worker${extname(import.meta.filename)}`, import.meta.url);
const restartAfterMs = 500;
/** A worker that takes longer over one report hangs: its database is silent, say. */
const mostWorkMs = mostApplyingMs + 10_000;

export interface WorkersOptions {
  readonly count: number;
  readonly task: WorkerTask;
  /** What a worker may hold of JavaScript values; a report that needs more ends the worker. */
  readonly heapMb: number;
  readonly onRestart: (error: unknown) => void;
}

interface Job {
  readonly resolve: (outcome: Outcome) => void;
  readonly reject: (error: unknown) => void;
  readonly timer: NodeJS.Timeout;
  isReading: boolean;
}

/**
 * Threads that decompress, parse and apply reports, so that neither a large nor a hostile one keeps
 * the others, or the health routes, from being answered.
 */
export class Workers {
  readonly #options: WorkersOptions;
  readonly #staff = new Set<Staff>();
  #isClosing = false;

  private constructor(options: WorkersOptions) {
    this.#options = options;
  }

  static async start(options: WorkersOptions): Promise<Workers> {
    const workers = new Workers(options);
    await Promise.all(Array.from({ length: options.count }, () => workers.#hire()));
    return workers;
  }

  /** Gives a report to the worker that has the least to do. The body goes over to it. */
  run(report: Report): Promise<Outcome> {
    const [idlest] = [...this.#staff].sort((one, other) => one.jobs.size - other.jobs.size);
    return idlest ? idlest.run(report) : Promise.reject(interrupted());
  }

  /** Ends the workers; what they still do is broken off after some time. */
  async close(): Promise<void> {
    this.#isClosing = true;
    await Promise.all([...this.#staff].map((staff) => staff.end()));
  }

  async #hire(): Promise<void> {
    const staff = new Staff(this.#options, (error) => {
      this.#staff.delete(staff);
      if (this.#isClosing) return;
      this.#options.onRestart(error);
      void this.#rehire();
    });
    await staff.isReady;
    this.#staff.add(staff);
  }

  async #rehire(): Promise<void> {
    await sleep(restartAfterMs, undefined, { ref: false });
    if (this.#isClosing) return;
    await this.#hire().catch(() => undefined);
  }
}

class Staff {
  readonly jobs = new Map<number, Job>();
  readonly isReady: Promise<void>;
  readonly #worker: Worker;
  #lastJob = 0;

  constructor({ task, heapMb }: WorkersOptions, onEnd: (error: unknown) => void) {
    this.#worker = new Worker(workerFile, {
      workerData: task,
      resourceLimits: { maxOldGenerationSizeMb: heapMb },
    });
    const { promise, resolve, reject } = Promise.withResolvers<undefined>();
    this.isReady = promise;
    let failure: unknown;
    this.#worker.on('message', (message: FromWorker) => {
      if (message.kind === 'ready') resolve(undefined);
      else this.#hear(message);
    });
    this.#worker.on('error', (error) => (failure = error));
    this.#worker.on('exit', () => {
      reject(failure);
      this.#failAll(failure);
      onEnd(failure);
    });
  }

  run(report: Report): Promise<Outcome> {
    const { promise, resolve, reject } = Promise.withResolvers<Outcome>();
    const job = (this.#lastJob += 1);
    const timer = setTimeout(() => void this.#worker.terminate(), mostWorkMs);
    this.jobs.set(job, { resolve, reject, timer, isReading: false });
    this.#worker.postMessage({ job, report }, [report.body.buffer]);
    return promise;
  }

  async end(): Promise<void> {
    const ended = once(this.#worker, 'exit');
    this.#worker.postMessage(null);
    const timer = setTimeout(() => void this.#worker.terminate(), 2_000);
    await ended;
    clearTimeout(timer);
  }

  #hear(message: Exclude<FromWorker, { kind: 'ready' }>): void {
    const job = this.jobs.get(message.job);
    if (!job) return;
    switch (message.kind) {
      case 'reading':
      case 'read':
        job.isReading = message.kind === 'reading';
        return;
      case 'done':
        job.resolve(message.outcome);
        break;
      case 'refused':
        job.reject(toRefusal(message.refusal));
        break;
      case 'failed':
        job.reject(message.error);
    }
    this.jobs.delete(message.job);
    clearTimeout(job.timer);
  }

  /** Whether the others were committed is not known here: their next attempt finds out. */
  #failAll(failure: unknown): void {
    const ranOut = (failure as { code?: unknown } | undefined)?.code === 'ERR_WORKER_OUT_OF_MEMORY';
    for (const { reject, timer, isReading } of this.jobs.values()) {
      clearTimeout(timer);
      reject(ranOut && isReading ? takesTooMuch() : interrupted());
    }
    this.jobs.clear();
  }
}

const takesTooMuch = () =>
  new Refusal(413, 'snapshot_too_large', 'The snapshot takes more memory than it may.');
const interrupted = () =>
  unavailable('interrupted', 'The receiver was interrupted; send the report again.');

function toRefusal({ status, reason, message, details, cause }: RefusalMessage): Refusal {
  return new Refusal(status, reason, message, {
    ...details,
    ...(cause === undefined ? {} : { cause: new Error(cause) }),
  });
}
