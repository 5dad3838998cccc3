import { refuseSessionChange } from './session-change.ts';

/** Names of prepared statements by their text, as many as there may be; others are not named. Refuses changes of the session. */
export type StatementNames = (text: string) => string | undefined;

/** A statement that has a name is parsed and planned once per connection, and then only bound. */
export function createStatementNames(prefix: string, most: number): StatementNames {
  const names = new Map<string, string>();
  return (text) => {
    const known = names.get(text);
    if (known !== undefined) return known;
    refuseSessionChange(text);
    if (names.size >= most) return undefined;
    const name = `${prefix}${names.size}`;
    names.set(text, name);
    return name;
  };
}
