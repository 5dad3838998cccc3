/** A sample as it was written: its value is text. */
export interface Sample {
  readonly labels: Readonly<Record<string, string>>;
  readonly value: string;
}

const sampleForm = /^([a-z_][a-z0-9_]*)\{(.*)\} (-?\d+(?:\.\d+)?)$/i;
const labelForm = /([a-z_][a-z0-9_]*)="((?:[^"\\\n]|\\[\\"n])*)"(,|$)/gi;

/**
 * The samples of an exposition by the names of their families.
 *
 * @throws {Error} unless each family is whole, with its metadata first, no series is there twice, and
 * the last line is the mark
 */
export function parseMetrics(text: string): ReadonlyMap<string, readonly Sample[]> {
  const lines = text.split('\n');
  if (lines.pop() !== '' || lines.pop() !== '# EOF') throw new Error('it does not end with # EOF');
  const families = new Map<string, Sample[]>();
  const seen = new Set<string>();
  let current = '';
  for (const [index, line] of lines.entries()) {
    const [, kind, name = ''] = /^# (HELP|TYPE) (\S+) .+$/.exec(line) ?? [];
    if (kind === 'HELP') {
      if (families.has(name)) throw new Error(`${name} is there twice`);
      families.set((current = name), []);
    } else if (kind === 'TYPE') {
      if (line !== `# TYPE ${current} gauge` || !lines[index - 1]?.startsWith('# HELP')) {
        throw new Error(`not expected: ${line}`);
      }
    } else {
      const [, family, labels = '', value = ''] = sampleForm.exec(line) ?? [];
      if (family !== current) throw new Error(`not expected: ${line}`);
      const series = line.slice(0, line.lastIndexOf(' '));
      if (seen.has(series)) throw new Error(`${series} is there twice`);
      seen.add(series);
      families.get(current)?.push({ labels: parseLabels(labels), value });
    }
  }
  return families;
}

function parseLabels(text: string): Readonly<Record<string, string>> {
  const matches = [...text.matchAll(labelForm)];
  if (matches.map(([all]) => all).join('') !== text) throw new Error(`not labels: ${text}`);
  return Object.fromEntries(
    matches.map(([, name, value = '']) => [
      name,
      value.replaceAll(/\\([\\"n])/g, (_, character: string) =>
        character === 'n' ? '\n' : character,
      ),
    ]),
  );
}
