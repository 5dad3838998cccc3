import { refuseSessionChange, type SettingParameters } from './session-change.ts';

/** A statement that a plugin may run. */
export interface KnownStatement {
  /** Of the prepared statement; those of which there are too many have none. */
  readonly name: string | undefined;
  readonly settingParameters: SettingParameters;
}

/** What is known of a statement by its text. Refuses changes of the session. */
export type StatementNames = (text: string) => KnownStatement;

/** A statement that has a name is parsed and planned once per connection, and then only bound. */
export function createStatementNames(prefix: string, most: number): StatementNames {
  const statements = new Map<string, KnownStatement>();
  return (text) => {
    const known = statements.get(text);
    if (known !== undefined) return known;
    const settingParameters = refuseSessionChange(text);
    if (statements.size >= most) return { name: undefined, settingParameters };
    const named = { name: `${prefix}${statements.size}`, settingParameters };
    statements.set(text, named);
    return named;
  };
}
