/** The environment variables that a source file reads by name. */
export function variablesReadIn(source: string): string[] {
  const members = [...source.matchAll(member)].map(([, name = '']) => name);
  const taken = [...source.matchAll(destructured)].flatMap(([, names = '']) =>
    [...names.matchAll(/(?:^|,)\s*([A-Z][A-Z0-9_]*)\b/g)].map(([, name = '']) => name),
  );
  return [...members, ...taken];
}

const member = /\b(?:process\.env|environment)(?:(?:\?\.|\.)|(?:\?\.)?\[['"])([A-Z][A-Z0-9_]*)\b/g;
const destructured = /\{([^{}]*)\} = (?:process\.env|environment)\b/g;
