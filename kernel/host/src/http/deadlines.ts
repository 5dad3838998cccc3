import { ApiError } from '@costplane/plugin-api';

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
  #dueAtMs = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(seconds: number) {
    const { promise, reject } = Promise.withResolvers<never>();
    this.passed = promise;
    this.#reject = reject;
    this.extend(seconds);
  }

  /** Extends the deadline to this many seconds from now, unless it is later. */
  extend(seconds: number): void {
    const dueAtMs = performance.now() + seconds * 1000;
    if (dueAtMs <= this.#dueAtMs) return;
    this.#dueAtMs = dueAtMs;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#pass(), seconds * 1000).unref();
  }

  cancel(): void {
    clearTimeout(this.#timer);
    // The work may still extend it.
    this.#dueAtMs = Infinity;
  }

  #pass(): void {
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
  discard: (late: PromiseSettledResult<T>) => void,
): Promise<T> {
  const deadline = new Deadline(seconds);
  const working = (async () => work(deadline))();
  try {
    return await Promise.race([working, deadline.passed]);
  } finally {
    deadline.cancel();
    if (deadline.hasPassed) void Promise.allSettled([working]).then(([late]) => discard(late));
  }
}
