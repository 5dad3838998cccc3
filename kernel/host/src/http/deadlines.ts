import { ApiError } from '@costplane/plugin-api';

/** Late by at most this: one timer looks at all requests, so that none of them costs one. */
const lookEveryMs = 100;

/** The time that some work of a request may take. */
export interface Deadline {
  readonly hasPassed: boolean;
  /** Gives it so many seconds from now, unless it has more. */
  extend(seconds: number): void;
  /** Calls `end` when the time is up before the work is done. */
  onPassed(end: () => void): void;
}

/** What work came to after its time was up. */
export type LateOutcome = PromiseSettledResult<unknown> & { readonly lateByMs: number };

/** Holds the requests of a service to their deadlines. */
export interface Deadlines {
  /**
   * What the work comes to, or `DeadlineExceeded` if that takes too long. The work cannot be
   * stopped from outside: what it comes to later, a failure too, goes to `discard`.
   */
  within<T>(
    seconds: number,
    work: (deadline: Deadline) => T | Promise<T>,
    discard: (late: LateOutcome) => void,
  ): Promise<T>;
  stop(): void;
}

/** A handler took longer than its deadline; which error that is, is said by the route. */
export class DeadlineExceeded extends ApiError {
  readonly deadlineSeconds: number;

  constructor(deadlineSeconds: number) {
    const unit = deadlineSeconds === 1 ? 'second' : 'seconds';
    super('SERVICE_UNAVAILABLE', [], {
      message: `The answer took longer than ${deadlineSeconds} ${unit}.`,
    });
    this.name = 'DeadlineExceeded';
    this.deadlineSeconds = deadlineSeconds;
  }
}

export function createDeadlines(): Deadlines {
  const running = new Map<Running, (error: DeadlineExceeded) => void>();
  const looking = setInterval(() => {
    const now = performance.now();
    for (const [task, fail] of running) {
      if (task.dueAtMs > now) continue;
      running.delete(task);
      fail(task.expire());
      task.end();
    }
  }, lookEveryMs);
  looking.unref();
  return {
    within: (seconds, work, discard) =>
      new Promise((resolve, reject) => {
        const task = new Running(seconds);
        running.set(task, reject);
        start(work, task).then(
          (value) => {
            if (running.delete(task)) resolve(value);
            else
              discard({ status: 'fulfilled', value, lateByMs: performance.now() - task.dueAtMs });
          },
          (reason: unknown) => {
            // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors -- a plugin may throw anything
            if (running.delete(task)) reject(reason);
            else
              discard({ status: 'rejected', reason, lateByMs: performance.now() - task.dueAtMs });
          },
        );
      }),
    stop() {
      clearInterval(looking);
    },
  };
}

/** Work that throws at once has failed like any other. */
async function start<T>(
  work: (deadline: Deadline) => T | Promise<T>,
  deadline: Deadline,
): Promise<T> {
  return await work(deadline);
}

/** A class, since one is made for each request: with closures each took ten microseconds longer. */
class Running implements Deadline {
  hasPassed = false;
  dueAtMs: number;
  readonly #startedAtMs: number;
  #ends: (() => void)[] | undefined;

  constructor(seconds: number) {
    this.#startedAtMs = performance.now();
    this.dueAtMs = this.#startedAtMs + seconds * 1000;
  }

  extend(seconds: number): void {
    this.dueAtMs = Math.max(this.dueAtMs, performance.now() + seconds * 1000);
  }

  onPassed(end: () => void): void {
    if (this.hasPassed) end();
    else (this.#ends ??= []).push(end);
  }

  expire(): DeadlineExceeded {
    this.hasPassed = true;
    return new DeadlineExceeded(Math.round((this.dueAtMs - this.#startedAtMs) / 100) / 10);
  }

  end(): void {
    for (const end of this.#ends ?? []) end();
  }
}
