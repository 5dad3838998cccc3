import { CredentialCache } from '@costplane/kernel/edge';
import { sql } from 'kysely';
import { type Lookups } from './lookups.ts';
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

export type AgentTokens = CredentialCache<Agent>;

/** Finds whom tokens stand for. */
export const createAgentTokens = (lookups: Lookups): AgentTokens =>
  new CredentialCache({
    rememberMs,
    lookUp: (hash) => selectAgent(lookups, hash),
    tooMany: () =>
      new Refusal(
        429,
        'too_many_tokens',
        'Too many tokens are looked up already; try again later.',
        { retryAfterSeconds: 2 },
      ),
  });

async function selectAgent(lookups: Lookups, hash: Buffer): Promise<Agent | undefined> {
  const [row] = await lookups.rows<AgentRow>(sql`select * from authenticate_agent(${hash})`);
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

interface AgentRow {
  readonly organization_id: string;
  readonly cluster_id: string;
  readonly is_organization_active: boolean;
  readonly plan_type: string;
  readonly cpu_limit_cores: string | null;
}
