import { type Agent } from './agent-tokens.ts';
import { Refusal } from './refusal.ts';

export interface Bounds {
  /** Reports that are being read, waiting or being applied, per cluster and in total. */
  readonly perCluster: number;
  readonly overall: number;
  /** Total size of their bodies in bytes. */
  readonly bytes: number;
}

/** Maximum share of the bytes for the reports of one cluster. */
const clusterShare = 1 / 4;
/** Maximum share of the reports and of their bytes for one organization. */
const organizationShare = 3 / 4;

/** The slot of one report, from before its body is read until its response is sent. */
export interface Slot {
  /**
   * Reserves more bytes for the body.
   *
   * @throws {Refusal} 429
   */
  grow(bytes: number): void;
  release(): void;
}

/** Reports and the total size of their bodies. */
interface Holding {
  count: number;
  bytes: number;
}

type Held = Record<'overall' | 'organization' | 'cluster', Holding>;

/** Limits the reports in progress. When it is full, clients are told to retry. */
export class AdmissionControl {
  readonly #limits: Readonly<Held>;
  readonly #all: Holding = { count: 0, bytes: 0 };
  /** By id of the organization or cluster. */
  readonly #holdings = new Map<string, Holding>();

  constructor({ perCluster, overall, bytes }: Bounds) {
    this.#limits = {
      overall: { count: overall, bytes },
      organization: {
        count: Math.ceil(overall * organizationShare),
        bytes: bytes * organizationShare,
      },
      cluster: { count: perCluster, bytes: bytes * clusterShare },
    };
  }

  get count(): number {
    return this.#all.count;
  }

  get bytes(): number {
    return this.#all.bytes;
  }

  /**
   * @param declared declared size of the body; bytes are reserved only as they arrive, because
   * declaring costs nothing
   * @throws {Refusal} 429
   */
  acquire(
    { organizationId, clusterId }: Pick<Agent, 'organizationId' | 'clusterId'>,
    declared: number,
  ): Slot {
    const held = {
      overall: this.#all,
      organization: this.#find(organizationId),
      cluster: this.#find(clusterId),
    };
    this.#checkRoom(held, { count: 1, bytes: declared });
    this.#holdings.set(organizationId, held.organization).set(clusterId, held.cluster);
    let received = 0;
    const add = (count: number, bytes: number) => {
      received += bytes;
      for (const holding of Object.values(held)) {
        holding.count += count;
        holding.bytes += bytes;
      }
    };
    add(1, 0);
    return {
      grow: (bytes) => {
        this.#checkRoom(held, { count: 0, bytes });
        add(0, bytes);
      },
      release: () => {
        add(-1, -received);
        if (held.organization.count === 0) this.#holdings.delete(organizationId);
        if (held.cluster.count === 0) this.#holdings.delete(clusterId);
      },
    };
  }

  #find(id: string): Holding {
    return this.#holdings.get(id) ?? { count: 0, bytes: 0 };
  }

  #checkRoom(held: Held, more: Holding): void {
    for (const scope of ['overall', 'organization', 'cluster'] as const) {
      const { count, bytes } = this.#limits[scope];
      if (held[scope].count + more.count > count) throw full();
      if (held[scope].bytes + more.bytes > bytes) throw full();
    }
  }
}

const full = () =>
  new Refusal(429, 'queue_full', 'Too many reports are waiting; send it again later.', {
    retryAfterSeconds: 2,
  });
