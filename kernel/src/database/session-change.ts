const beyondTransaction = /(?:^|;)\s*(?:set\s+(?!local\b)|reset|discard|do)\b/i;
const serviceLocally = /(?:^|;)\s*set\s+local\s+(?:costplane\.|role\b|session\b)/i;
const setting = /\bset_config\s*\(([^()]*)\)/gi;
const isLocal = /,\s*true\s*$/i;
const ofService = /^'?(?:costplane\.|role\b|session_authorization\b)/i;

/**
 * Refuses a statement that would change the session: its role, its organization and its limits are
 * the service's, and the session is the next request's. For the length of a transaction a setting
 * may be changed (`set local`, `set_config(name, value, true)`), but for those of the service.
 *
 * This guards against mistakes. A plugin runs inside the service, and is trusted as the service is.
 */
export function refuseSessionChange(text: string): void {
  if (beyondTransaction.test(text)) throw changesSession('`set`, `reset`, `discard` or `do`');
  if (serviceLocally.test(text)) throw changesSession('a setting of the service');
  for (const [, given = ''] of text.matchAll(setting)) {
    if (!isLocal.test(given)) throw changesSession('`set_config` beyond a transaction');
    if (ofService.test(given.trim())) throw changesSession('a setting of the service');
  }
}

/** The same of the values of a statement, which may hold the name of a setting. */
export function refuseServiceSetting(text: string, values: readonly unknown[]): void {
  if (!text.includes('set_config')) return;
  if (values.some((value) => typeof value === 'string' && ofService.test(value))) {
    throw changesSession('a setting of the service');
  }
}

const changesSession = (how: string) =>
  new Error(`a statement of a plugin may not change the session: ${how}`);
