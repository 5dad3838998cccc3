import { ApiError } from '@costplane/plugin-api';

/** What work came to after its time was up. */
export type LateOutcome = PromiseSettledResult<unknown> & { readonly lateByMs: number };

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

/**
 * The time that some work of a request may take. `AbortSignal.timeout` cannot be extended, and costs
 * a request ten times as much as this timer.
 */
export class Deadline {
  hasPassed = false;
  readonly #startedAtMs = performance.now();
  readonly #listeners: ((error: DeadlineExceeded) => void)[] = [];
  #dueAtMs: number;
  #timer: NodeJS.Timeout;

  constructor(seconds: number) {
    this.#dueAtMs = this.#startedAtMs + seconds * 1000;
    this.#timer = this.#wait();
  }

  get lateByMs(): number {
    return performance.now() - this.#dueAtMs;
  }

  /** Gives the work so many seconds from now, unless it has more. */
  extend(seconds: number): void {
    this.#dueAtMs = Math.max(this.#dueAtMs, performance.now() + seconds * 1000);
  }

  /** Calls the listener when the time is up before the work is done. */
  onPassed(listener: (error: DeadlineExceeded) => void): void {
    if (this.hasPassed) listener(this.#exceeded());
    else this.#listeners.push(listener);
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
    for (const listener of this.#listeners) listener(this.#exceeded());
  }

  #exceeded(): DeadlineExceeded {
    return new DeadlineExceeded(Math.round((this.#dueAtMs - this.#startedAtMs) / 100) / 10);
  }
}

/**
 * What the work comes to, or `DeadlineExceeded` if that takes too long. The work cannot be stopped
 * from outside: what it comes to later, a failure too, goes to `discard`.
 */
export async function withDeadline<T>(
  seconds: number,
  work: (deadline: Deadline) => T | Promise<T>,
  discard: (late: LateOutcome) => void,
): Promise<T> {
  const deadline = new Deadline(seconds);
  const { promise: passed, reject } = Promise.withResolvers<never>();
  deadline.onPassed(reject);
  const working = (async () => work(deadline))();
  try {
    return await Promise.race([working, passed]);
  } finally {
    deadline.cancel();
    if (deadline.hasPassed) {
      void Promise.allSettled([working]).then(([outcome]) =>
        discard({ ...outcome, lateByMs: deadline.lateByMs }),
      );
    }
  }
}
