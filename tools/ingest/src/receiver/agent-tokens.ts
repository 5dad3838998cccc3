import { hashCredential } from '@costplane/kernel/host';
import { sql } from 'kysely';
import type { Lookups } from './lookups.ts';
import { Refusal } from './refusal.ts';

/** Whom a token stands for: one cluster of one organization. */
export interface Agent {
  readonly organizationId: string;
  readonly clusterId: string;
  readonly isOrganizationActive: boolean;
  readonly planType: string;
  /** Decimal text; null: no limit. */
  readonly cpuLimitCores: string | null;
}

/** A revoked token stops within this time, as does a limit that was changed. */
const rememberMs = 3_000;
const mostRemembered = 10_000;
/** Of tokens that anybody may have made up, looked up at a time. */
const mostUnknown = 200;

interface Remembered {
  readonly until: number;
  readonly agent: Promise<Agent | undefined>;
}

/**
 * Finds whom tokens stand for, and remembers answers, negative ones too, for some seconds. Those
 * that made up tokens keep waiting or forgotten are others of their kind, and no agent that has
 * been known.
 */
export class AgentTokens {
  readonly #lookups: Lookups;
  /** Also past their time: to be looked up anew, before all that was never known. */
  readonly #known = new Map<string, Remembered>();
  readonly #unknown = new Map<string, Remembered>();
  #underWay = 0;

  constructor(lookups: Lookups) {
    this.#lookups = lookups;
  }

  /**
   * Undefined: the token is unknown or revoked.
   *
   * @throws {Refusal} if too many that are not known are looked up already
   */
  find(token: string): Promise<Agent | undefined> {
    const hash = hashCredential(token);
    const name = hash.toString('latin1');
    const isKnown = this.#known.has(name);
    const remembered = this.#known.get(name) ?? this.#unknown.get(name);
    const now = performance.now();
    if (remembered && remembered.until > now) return remembered.agent;
    if (!isKnown && this.#underWay >= mostUnknown) return Promise.reject(tooMany());
    const agent = isKnown ? this.#look(hash) : this.#lookUnknown(hash);
    const entry = { until: now + rememberMs, agent };
    remember(isKnown ? this.#known : this.#unknown, name, entry);
    agent.then(
      (found) => {
        this.#sort(name, entry, found);
      },
      () => {
        this.#forget(name, entry);
      },
    );
    return agent;
  }

  /** An answer to where it belongs. */
  #sort(name: string, entry: Remembered, found: Agent | undefined): void {
    const [from, to] = found ? [this.#unknown, this.#known] : [this.#known, this.#unknown];
    if (from.get(name) !== entry) return;
    from.delete(name);
    remember(to, name, entry);
  }

  /** A failure; what has been known stays so, and is looked up anew. */
  #forget(name: string, entry: Remembered): void {
    if (this.#unknown.get(name) === entry) this.#unknown.delete(name);
    if (this.#known.get(name) === entry) this.#known.set(name, { ...entry, until: 0 });
  }

  async #lookUnknown(hash: Buffer): Promise<Agent | undefined> {
    this.#underWay += 1;
    try {
      return await this.#look(hash);
    } finally {
      this.#underWay -= 1;
    }
  }

  async #look(hash: Buffer): Promise<Agent | undefined> {
    const [row] = await this.#lookups.rows<AgentRow>(
      sql`select * from authenticate_agent(${hash})`,
    );
    return (
      row && {
        organizationId: row.organization_id,
        clusterId: row.cluster_id,
        isOrganizationActive: row.is_organization_active,
        planType: row.plan_type,
        cpuLimitCores: row.cpu_limit_cores,
      }
    );
  }
}

/** Where too many are remembered, without the one that is there for the longest time. */
function remember(all: Map<string, Remembered>, name: string, entry: Remembered): void {
  all.delete(name);
  const [oldest] = all.size >= mostRemembered ? all.keys() : [];
  if (oldest !== undefined) all.delete(oldest);
  all.set(name, entry);
}

const tooMany = () =>
  new Refusal(429, 'too_many_tokens', 'Too many tokens are looked up already; try again later.', {
    retryAfterSeconds: 2,
  });

interface AgentRow {
  readonly organization_id: string;
  readonly cluster_id: string;
  readonly is_organization_active: boolean;
  readonly plan_type: string;
  readonly cpu_limit_cores: string | null;
}
