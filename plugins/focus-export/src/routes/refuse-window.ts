import { type ErrorDetail } from '@costplane/plugin-api';
import { type Window } from '../export-request.ts';

const maxDays = 3_660;
const dayMs = 86_400_000;

/** Validates a window whose dates exist (contract, "FOCUS export"). */
export function refuseWindow({ from, to }: Window): ErrorDetail[] {
  const days = (Date.parse(to) - Date.parse(from)) / dayMs;
  if (days <= 0) {
    return [{ field: 'to', reason: 'invalid_value', message: 'must be after `from`' }];
  }
  if (days > maxDays) {
    const message = `must be at most ${maxDays} days after \`from\``;
    return [{ field: 'to', reason: 'invalid_value', message }];
  }
  return [];
}
