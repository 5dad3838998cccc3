import { CredentialCache, defaultDatabase, HomeDirectory } from '@costplane/kernel/edge';
import { sql } from 'kysely';
import { type Databases } from './databases.ts';
import { type Lookups } from './lookups.ts';
import { Refusal, unavailable } from './refusal.ts';

/** Whom a token stands for: one cluster of one organization. */
export interface Agent {
  readonly database: string;
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
export const createAgentTokens = (lookups: Databases<Lookups>): AgentTokens =>
  new CredentialCache({
    rememberMs,
    lookUp: lookUpIn(lookups),
    tooMany: () =>
      new Refusal(
        429,
        'too_many_tokens',
        'Too many tokens are looked up already; try again later.',
        { retryAfterSeconds: 2 },
      ),
  });

/** One database is asked alone; of several, the one that the directory names. */
function lookUpIn(lookups: Databases<Lookups>) {
  const select = async (database: string, hash: Buffer) => {
    const one = lookups.get(database);
    if (one) return selectAgent(one, database, hash);
    throw unavailable(
      'database_unavailable',
      'The database of the organization is not known here.',
    );
  };
  if (lookups.size === 1) return (hash: Buffer) => select(defaultDatabase, hash);
  const directory = new HomeDirectory(async (hash) => {
    const [row] =
      (await lookups
        .get(defaultDatabase)
        ?.rows<{ database: string }>(sql`select database from find_home(${hash})`)) ?? [];
    return row?.database ?? defaultDatabase;
  });
  return (hash: Buffer) => directory.lookUp(hash, (database) => select(database, hash));
}

async function selectAgent(
  lookups: Lookups,
  database: string,
  hash: Buffer,
): Promise<Agent | undefined> {
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
