import { ApiError } from '@costplane/plugin-api';

/** A result that came after the deadline. */
export type LateOutcome = PromiseSettledResult<unknown> & { readonly lateByMs: number };

/** A handler exceeded its deadline; the route determines the error. */
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

/**
 * The deadline of some work of a request. `AbortSignal.timeout` cannot be extended, and costs ten times as
 * much as this timer.
 */
export class Deadline {
  hasPassed = false;
  /** Rejects at the deadline, unless the work is done. */
  readonly passed: Promise<never>;
  readonly #reject: (error: DeadlineExceeded) => void;
  readonly #startedAtMs = performance.now();
  #dueAtMs: number;
  #timer: NodeJS.Timeout;

  constructor(seconds: number) {
    const { promise, reject } = Promise.withResolvers<never>();
    this.passed = promise;
    this.#reject = reject;
    this.#dueAtMs = this.#startedAtMs + seconds * 1000;
    this.#timer = this.#wait();
  }

  get lateByMs(): number {
    return performance.now() - this.#dueAtMs;
  }

  /** Extends the deadline to this many seconds from now, unless it is later. */
  extend(seconds: number): void {
    this.#dueAtMs = Math.max(this.#dueAtMs, performance.now() + seconds * 1000);
  }

  cancel(): void {
    clearTimeout(this.#timer);
  }

  #wait(): NodeJS.Timeout {
    return setTimeout(() => this.#check(), -this.lateByMs).unref();
  }

  #check(): void {
    if (this.lateByMs < 0) {
      this.#timer = this.#wait();
      return;
    }
    this.hasPassed = true;
    const tenths = Math.round((this.#dueAtMs - this.#startedAtMs) / 100);
    this.#reject(new DeadlineExceeded(tenths / 10));
  }
}

/**
 * The result of the work, or `DeadlineExceeded`. The work cannot be stopped from outside: a later result or
 * failure is passed to `discard`.
 */
export async function withDeadline<T>(
  seconds: number,
  work: (deadline: Deadline) => T | Promise<T>,
  discard: (late: LateOutcome) => void,
): Promise<T> {
  const deadline = new Deadline(seconds);
  const working = (async () => work(deadline))();
  try {
    return await Promise.race([working, deadline.passed]);
  } finally {
    deadline.cancel();
    if (deadline.hasPassed) {
      void Promise.allSettled([working]).then(([outcome]) =>
        discard({ ...outcome, lateByMs: deadline.lateByMs }),
      );
    }
  }
}
