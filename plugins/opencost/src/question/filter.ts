import { invalidParameter } from './invalid-parameter.ts';
import { labelAliases, type Property, type PropertyName } from './property.ts';

/** How a property is compared with values, of which one is enough. */
export type Comparison = 'equals' | 'contains' | 'startsWith' | 'endsWith';

/** A condition on allocations, as OpenCost's filters (v2) say it. */
export type Filter =
  | { readonly operator: 'and' | 'or'; readonly operands: readonly Filter[] }
  | {
      readonly operator: Comparison;
      readonly property: Property;
      readonly values: readonly string[];
      readonly isNegated: boolean;
    };

const comparisons: Readonly<Record<string, Comparison>> = {
  ':': 'equals',
  '~:': 'contains',
  '<~:': 'startsWith',
  '~>:': 'endsWith',
};

const fields: readonly PropertyName[] = [
  'cluster',
  'node',
  'namespace',
  'controllerKind',
  'controllerName',
  'pod',
  'container',
  'services',
];

/** A word, an operator, a key in brackets or a text in quotes, after white space. */
const token = /\s*(?:([\w-]+)|(!?(?:<~|~>|~)?:)|\[([^\]]*)\]|"([^"]*)"|([(),+|]))/suy;
type TokenKind = 'word' | 'comparison' | 'key' | 'text' | 'sign';
interface Token {
  readonly kind: TokenKind;
  readonly text: string;
  readonly position: number;
}
const kinds: readonly TokenKind[] = ['word', 'comparison', 'key', 'text', 'sign'];

const deepest = 32;

/** Parses a filter: comparisons that are joined by `+` (and) or `|` (or), in parentheses where mixed. */
export function parseFilter(source: string): Filter {
  const parser = new FilterParser(tokenize(source), source.length);
  const filter = parser.readGroup(0);
  parser.expectEnd();
  return filter;
}

const refuse = (position: number, message: string) =>
  invalidParameter('filter', `at position ${position}: ${message}`);

function tokenize(source: string): Token[] {
  const tokens: Token[] = [];
  const end = source.trimEnd().length;
  let position = 0;
  while (position < end) {
    token.lastIndex = position;
    const match = token.exec(source);
    if (!match) throw refuse(position, 'unexpected character');
    const parts: readonly (string | undefined)[] = match.slice(1);
    const index = parts.findIndex((part) => part !== undefined);
    const [kind = 'sign', text = ''] = [kinds[index], parts[index]];
    tokens.push({ kind, text, position });
    position = token.lastIndex;
  }
  return tokens;
}

class FilterParser {
  readonly #tokens: readonly Token[];
  readonly #length: number;
  #next = 0;

  constructor(tokens: readonly Token[], length: number) {
    this.#tokens = tokens;
    this.#length = length;
  }

  readGroup(depth: number): Filter {
    const first = this.#readOperand(depth);
    const operands = [first];
    const sign = this.#takeSign('+', '|');
    if (sign === undefined) return first;
    do operands.push(this.#readOperand(depth));
    while (this.#takeSign(sign) !== undefined);
    if (this.#takeSign('+', '|') !== undefined) {
      throw this.#refuse('+ and | need parentheses where they are mixed', -1);
    }
    return { operator: sign === '+' ? 'and' : 'or', operands };
  }

  expectEnd(): void {
    if (this.#next < this.#tokens.length) throw this.#refuse('expected + or |');
  }

  #readOperand(depth: number): Filter {
    if (this.#takeSign('(') === undefined) return this.#readComparison();
    if (depth === deepest) throw this.#refuse(`parentheses may be ${deepest} deep`);
    const group = this.readGroup(depth + 1);
    if (this.#takeSign(')') === undefined) throw this.#refuse('expected )');
    return group;
  }

  #readComparison(): Filter {
    const property = this.#readProperty();
    const text = this.#take('comparison', 'a comparison such as : or !:');
    const isNegated = text.startsWith('!');
    const operator = comparisons[isNegated ? text.slice(1) : text] ?? 'equals';
    const values: string[] = [];
    do values.push(this.#take('text', 'a value in double quotes'));
    while (this.#takeSign(',') !== undefined);
    return { operator, property, values, isNegated };
  }

  #readProperty(): Property {
    const word = this.#take('word', 'a property such as namespace');
    if (word === 'label' || word === 'annotation') {
      return { name: word, key: this.#take('key', 'a key in brackets, such as [app]') };
    }
    const alias = Object.hasOwn(labelAliases, word) ? labelAliases[word] : undefined;
    if (alias !== undefined) return { name: 'label', key: alias };
    const name = fields.find((field) => field === word);
    if (name !== undefined) return { name };
    const allowed = [...fields, 'label', 'annotation', ...Object.keys(labelAliases)].join(', ');
    throw this.#refuse(`unknown property '${word}'; must be one of ${allowed}`, -1);
  }

  #take(kind: TokenKind, expected: string): string {
    const found = this.#tokens[this.#next];
    if (found?.kind !== kind) throw this.#refuse(`expected ${expected}`);
    this.#next += 1;
    return found.text;
  }

  #takeSign<const S extends string>(...signs: readonly S[]): S | undefined {
    const found = this.#tokens[this.#next];
    const sign = signs.find((text) => found?.kind === 'sign' && found.text === text);
    if (sign !== undefined) this.#next += 1;
    return sign;
  }

  #refuse(message: string, offset = 0) {
    return refuse(this.#tokens[this.#next + offset]?.position ?? this.#length, message);
  }
}

/** Kubecost's filters of one property each (v1): values with a comma between, `*` at the end of a prefix. */
export const filterParameters = {
  filterClusters: 'cluster',
  filterNodes: 'node',
  filterNamespaces: 'namespace',
  filterControllerKinds: 'controllerKind',
  filterControllers: 'controllerName',
  filterPods: 'pod',
} as const satisfies Readonly<Record<string, PropertyName>>;

export function toFilter(name: PropertyName, list: string): Filter {
  const values = list.split(',').map((value) => value.trim());
  const [prefixes, texts] = [true, false].map((isPrefix) =>
    values.filter((value) => value.endsWith('*') === isPrefix),
  );
  const isOneOf = (operator: Comparison, some: readonly string[] = []): Filter => ({
    operator,
    property: { name },
    values: some,
    isNegated: false,
  });
  return {
    operator: 'or',
    operands: [
      isOneOf('equals', texts),
      isOneOf(
        'startsWith',
        prefixes?.map((prefix) => prefix.slice(0, -1)),
      ),
    ],
  };
}

/** Every property that a filter looks at. */
export const listProperties = (filter: Filter): readonly Property[] =>
  'operands' in filter ? filter.operands.flatMap(listProperties) : [filter.property];
