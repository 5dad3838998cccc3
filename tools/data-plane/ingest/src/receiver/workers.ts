import { type ChildProcess, fork } from 'node:child_process';
import { extname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import {
  type FromWorker,
  type Outcome,
  type PendingCluster,
  type RefusalMessage,
  type Report,
  type ToWorker,
} from './messages.ts';
import { type WorkerTask } from './messages.ts';
import { Refusal, unavailable } from './refusal.ts';
import { mostApplyingMs } from './worker/session-limits.ts';

/** Beside this file, from source or built. */
const workerFile = fileURLToPath(
  new URL(`./worker/worker${extname(import.meta.filename)}`, import.meta.url),
);
const restartAfterMs = 500;
/** Every attempt that fails doubles the time to the next, up to this. */
const mostRestartAfterMs = 10_000;
const endWithinMs = 3_000;
/** A worker that takes longer over one report hangs: its database is silent, say. */
const mostWorkMs = mostApplyingMs + 10_000;
/** Of decompressing and parsing, which the largest snapshot needs some seconds for. */
const mostReadingMs = 15_000;

export interface WorkersOptions {
  readonly count: number;
  readonly task: WorkerTask;
  /** What a worker may hold of JavaScript values; a report that needs more ends the worker. */
  readonly heapMb: number;
  /** How long it may read a report; one that takes longer ends the worker. */
  readonly readWithinMs?: number;
  readonly onRestart: (reason: object) => void;
  /** One that ended is missing still; it is tried again. */
  readonly onFailedRestart: (error: unknown) => void;
}

/** An outcome of a report, or of how many reports what was pending is in the ledger. */
type Result = Outcome | number;

interface Job {
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
  readonly timer: NodeJS.Timeout;
  /** Set while the report is being read. */
  readingTimer?: NodeJS.Timeout | undefined;
}

/**
 * Processes that decompress, parse and apply reports, so that a large one keeps no other, and no
 * health route, from being answered. No threads: a hostile one that uses up the memory of a thread
 * can end the whole process.
 */
export class Workers {
  readonly #options: WorkersOptions;
  readonly #workers = new Set<Worker>();
  #isClosing = false;

  private constructor(options: WorkersOptions) {
    this.#options = options;
  }

  static async start(options: WorkersOptions): Promise<Workers> {
    const workers = new Workers(options);
    try {
      await Promise.all(Array.from({ length: options.count }, () => workers.#add()));
    } catch (error) {
      await workers.close();
      throw error;
    }
    return workers;
  }

  /** How many can take reports. */
  get count(): number {
    return this.#workers.size;
  }

  /** Gives a report to the worker that has the least to do. */
  run(report: Report): Promise<Outcome> {
    return this.#idlest?.run(report) ?? Promise.reject(interrupted());
  }

  /** Has what is pending of a cluster added to its hours and days. */
  fold(cluster: PendingCluster): Promise<number> {
    return this.#idlest?.fold(cluster) ?? Promise.reject(interrupted());
  }

  /** Ends the workers; what they still do is broken off. */
  async close(): Promise<void> {
    this.#isClosing = true;
    await Promise.all([...this.#workers].map((worker) => worker.end()));
  }

  get #idlest(): Worker | undefined {
    return [...this.#workers].sort((one, other) => one.jobs.size - other.jobs.size)[0];
  }

  async #add(): Promise<void> {
    const worker = new Worker(this.#options);
    await worker.isReady;
    if (this.#isClosing) return worker.end();
    this.#workers.add(worker);
    void worker.ended.then((reason) => {
      this.#workers.delete(worker);
      if (this.#isClosing) return;
      this.#options.onRestart(reason);
      void this.#replace();
    });
  }

  /** Until one is ready: a machine that has no memory or no file handles now may have them later. */
  async #replace(): Promise<void> {
    for (let afterMs = restartAfterMs; ; afterMs = Math.min(2 * afterMs, mostRestartAfterMs)) {
      await sleep(afterMs, undefined, { ref: false });
      if (this.#isClosing) return;
      try {
        await this.#add();
        return;
      } catch (error) {
        this.#options.onFailedRestart(error);
      }
    }
  }
}

class Worker {
  readonly jobs = new Map<number, Job>();
  readonly isReady: Promise<void>;
  /** With what is known of its end. */
  readonly ended: Promise<object>;
  readonly #process: ChildProcess;
  readonly #readWithinMs: number;
  #lastJob = 0;

  constructor({ task, heapMb, readWithinMs = mostReadingMs }: WorkersOptions) {
    this.#readWithinMs = readWithinMs;
    this.#process = fork(workerFile, {
      execArgv: [...process.execArgv, `--max-old-space-size=${Math.ceil(heapMb)}`],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    let said = '';
    this.#process.stderr?.on('data', (chunk: Buffer) => {
      said = `${said}${chunk.toString()}`.slice(0, 2_000);
    });
    const { promise, resolve, reject } = Promise.withResolvers<undefined>();
    this.isReady = promise;
    const { promise: ended, resolve: end } = Promise.withResolvers<object>();
    this.ended = ended;
    this.#process.on('message', (message: FromWorker) => {
      if (message.kind === 'ready') resolve(undefined);
      else this.#hear(message);
    });
    // What cannot be sent any more is answered when the process has ended.
    this.#process.on('error', reject);
    this.#process.once('exit', (code, signal) => {
      reject(new Error(`A worker did not start: ${said}`));
      end({ code, signal, said });
      this.#failAll(signal);
    });
    this.#tell({ kind: 'begin', task });
  }

  run(report: Report): Promise<Outcome> {
    return this.#begin((job) => ({ kind: 'take', job, report })) as Promise<Outcome>;
  }

  fold(cluster: PendingCluster): Promise<number> {
    return this.#begin((job) => ({ kind: 'fold', job, cluster })) as Promise<number>;
  }

  #begin(describe: (job: number) => ToWorker): Promise<Result> {
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    const job = (this.#lastJob += 1);
    this.jobs.set(job, { resolve, reject, timer: this.#killAfter(mostWorkMs) });
    this.#tell(describe(job));
    return promise;
  }

  async end(): Promise<void> {
    this.#tell({ kind: 'end' });
    const timer = this.#killAfter(endWithinMs);
    await this.ended;
    clearTimeout(timer);
  }

  #killAfter(ms: number): NodeJS.Timeout {
    return setTimeout(() => this.#process.kill('SIGKILL'), ms);
  }

  #tell(message: ToWorker): void {
    if (this.#process.connected) this.#process.send(message);
  }

  #hear(message: Exclude<FromWorker, { kind: 'ready' }>): void {
    const job = this.jobs.get(message.job);
    if (!job) return;
    switch (message.kind) {
      case 'reading':
        job.readingTimer = this.#killAfter(this.#readWithinMs);
        return;
      case 'read':
        endReading(job);
        return;
      case 'done':
        job.resolve(message.outcome);
        break;
      case 'folded':
        job.resolve(message.reports);
        break;
      case 'refused':
        job.reject(toRefusal(message.refusal));
        break;
      case 'failed':
        job.reject(message.error);
    }
    this.jobs.delete(message.job);
    endReading(job);
    clearTimeout(job.timer);
  }

  /** Whether the others were committed is not known here: their next attempt finds out. */
  #failAll(signal: NodeJS.Signals | null): void {
    // V8 aborts, and the kernel kills, what uses up its memory.
    const ranOut = signal === 'SIGABRT' || signal === 'SIGKILL' || signal === 'SIGTRAP';
    for (const job of this.jobs.values()) {
      job.reject(ranOut && job.readingTimer ? takesTooMuch() : interrupted());
      endReading(job);
      clearTimeout(job.timer);
    }
    this.jobs.clear();
  }
}

function endReading(job: Job): void {
  clearTimeout(job.readingTimer);
  job.readingTimer = undefined;
}

const takesTooMuch = () =>
  new Refusal(413, 'snapshot_too_large', 'The snapshot takes more memory or time than it may.');
const interrupted = () =>
  unavailable('interrupted', 'The receiver was interrupted; send the report again.');

function toRefusal({ status, reason, message, details, cause }: RefusalMessage): Refusal {
  return new Refusal(status, reason, message, {
    ...details,
    ...(cause === undefined ? {} : { cause: new Error(cause) }),
  });
}
