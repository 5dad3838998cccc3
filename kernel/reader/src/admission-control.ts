import { ApiError } from '@costplane/plugin-api';

export interface AdmissionLimits {
  /** Under way at a time, over all organizations. */
  readonly slots: number;
  /** Under way at a time, of one organization: of one of several keys, all but one. */
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

/** Who asks for slots. */
export interface Caller {
  readonly organizationId: string;
  readonly keyId: string;
}

/** Whom slots are shared among: all organizations, one of them, or one of its keys. */
interface Party {
  readonly group?: Party;
  readonly limit: () => number;
  running: number;
  /** All that have asked for a slot: no more than the warehouse has. */
  readonly members: Map<string, Party>;
  /** Those of them that wait; who was served last comes last. */
  readonly waiting: Set<Party>;
  /** Of a key. */
  readonly queue: Waiting[];
}

interface Waiting {
  readonly admit: (slot: Slot) => void;
  readonly refuse: (reason: Error) => void;
}

/**
 * Shares slots fairly among organizations, and those of an organization among its keys: each key has
 * a queue of its own, and a free slot goes to the organization, and in it to the key, that holds the
 * fewest; among equals, to the one that was served the longest time ago.
 */
export class AdmissionControl {
  readonly #limits: AdmissionLimits;
  readonly #all: Party;
  #refused = 0;

  constructor(limits: AdmissionLimits) {
    this.#limits = limits;
    this.#all = createParty(() => limits.slots);
  }

  /** Requests that wait. */
  get waiting(): number {
    return listWaiting(this.#all).length;
  }

  /** Requests that were refused because too many were under way. */
  get refused(): number {
    return this.#refused;
  }

  /** A slot, if the caller can have one now. Nobody is passed over: who waits could not. */
  tryAcquire(caller: Caller): Slot | undefined {
    const groups = listGroups(this.#find(caller));
    return groups.some(isAtLimit) ? undefined : this.#admit(groups);
  }

  /**
   * A slot when it is the caller's turn. The signal ends the wait.
   *
   * @param hasBegun the request has had a slot before: it is finished before others of its key begin
   * @throws {ApiError} `RATE_LIMITED` when the queue is full, or after the longest wait
   */
  acquire(caller: Caller, signal: AbortSignal, hasBegun = false): Promise<Slot> {
    const slot = this.tryAcquire(caller);
    if (slot) return Promise.resolve(slot);
    if (signal.aborted) return Promise.reject(signal.reason as Error);
    const key = this.#find(caller);
    if (key.queue.length >= this.#limits.queueLength) return Promise.reject(this.#refuse());
    return new Promise((resolve, reject) => {
      const leave = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', onAbort);
        dequeue(key, waiting);
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
      if (hasBegun) key.queue.unshift(waiting);
      else key.queue.push(waiting);
      for (const party of listGroups(key)) party.group?.waiting.add(party);
    });
  }

  /** Refuses all that wait: they would wait for something that cannot be had. */
  refuseWaiting(reason: Error): void {
    for (const { refuse } of listWaiting(this.#all)) refuse(reason);
  }

  #find({ organizationId, keyId }: Caller): Party {
    const { perOrganization } = this.#limits;
    const organization = findMember(this.#all, organizationId, () => perOrganization);
    return findMember(organization, keyId, () =>
      // The last slot is for another key, if one has ever asked.
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
      // Behind all others that wait.
      for (const party of groups)
        if (party.group?.waiting.delete(party)) party.group.waiting.add(party);
    }
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

const createParty = (limit: () => number, group?: Party): Party => ({
  ...(group && { group }),
  limit,
  running: 0,
  members: new Map(),
  waiting: new Set(),
  queue: [],
});

function findMember(group: Party, id: string, limit: () => number): Party {
  const known = group.members.get(id) ?? createParty(limit, group);
  group.members.set(id, known);
  return known;
}

const isAtLimit = ({ running, limit }: Party) => running >= limit();

/** A key, its organization, and all. */
const listGroups = (party: Party): readonly Party[] =>
  party.group ? [party, ...listGroups(party.group)] : [party];

/** The key whose turn it is: of those that hold the fewest, who was served the longest time ago. */
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
