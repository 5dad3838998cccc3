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
import { maxApplyingMs } from './worker/session-limits.ts';

/** Next to this file, as source or as build output. */
const workerFile = fileURLToPath(
  new URL(`./worker/worker${extname(import.meta.filename)}`, import.meta.url),
);
const restartAfterMs = 500;
/** Each failed attempt doubles the delay, up to this maximum. */
const maxRestartAfterMs = 10_000;
const endWithinMs = 3_000;
/** A worker that takes longer for a report is stuck, for example because its database does not respond. */
const maxWorkMs = maxApplyingMs + 10_000;
/** Maximum time to decompress and parse, which takes some seconds for the largest snapshot. */
const maxReadingMs = 15_000;

export interface WorkersOptions {
  readonly count: number;
  readonly task: WorkerTask;
  /** Heap limit of a worker; a report that needs more ends the worker. */
  readonly heapMb: number;
  /** Time limit to read a report; a report that takes longer ends the worker. */
  readonly readWithinMs?: number;
  readonly onRestart: (reason: object) => void;
  /** A worker that exited is still missing; starting it is retried. */
  readonly onFailedRestart: (error: unknown) => void;
}

/** The outcome of a report, or the number of reports that were folded. */
type Result = Outcome | number;

interface Job {
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
  timer?: NodeJS.Timeout;
  /** Set while the report is being read. */
  readingTimer?: NodeJS.Timeout | undefined;
}

/**
 * Processes that decompress, parse and apply reports, so that a large report does not block other
 * reports and health routes. Not threads, because a hostile report that exhausts the memory of a
 * thread can end the whole process.
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

  /** Number of workers that can accept reports. */
  get count(): number {
    return this.#workers.size;
  }

  /** Gives a report to the least busy worker. */
  run(report: Report): Promise<Outcome> {
    return this.#idlest?.run(report) ?? Promise.reject(interrupted());
  }

  /** Folds the pending increments of a cluster. */
  fold(cluster: PendingCluster): Promise<number> {
    return this.#idlest?.fold(cluster) ?? Promise.reject(interrupted());
  }

  /** Ends the workers; their current work is aborted. */
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

  /** Retries until one is ready: memory or file handles may become available later. */
  async #replace(): Promise<void> {
    for (let afterMs = restartAfterMs; ; afterMs = Math.min(2 * afterMs, maxRestartAfterMs)) {
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
  /** Logs its exit with the known details. */
  readonly ended: Promise<object>;
  readonly #process: ChildProcess;
  readonly #readWithinMs: number;
  #lastJob = 0;
  /** The job whose time limit has ended the process. */
  #overdue: Job | undefined;

  constructor({ task, heapMb, readWithinMs = maxReadingMs }: WorkersOptions) {
    this.#readWithinMs = readWithinMs;
    this.#process = fork(workerFile, {
      execArgv: [
        ...process.execArgv,
        `--max-old-space-size=${Math.ceil(heapMb)}`,
        // A report lives through many collections of a small young generation.
        '--max-semi-space-size=32',
      ],
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
    // Jobs that can no longer be sent are failed when the process has ended.
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
    const number = (this.#lastJob += 1);
    const job: Job = { resolve, reject };
    job.timer = this.#killAfter(maxWorkMs, job);
    this.jobs.set(number, job);
    this.#tell(describe(number));
    return promise;
  }

  async end(): Promise<void> {
    this.#tell({ kind: 'end' });
    const timer = this.#killAfter(endWithinMs);
    await this.ended;
    clearTimeout(timer);
  }

  #killAfter(ms: number, job?: Job): NodeJS.Timeout {
    return setTimeout(() => {
      this.#overdue = job;
      this.#process.kill('SIGKILL');
    }, ms);
  }

  #tell(message: ToWorker): void {
    if (this.#process.connected) this.#process.send(message);
  }

  #hear(message: Exclude<FromWorker, { kind: 'ready' }>): void {
    const job = this.jobs.get(message.job);
    if (!job) return;
    switch (message.kind) {
      case 'reading':
        job.readingTimer = this.#killAfter(this.#readWithinMs, job);
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

  /** Whether the other reports were committed is unknown here; the agents' next attempts will tell. */
  #failAll(signal: NodeJS.Signals | null): void {
    // V8 aborts a process that exhausts its heap, or the kernel kills it.
    const ranOut = signal === 'SIGABRT' || signal === 'SIGKILL' || signal === 'SIGTRAP';
    const jobs = [...this.jobs.values()];
    const reading = jobs.filter((job) => job.readingTimer);
    // Of several, any may be the cause: the next attempt of each tells.
    const suspects = reading.length === 0 && signal !== 'SIGKILL' ? jobs : reading;
    const [cause] = suspects;
    const isCause = ranOut && suspects.length === 1 && (this.#overdue ?? cause) === cause;
    for (const job of jobs) {
      job.reject(isCause && job === cause ? takesTooMuch() : interrupted());
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
  new Refusal(413, 'snapshot_too_large', 'The snapshot takes more memory or time than allowed.');
const interrupted = () =>
  unavailable('interrupted', 'The receiver was interrupted; send the report again.');

function toRefusal({ status, reason, message, details, cause }: RefusalMessage): Refusal {
  return new Refusal(status, reason, message, {
    ...details,
    ...(cause === undefined ? {} : { cause: new Error(cause) }),
  });
}
