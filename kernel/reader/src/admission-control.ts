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
  readonly id: string;
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
  /** Those that hold a slot or wait for one. */
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
    const organization = this.#organizations.get(organizationId) ?? newOrganization(organizationId);
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
    const organization = this.#organizations.get(organizationId) ?? newOrganization(organizationId);
    if (organization.queue.length >= this.#limits.queueLength) return this.#refuse();
    return new Promise((resolve, reject) => {
      const leave = (reason: Error) => {
        clearTimeout(timer);
        signal.removeEventListener('abort', onAbort);
        this.#dequeue(organization, waiting);
        reject(reason);
      };
      const onAbort = () => {
        leave(signal.reason as Error);
      };
      const timer = setTimeout(() => {
        this.#refused += 1;
        leave(this.#tooMany());
      }, this.#limits.queueSeconds * 1000);
      const waiting: Waiting = {
        admit(admitted) {
          clearTimeout(timer);
          signal.removeEventListener('abort', onAbort);
          resolve(admitted);
        },
        refuse: leave,
      };
      signal.addEventListener('abort', onAbort, { once: true });
      if (hasBegun) organization.queue.unshift(waiting);
      else organization.queue.push(waiting);
      this.#organizations.set(organizationId, organization);
      this.#waiting.add(organization);
    });
  }

  /** Refuses all that wait: they would wait for something that cannot be had. */
  refuseWaiting(reason: Error): void {
    for (const { queue } of [...this.#waiting]) for (const { refuse } of [...queue]) refuse(reason);
  }

  #isAtLimit({ running }: Organization): boolean {
    return running >= this.#limits.perOrganization;
  }

  #admit(organization: Organization): Slot {
    this.#organizations.set(organization.id, organization);
    organization.running += 1;
    this.#running += 1;
    let isReleased = false;
    return {
      release: () => {
        if (isReleased) return;
        isReleased = true;
        organization.running -= 1;
        this.#running -= 1;
        this.#forgetIdle(organization);
        if (this.#waiting.size > 0) this.#dispatch();
      },
    };
  }

  #dispatch(): void {
    while (this.#running < this.#limits.slots) {
      const organization = this.#next();
      const waiting = organization?.queue[0];
      if (!organization || !waiting) return;
      this.#dequeue(organization, waiting);
      // Behind all others that wait.
      if (this.#waiting.delete(organization)) this.#waiting.add(organization);
      waiting.admit(this.#admit(organization));
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
    this.#forgetIdle(organization);
  }

  #forgetIdle({ id, running, queue }: Organization): void {
    if (running === 0 && queue.length === 0) this.#organizations.delete(id);
  }

  #refuse(): Promise<never> {
    this.#refused += 1;
    return Promise.reject(this.#tooMany());
  }

  #tooMany(): ApiError {
    const seconds = this.#limits.queueSeconds;
    const message = `Too many requests are under way; try again in ${seconds} seconds.`;
    return new ApiError('RATE_LIMITED', [{ reason: 'too_many_concurrent_requests' }], {
      message,
      headers: { 'Retry-After': String(seconds) },
    });
  }
}

const newOrganization = (id: string): Organization => ({ id, running: 0, queue: [] });
