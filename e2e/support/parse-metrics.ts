export interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  /** Text, with all its digits. */
  readonly value: string;
}

/** The samples of an exposition in which no label holds an escaped character. */
export function parseMetrics(text: string): readonly Sample[] {
  if (!text.endsWith('\n# EOF\n')) throw new Error('it does not end with # EOF');
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return lines.map((line) => {
    const [, name = '', labels = '', value = ''] = /^(\w+)\{(.*)\} (\S+)$/.exec(line) ?? [];
    const pairs = [...labels.matchAll(/(\w+)="([^"\\]*)"/g)];
    return { name, value, labels: Object.fromEntries(pairs.map(([, key, text]) => [key, text])) };
  });
}
