import { type Client } from 'pg';
import { connectBare } from '../bare-client.ts';
import { createFleet, type Fleet } from '../fleet.ts';
import { scopes } from '../explorer/fleet.ts';
import { bareTablesSql } from '../ingest/bare-tables.ts';
import { createAgentTokens } from './create-agent-tokens.ts';
import { type Outcome } from './messages.ts';
import { type Agents, startAgents } from './start-agents.ts';
import { verifyStored } from './verify-stored.ts';

/** Clusters with an agent each, and how many reports these have prepared. */
export interface ReceiverFleet {
  readonly fleet: Fleet;
  readonly client: Client;
  /** Each agent sends its next reports, so many of them; every one that is answered 200 is stored. */
  readonly report: (url: string, count: number, everyMs: number | null) => Promise<Outcome>;
  /** The same to a floor, which stores no state: from the first report on. */
  readonly reportToFloor: (url: string, count: number) => Promise<Outcome>;
  readonly close: () => Promise<void>;
}

export interface FleetOfAgents {
  readonly agents: number;
  readonly pods: number;
  /** Of each. */
  readonly reports: number;
  /** Without it, all are of one organization. */
  readonly agentsPerOrganization?: number;
}

/** In a database of its own, or in one that is there already. */
export async function createReceiverFleet(
  { agents: count, pods, reports, agentsPerOrganization = count }: FleetOfAgents,
  existing?: Fleet,
): Promise<ReceiverFleet> {
  const organizations = count / agentsPerOrganization;
  const fleet = existing ?? (await createFleet(organizations, scopes, () => Promise.resolve()));
  const client = await connectBare(fleet.databaseUrl);
  if (!existing) await client.query(bareTablesSql);
  const created = [];
  for (const id of fleet.organizationIds.slice(0, organizations)) {
    created.push(await createAgentTokens(client, id, agentsPerOrganization));
  }
  const clusterIds = created.flatMap((each) => each.clusterIds);
  const tokens = created.flatMap((each) => each.tokens);
  const agents: Agents = await startAgents(count, { pods, reports });
  const accepted = clusterIds.map((): string[] => []);
  let next = 0;
  let nextOfFloor = 0;
  return {
    fleet,
    client,
    async report(url, count, everyMs) {
      const outcome = await agents.report({ url, tokens, from: next, count, everyMs });
      next += count;
      for (const [agent, ids] of outcome.accepted.entries()) accepted[agent]?.push(...ids);
      await verifyStored(client, clusterIds, accepted);
      return outcome;
    },
    async reportToFloor(url, count) {
      const from = nextOfFloor;
      nextOfFloor += count;
      return agents.report({ url, tokens, from, count, everyMs: null });
    },
    async close() {
      agents.stop();
      await client.end();
      if (!existing) await fleet.drop();
    },
  };
}

/** How many reports were answered 200. */
export const countAccepted = ({ accepted }: Outcome) =>
  accepted.reduce((sum, ids) => sum + ids.length, 0);
