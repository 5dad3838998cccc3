import { ApiError } from '@costplane/plugin-api';

export interface AdmissionLimits {
  /** Concurrent requests over all organizations. */
  readonly slots: number;
  /** Concurrent requests of one organization; one of several keys can hold all but one of them. */
  readonly perOrganization: number;
  /** Requests of one key that may wait. */
  readonly queueLength: number;
  /** How long a request may wait. */
  readonly queueSeconds: number;
}

/** The right to use one connection of a pool. */
export interface Slot {
  /** Hands it to the next request. A second call has no effect. */
  release(): void;
}

/** The caller that acquires slots. */
export interface Caller {
  readonly organizationId: string;
  readonly keyId: string;
}

/** A level at which slots are shared: all organizations, one of them, or one of its keys. */
interface Party {
  readonly group?: Party;
  readonly limit: () => number;
  running: number;
  /** Members that have requested a slot within the last hour; the most recent one is last. */
  readonly members: Map<string, Party>;
  askedAtMs: number;
  /** Waiting members; the most recently served one is last. */
  readonly waiting: Set<Party>;
  /** Waiting requests; only for keys. */
  readonly queue: Waiting[];
}

interface Waiting {
  readonly admit: (slot: Slot) => void;
  readonly refuse: (reason: Error) => void;
}

/**
 * Shares slots fairly among organizations, and within an organization among its keys. Each key has its own
 * queue. A free slot goes to the organization that holds the fewest, and within it to the key that holds the
 * fewest; ties go to the least recently served.
 */
export class AdmissionControl {
  readonly #limits: AdmissionLimits;
  readonly #all: Party;
  #refused = 0;

  constructor(limits: AdmissionLimits) {
    this.#limits = limits;
    this.#all = createParty(() => limits.slots);
  }

  /** Number of waiting requests. */
  get waiting(): number {
    return listWaiting(this.#all).length;
  }

  /** Number of requests refused because too many were running. */
  get refused(): number {
    return this.#refused;
  }

  /** A slot, if the caller may have one now. Waiting requests are not bypassed: their limits are reached. */
  tryAcquire(caller: Caller): Slot | undefined {
    const groups = listGroups(this.#find(caller));
    return groups.some(isAtLimit) ? undefined : this.#admit(groups);
  }

  /**
   * Waits for a slot. The signal ends the wait.
   *
   * @param hasBegun the request has held a slot before, and goes ahead of other requests of its key
   * @throws {ApiError} `RATE_LIMITED` when the queue is full, or after the longest wait
   */
  acquire(caller: Caller, signal: AbortSignal, hasBegun = false): Promise<Slot> {
    const slot = this.tryAcquire(caller);
    if (slot) return Promise.resolve(slot);
    if (signal.aborted) return Promise.reject(signal.reason as Error);
    const key = this.#find(caller);
    if (key.queue.length >= this.#limits.queueLength) return Promise.reject(this.#refuse());
    return new Promise((resolve, reject) => {
      const leave = (settle: () => void) => {
        clearTimeout(timer);
        signal.removeEventListener('abort', onAbort);
        dequeue(key, waiting);
        settle();
      };
      const waiting: Waiting = {
        admit: (slot) => leave(() => resolve(slot)),
        refuse: (reason) => leave(() => reject(reason)),
      };
      const onAbort = () => waiting.refuse(signal.reason as Error);
      const timer = setTimeout(
        () => waiting.refuse(this.#refuse()),
        this.#limits.queueSeconds * 1000,
      );
      signal.addEventListener('abort', onAbort, { once: true });
      if (hasBegun) key.queue.unshift(waiting);
      else key.queue.push(waiting);
      for (const party of listGroups(key)) party.group?.waiting.add(party);
    });
  }

  /** Refuses all waiting requests, for example because the database is unreachable. */
  refuseWaiting(reason: Error): void {
    for (const { refuse } of listWaiting(this.#all)) refuse(reason);
  }

  #find({ organizationId, keyId }: Caller): Party {
    const { perOrganization } = this.#limits;
    const organization = findMember(this.#all, organizationId, () => perOrganization);
    return findMember(organization, keyId, () =>
      // The last slot is reserved for other keys, once another key has been used.
      organization.members.size > 1 ? Math.max(1, perOrganization - 1) : perOrganization,
    );
  }

  #admit(groups: readonly Party[]): Slot {
    for (const party of groups) party.running += 1;
    let isReleased = false;
    return {
      release: () => {
        if (isReleased) return;
        isReleased = true;
        for (const party of groups) party.running -= 1;
        this.#dispatch();
      },
    };
  }

  #dispatch(): void {
    for (let key = findNext(this.#all); key; key = findNext(this.#all)) {
      const groups = listGroups(key);
      key.queue[0]?.admit(this.#admit(groups));
      // Moves it behind all others that wait.
      for (const party of groups)
        if (party.group?.waiting.delete(party)) party.group.waiting.add(party);
    }
  }

  #refuse(): ApiError {
    this.#refused += 1;
    const seconds = this.#limits.queueSeconds;
    return new ApiError('RATE_LIMITED', [{ reason: 'too_many_concurrent_requests' }], {
      message: `Too many concurrent requests; try again in ${seconds} seconds.`,
      headers: { 'Retry-After': String(seconds) },
    });
  }
}

const createParty = (limit: () => number, group?: Party): Party => ({
  ...(group && { group }),
  limit,
  running: 0,
  members: new Map(),
  askedAtMs: performance.now(),
  waiting: new Set(),
  queue: [],
});

function findMember(group: Party, id: string, limit: () => number): Party {
  const member = group.members.get(id) ?? createParty(limit, group);
  member.askedAtMs = performance.now();
  group.members.delete(id);
  group.members.set(id, member);
  for (const [id, other] of group.members) {
    if (!isForgotten(other)) break;
    group.members.delete(id);
  }
  return member;
}

/** A key that is no longer used must not keep a slot from the others. */
const isForgotten = ({ askedAtMs, running, queue, waiting }: Party) =>
  performance.now() - askedAtMs > 3_600_000 && running + queue.length + waiting.size === 0;

const isAtLimit = ({ running, limit }: Party) => running >= limit();

/** A key, its organization, and the level of all organizations. */
const listGroups = (party: Party): readonly Party[] =>
  party.group ? [party, ...listGroups(party.group)] : [party];

/** The key that is next: the least recently served of those that hold the fewest slots. */
function findNext(party: Party): Party | undefined {
  if (isAtLimit(party)) return undefined;
  if (party.queue.length > 0) return party;
  for (const member of [...party.waiting].sort((one, other) => one.running - other.running)) {
    const next = findNext(member);
    if (next) return next;
  }
  return undefined;
}

const listWaiting = ({ queue, waiting }: Party): readonly Waiting[] => [
  ...queue,
  ...[...waiting].flatMap(listWaiting),
];

function dequeue(key: Party, waiting: Waiting): void {
  const place = key.queue.indexOf(waiting);
  if (place !== -1) key.queue.splice(place, 1);
  for (const party of listGroups(key)) {
    if (party.queue.length === 0 && party.waiting.size === 0) party.group?.waiting.delete(party);
  }
}
