import { isOlderVersion } from '../agent-version.ts';
import { Refusal } from '../refusal.ts';

/** Step 3, and once more for an agent whose headers do not say it: is it new enough? */
export function checkAgentVersion(version: unknown, oldest: string | undefined): void {
  if (oldest === undefined || typeof version !== 'string') return;
  if (!isOlderVersion(version, oldest)) return;
  throw new Refusal(
    410,
    'agent_too_old',
    `Agents older than ${oldest} are not served; upgrade it.`,
  );
}
