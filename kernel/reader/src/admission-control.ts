import { ApiError } from '@costplane/plugin-api';

export interface AdmissionLimits {
  /** Under way at a time, over all organizations. */
  readonly slots: number;
  /** Under way at a time, of one organization. */
  readonly perOrganization: number;
  /** Requests of one organization that may wait. */
  readonly queueLength: number;
  /** How long a request may wait. */
  readonly queueSeconds: number;
}

/** The right to use one connection of a pool. */
export interface Slot {
  /** Hands it to the next request. A second call has no effect. */
  release(): void;
}

interface Organization {
  running: number;
  readonly queue: Waiting[];
}

interface Waiting {
  readonly admit: (slot: Slot) => void;
  readonly refuse: (reason: Error) => void;
}

/**
 * Shares slots fairly among organizations: each has a queue of its own, and a free slot goes to the
 * organization that holds the fewest; among equals, to the one that was served the longest time ago.
 */
export class AdmissionControl {
  readonly #limits: AdmissionLimits;
  /** All that have asked for a slot: no more than the warehouse has. */
  readonly #organizations = new Map<string, Organization>();
  /** Those that wait; who was served last comes last. */
  readonly #waiting = new Set<Organization>();
  #running = 0;
  #refused = 0;

  constructor(limits: AdmissionLimits) {
    this.#limits = limits;
  }

  /** Requests that wait. */
  get waiting(): number {
    let waiting = 0;
    for (const { queue } of this.#waiting) waiting += queue.length;
    return waiting;
  }

  /** Requests that were refused because too many were under way. */
  get refused(): number {
    return this.#refused;
  }

  /** A slot, if the organization can have one now. Nobody is passed over: who waits could not. */
  tryAcquire(organizationId: string): Slot | undefined {
    const organization = this.#find(organizationId);
    if (this.#running >= this.#limits.slots || this.#isAtLimit(organization)) return undefined;
    return this.#admit(organization);
  }

  /**
   * A slot when it is the organization's turn. The signal ends the wait.
   *
   * @param hasBegun the request has had a slot before: it is finished before others begin
   * @throws {ApiError} `RATE_LIMITED` when the queue is full, or after the longest wait
   */
  acquire(organizationId: string, signal: AbortSignal, hasBegun = false): Promise<Slot> {
    const slot = this.tryAcquire(organizationId);
    if (slot) return Promise.resolve(slot);
    if (signal.aborted) return Promise.reject(signal.reason as Error);
    const organization = this.#find(organizationId);
    if (organization.queue.length >= this.#limits.queueLength)
      return Promise.reject(this.#refuse());
    return new Promise((resolve, reject) => {
      const leave = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', onAbort);
        this.#dequeue(organization, waiting);
      };
      const waiting: Waiting = {
        admit(slot) {
          leave();
          resolve(slot);
        },
        refuse(reason) {
          leave();
          reject(reason);
        },
      };
      const onAbort = () => waiting.refuse(signal.reason as Error);
      const timer = setTimeout(
        () => waiting.refuse(this.#refuse()),
        this.#limits.queueSeconds * 1000,
      );
      signal.addEventListener('abort', onAbort, { once: true });
      if (hasBegun) organization.queue.unshift(waiting);
      else organization.queue.push(waiting);
      this.#waiting.add(organization);
    });
  }

  /** Refuses all that wait: they would wait for something that cannot be had. */
  refuseWaiting(reason: Error): void {
    for (const { queue } of [...this.#waiting]) for (const { refuse } of [...queue]) refuse(reason);
  }

  #find(id: string): Organization {
    const known = this.#organizations.get(id) ?? { running: 0, queue: [] };
    this.#organizations.set(id, known);
    return known;
  }

  #isAtLimit({ running }: Organization): boolean {
    return running >= this.#limits.perOrganization;
  }

  #admit(organization: Organization): Slot {
    organization.running += 1;
    this.#running += 1;
    let isReleased = false;
    return {
      release: () => {
        if (isReleased) return;
        isReleased = true;
        organization.running -= 1;
        this.#running -= 1;
        if (this.#waiting.size > 0) this.#dispatch();
      },
    };
  }

  #dispatch(): void {
    while (this.#running < this.#limits.slots) {
      const organization = this.#next();
      const waiting = organization?.queue[0];
      if (!organization || !waiting) return;
      waiting.admit(this.#admit(organization));
      // Behind all others that wait.
      if (this.#waiting.delete(organization)) this.#waiting.add(organization);
    }
  }

  #next(): Organization | undefined {
    let next: Organization | undefined;
    for (const organization of this.#waiting) {
      if (this.#isAtLimit(organization)) continue;
      if (next === undefined || organization.running < next.running) next = organization;
    }
    return next;
  }

  #dequeue(organization: Organization, waiting: Waiting): void {
    const place = organization.queue.indexOf(waiting);
    if (place !== -1) organization.queue.splice(place, 1);
    if (organization.queue.length === 0) this.#waiting.delete(organization);
  }

  #refuse(): ApiError {
    this.#refused += 1;
    const seconds = this.#limits.queueSeconds;
    return new ApiError('RATE_LIMITED', [{ reason: 'too_many_concurrent_requests' }], {
      message: `Too many requests are under way; try again in ${seconds} seconds.`,
      headers: { 'Retry-After': String(seconds) },
    });
  }
}
