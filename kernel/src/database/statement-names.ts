/** Names of prepared statements by their text, as many as there may be; others are not named. */
export type StatementNames = (text: string) => string | undefined;

/** A statement that has a name is parsed and planned once per connection, and then only bound. */
export function createStatementNames(prefix: string, most: number): StatementNames {
  const names = new Map<string, string>();
  return (text) => {
    const known = names.get(text);
    if (known !== undefined || names.size >= most) return known;
    const name = `${prefix}${names.size}`;
    names.set(text, name);
    return name;
  };
}
