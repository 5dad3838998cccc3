import { isSign, setConfigCalls } from './set-config-calls.ts';
import { type SqlToken, tokensOf } from './sql-tokens.ts';

/** What a statement of a plugin may begin with: it reads, or concerns its transaction alone. */
const firstWords = [
  'select',
  'with',
  'values',
  'table',
  'explain',
  'show',
  'begin',
  'start',
  'commit',
  'rollback',
  'savepoint',
  'release',
  'declare',
  'fetch',
  'close',
  'set',
];
/** What `set` may go on with. */
const afterSet = ['local', 'transaction', 'constraints'];
const ofService = /^(?:costplane(?:\.|$)|role$|session$|session_authorization$)/i;

/** Parameters of a statement whose values are names of settings, by their number from 1 on. */
export type SettingParameters = readonly number[];

/**
 * Refuses a statement that would change the session: its role, its organization and its limits are
 * the service's, and the session is the next request's. For the length of a transaction a setting
 * may be changed (`set local`, `set_config(name, value, true)`), but for those of the service.
 *
 * This guards against mistakes. A plugin runs inside the service, and is trusted as the service is.
 */
export function refuseSessionChange(statement: string): SettingParameters {
  const tokens = tokensOf(statement);
  const end = tokens.findIndex((token) => isSign(token, ';'));
  if (end !== -1 && end < tokens.length - 1) throw refusal('it is more than one statement');
  const start = tokens.findIndex((token) => !isSign(token, '('));
  const [first, ...rest] = tokens.slice(Math.max(start, 0));
  refuseFirst(first);
  if (isWord(first, 'set')) refuseSet(rest);
  if (isWord(first, 'declare')) refuseHold(rest);
  return setConfigCalls(tokens).flatMap(refuseSetConfig);
}

/** The same of the values of a statement, which may hold the name of a setting. */
export function refuseServiceSetting(named: SettingParameters, values: readonly unknown[]): void {
  for (const number of named) {
    if (ofService.test(String(values[number - 1]))) throw refusal(settingOfService);
  }
}

function refuseFirst(first: SqlToken | undefined): void {
  if (first?.kind === 'word' && firstWords.includes(first.text)) return;
  throw refusal(`it begins with \`${first?.text ?? ''}\`, and may with ${firstWords.join(', ')}`);
}

function refuseSet([scope, setting]: readonly SqlToken[]): void {
  if (!afterSet.some((word) => isWord(scope, word))) {
    throw refusal(`\`set\` goes on with ${afterSet.join(', ')}`);
  }
  if (isWord(scope, 'local') && ofService.test(setting?.text ?? '')) {
    throw refusal(settingOfService);
  }
}

/** A cursor `with hold` outlives its transaction, with the rows of its organization. */
function refuseHold(tokens: readonly SqlToken[]): void {
  const head = tokens.slice(
    0,
    tokens.findIndex((token) => isWord(token, 'for')),
  );
  if (head.some((token, index) => isWord(token, 'with') && isWord(head[index + 1], 'hold'))) {
    throw refusal('a cursor `with hold`');
  }
}

/** Returns the number of the parameter that names the setting, if one does. */
function refuseSetConfig([name = [], , isLocal = [], ...more]: readonly SqlToken[][]): number[] {
  const [setting] = name;
  const isPlain = setting?.kind === 'literal' || setting?.kind === 'parameter';
  if (!isPlain || name.length > 1 || more.length > 0) {
    throw refusal('`set_config` with a name that is neither a string nor a parameter');
  }
  if (isLocal.length !== 1 || !isWord(isLocal[0], 'true')) {
    throw refusal('`set_config` beyond a transaction: its third argument is not `true`');
  }
  if (setting.kind === 'parameter') return [Number(setting.text)];
  if (ofService.test(setting.text)) throw refusal(settingOfService);
  return [];
}

const isWord = (token: SqlToken | undefined, word: string) =>
  token?.kind === 'word' && token.text === word;

const settingOfService = 'a setting of the service';
const refusal = (how: string) =>
  new Error(`a statement of a plugin may not change the session or write: ${how}`);
