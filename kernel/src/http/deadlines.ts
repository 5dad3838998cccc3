import { ApiError } from '../errors/api-error.ts';

/** Late by at most this: one timer looks at all requests, so that none of them costs one. */
const lookEveryMs = 100;

/** The time that some work of a request may take. */
export interface Deadline {
  readonly hasPassed: boolean;
  /** Gives it so many seconds from now, unless it has more. */
  extend(seconds: number): void;
  /** Calls `end` when the time is up before the work is done. Returns how to take that back. */
  onPassed(end: () => void): () => void;
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
  const running = new Set<Running>();
  const looking = setInterval(() => {
    const now = performance.now();
    for (const work of running) if (work.dueAtMs <= now) work.expire();
  }, lookEveryMs);
  looking.unref();
  return {
    within<T>(
      seconds: number,
      work: (deadline: Deadline) => T | Promise<T>,
      discard: (late: LateOutcome) => void,
    ) {
      const { promise, resolve, reject } = Promise.withResolvers<T>();
      const task = createRunning(seconds, (error) => {
        running.delete(task);
        reject(error);
      });
      running.add(task);
      const settle = (outcome: PromiseSettledResult<unknown>, answer: () => void) => {
        if (task.hasPassed) {
          discard({ ...outcome, lateByMs: performance.now() - task.dueAtMs });
        } else {
          running.delete(task);
          answer();
        }
      };
      start(work, task).then(
        (value) => {
          settle({ status: 'fulfilled', value }, () => {
            resolve(value);
          });
        },
        (reason: unknown) => {
          settle({ status: 'rejected', reason }, () => {
            reject(reason);
          });
        },
      );
      return promise;
    },
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

interface Running extends Deadline {
  readonly dueAtMs: number;
  expire(): void;
}

function createRunning(seconds: number, fail: (error: DeadlineExceeded) => void): Running {
  const startedAtMs = performance.now();
  let dueAtMs = startedAtMs + seconds * 1000;
  let hasPassed = false;
  let ends: Set<() => void> | undefined;
  return {
    get dueAtMs() {
      return dueAtMs;
    },
    get hasPassed() {
      return hasPassed;
    },
    extend(more) {
      dueAtMs = Math.max(dueAtMs, performance.now() + more * 1000);
    },
    onPassed(end) {
      if (hasPassed) end();
      else (ends ??= new Set()).add(end);
      return () => ends?.delete(end);
    },
    expire() {
      hasPassed = true;
      fail(new DeadlineExceeded(Math.round((dueAtMs - startedAtMs) / 100) / 10));
      for (const end of ends ?? []) end();
    },
  };
}
