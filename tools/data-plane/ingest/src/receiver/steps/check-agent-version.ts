import { isOlderVersion } from '../agent-version.ts';
import { Refusal } from '../refusal.ts';

/**
 * Step 3, and again after reading a body whose headers had no version: checks that the agent is not
 * too old.
 */
export function checkAgentVersion(version: unknown, oldest: string | undefined): void {
  if (oldest === undefined || typeof version !== 'string') return;
  if (!isOlderVersion(version, oldest)) return;
  throw new Refusal(
    410,
    'agent_too_old',
    `Agents older than ${oldest} are not supported; upgrade the agent.`,
  );
}
