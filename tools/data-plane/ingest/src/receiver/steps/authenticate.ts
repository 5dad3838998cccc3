import { agentToken } from '@costplane/kernel/edge';
import { type IncomingMessage } from 'node:http';
import { type Agent, type AgentTokens } from '../agent-tokens.ts';
import { isDatabaseFailure } from '../database-failure.ts';
import { Refusal, unavailable } from '../refusal.ts';

/**
 * Step 2: identifies the cluster before the body is read, because agents with revoked tokens keep
 * retrying forever.
 */
export async function authenticate(
  { headers, headersDistinct }: IncomingMessage,
  tokens: AgentTokens,
): Promise<Agent> {
  if ((headersDistinct.authorization?.length ?? 0) > 1) {
    throw new Refusal(400, 'contradicting_tokens', 'The header "Authorization" occurs twice.');
  }
  const token = /^Bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1];
  if (token === undefined) {
    throw unauthorized('no_token', 'The header "Authorization: Bearer <agent token>" is missing.');
  }
  if (!agentToken.fits(token)) {
    throw unauthorized('malformed_token', 'This is not an agent token; copy the complete token.');
  }
  const agent = await find(tokens, token);
  if (!agent) throw unknownToken();
  if (!agent.isOrganizationActive) {
    throw new Refusal(403, 'organization_inactive', 'The organization is suspended.');
  }
  return agent;
}

export const unknownToken = () =>
  unauthorized('unknown_token', 'The agent token is unknown or was revoked.');

const unauthorized = (reason: string, message: string) =>
  new Refusal(401, reason, message, { headers: { 'WWW-Authenticate': 'Bearer' } });

async function find(tokens: AgentTokens, token: string): Promise<Agent | undefined> {
  try {
    return await tokens.find(token);
  } catch (error) {
    if (!isDatabaseFailure(error)) throw error;
    throw unavailable('database_unavailable', 'The database cannot be reached.', error);
  }
}
