import { hashCredential } from '@costplane/kernel/host';
import { sql } from 'kysely';
import type { Lookups } from './lookups.ts';

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

interface Remembered {
  readonly until: number;
  readonly agent: Promise<Agent | undefined>;
}

/** Finds whom tokens stand for, and remembers answers, negative ones too, for some seconds. */
export class AgentTokens {
  readonly #lookups: Lookups;
  readonly #remembered = new Map<string, Remembered>();

  constructor(lookups: Lookups) {
    this.#lookups = lookups;
  }

  /** Undefined: the token is unknown or revoked. */
  find(token: string): Promise<Agent | undefined> {
    const hash = hashCredential(token);
    const name = hash.toString('latin1');
    const now = performance.now();
    const known = this.#remembered.get(name);
    if (known && known.until > now) return known.agent;
    if (this.#remembered.size >= mostRemembered) this.#remembered.clear();
    const agent = this.#look(hash);
    this.#remembered.set(name, { until: now + rememberMs, agent });
    agent.catch(() => this.#remembered.delete(name));
    return agent;
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

interface AgentRow {
  readonly organization_id: string;
  readonly cluster_id: string;
  readonly is_organization_active: boolean;
  readonly plan_type: string;
  readonly cpu_limit_cores: string | null;
}
