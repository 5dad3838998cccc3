export interface Matcher {
  readonly label: string;
  readonly operator: string;
  readonly value: string;
}

/** What an expression names. */
export interface Named {
  readonly metrics: readonly { readonly name: string; readonly matchers: readonly Matcher[] }[];
  /** Labels that it groups or joins by. */
  readonly labels: readonly string[];
}

const words = new Set([
  ...[
    'sum',
    'min',
    'max',
    'count',
    'avg',
    'by',
    'on',
    'and',
    'or',
    'unless',
    'offset',
    'group_left',
  ],
  ...['rate', 'increase', 'changes', 'absent', 'vector', 'histogram_quantile'],
  ...['max_over_time', 'min_over_time', 'avg_over_time'],
]);

/**
 * Reads the names out of an expression of the kind that rules and dashboards have. What is neither
 * a word of the language nor a label is taken for a metric.
 */
export function namesOf(expression: string): Named {
  const metrics: { name: string; matchers: Matcher[] }[] = [];
  const labels: string[] = [];
  const withoutLists = expression
    .replaceAll(/\b(by|on)\s*\(([^)]*)\)/g, (_, _word, list: string) => {
      labels.push(...list.split(',').flatMap((label) => label.trim() || []));
      return ' ';
    })
    .replaceAll(/\[[^\]]*\]|offset\s+\w+/g, ' ');
  const name = /([a-zA-Z_:][\w:]*)\s*(\{[^}]*\})?/g;
  for (const [, word = '', selector = ''] of withoutLists.matchAll(name)) {
    if (!words.has(word)) metrics.push({ name: word, matchers: matchersOf(selector) });
  }
  return { metrics, labels };
}

function matchersOf(selector: string): Matcher[] {
  return [...selector.matchAll(/(\w+)\s*(=~|!~|!=|=)\s*"([^"]*)"/g)].map(
    ([, label = '', operator = '', value = '']) => ({ label, operator, value }),
  );
}

/** A metric as a process exposes it: the values of each of its labels. */
export type Exposed = Map<string, Map<string, Set<string>>>;

/** Reads the text format of Prometheus. A metric without a series yet has no labels. */
export function readExposed(text: string): Exposed {
  const exposed: Exposed = new Map();
  const labelsOf = (name: string) => {
    const labels = exposed.get(name) ?? new Map<string, Set<string>>();
    exposed.set(name, labels);
    return labels;
  };
  for (const line of text.split('\n')) {
    const [, declared, type] = /^# TYPE (\S+) (counter|gauge|histogram)$/.exec(line) ?? [];
    const suffixes = type === 'histogram' ? ['_bucket', '_sum', '_count'] : [''];
    if (declared !== undefined) for (const suffix of suffixes) labelsOf(`${declared}${suffix}`);
    const [, name, list = ''] = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? /.exec(line) ?? [];
    if (name === undefined) continue;
    const labels = labelsOf(name);
    for (const [, label = '', value = ''] of list.matchAll(/(\w+)="([^"]*)"/g)) {
      labels.set(label, (labels.get(label) ?? new Set()).add(value));
    }
  }
  return exposed;
}
