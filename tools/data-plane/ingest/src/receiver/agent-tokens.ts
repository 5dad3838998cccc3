import { CredentialCache, defaultDatabase, lookUpAtHome } from '@costplane/kernel/edge';
import { sql } from 'kysely';
import { type Databases } from './databases.ts';
import { type Lookups } from './lookups.ts';
import { Refusal, unavailable } from './refusal.ts';

/** The cluster and organization that a token belongs to. */
export interface Agent {
  readonly database: string;
  readonly organizationId: string;
  readonly clusterId: string;
  readonly isOrganizationActive: boolean;
  readonly planType: string;
  /** Decimal text; null: no limit. */
  readonly cpuLimitCores: string | null;
}

/** Cache time: a revoked token or a changed limit takes effect within it. */
const rememberMs = 3_000;

export type AgentTokens = CredentialCache<Agent>;

/** Looks up tokens. */
export const createAgentTokens = (lookups: Databases<Lookups>): AgentTokens =>
  new CredentialCache({
    rememberMs,
    lookUp: lookUpAtHome(
      lookups,
      (hash) => selectHome(lookups.get(defaultDatabase), hash),
      (database, hash) => selectAgent(lookups.get(database), database, hash),
    ),
    tooMany: () =>
      new Refusal(429, 'too_many_tokens', 'Too many tokens are being looked up; try again later.', {
        retryAfterSeconds: 2,
      }),
  });

async function selectHome(directory: Lookups | undefined, hash: Buffer): Promise<string> {
  const asked = sql`select database from find_home(${hash})`;
  const [row] = (await directory?.rows<{ database: string }>(asked)) ?? [];
  return row?.database ?? defaultDatabase;
}

async function selectAgent(
  lookups: Lookups | undefined,
  database: string,
  hash: Buffer,
): Promise<Agent | undefined> {
  if (!lookups) {
    throw unavailable(
      'database_unavailable',
      'The database of the organization is not configured here.',
    );
  }
  const [row] = await lookups.rows<AgentRow>(sql`select * from authenticate_agent(${hash})`);
  return (
    row && {
      database,
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
