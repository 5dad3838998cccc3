import { type RawBuilder, sql } from 'kysely';
import { type AllocationQuery, invalidParameter } from './parameters.ts';
import { noValue, parseProperty, type Property, readProperty } from './properties.ts';

/** A condition of an OpenCost filter (v2); one matching value is enough. */
export type Filter =
  | { readonly operator: '+' | '|'; readonly operands: readonly Filter[] }
  | {
      readonly operator: string;
      readonly property: Property;
      readonly values: readonly string[];
      readonly isNegated: boolean;
    };

type Compare = (own: RawBuilder<string>, given: string) => RawBuilder<boolean>;

/** How the value of an allocation is compared with the given one. */
const comparisons: Readonly<Record<string, Compare>> = {
  ':': (own, given) => sql`${own} = ${given}`,
  '~:': (own, given) => sql`strpos(${own}, ${given}) > 0`,
  '<~:': (own, given) => sql`starts_with(${own}, ${given})`,
  '~>:': (own, given) => sql`right(${own}, length(${given})) = ${given}`,
};

const deepest = 32;

/** Parses a filter: comparisons joined by `+` (and) or `|` (or), in parentheses if mixed. */
export function parseFilter(source: string): Filter {
  let position = 0;
  const refuse = (expected: string) =>
    invalidParameter('filter', `at position ${position}: expected ${expected}`);
  /** Consumes the next token of a form, skipping white space; throws if it is `expected` and missing. */
  const take = (form: string, expected?: string) => {
    const matcher = new RegExp(`\\s*${form}`, 'uy');
    matcher.lastIndex = position;
    const found = matcher.exec(source);
    if (found) position = matcher.lastIndex;
    else if (expected !== undefined) throw refuse(expected);
    return found;
  };

  const readComparison = (): Filter => {
    const [, name = '', key] = take(String.raw`([\w-]+)(?:\[([^\]]+)\])?`, 'a property') ?? [];
    const property = parseProperty('filter', key === undefined ? name : `${name}:${key}`);
    const [, not, operator = ''] =
      take('(!?)((?:<~|~>|~)?:)', 'a comparison such as : or !:') ?? [];
    const values: string[] = [];
    do values.push(take('"([^"]*)"', 'a value in double quotes')?.[1] ?? '');
    while (take(','));
    return { operator, property, values, isNegated: not === '!' };
  };
  const readOperand = (depth: number): Filter => {
    if (!take(String.raw`\(`)) return readComparison();
    if (depth === deepest) throw refuse(`parentheses at most ${deepest} deep`);
    const group = readGroup(depth + 1);
    take(String.raw`\)`, ') or, where + and | are mixed, parentheses');
    return group;
  };
  const readGroup = (depth: number): Filter => {
    const first = readOperand(depth);
    const operator = take('([+|])')?.[1] as '+' | '|' | undefined;
    if (operator === undefined) return first;
    const operands = [first];
    do operands.push(readOperand(depth));
    while (take(`[${operator}]`));
    return { operator, operands };
  };

  const filter = readGroup(0);
  take('$', '+ or |, with parentheses where they are mixed');
  return filter;
}

/** kubectl-cost sends namespaces separately from the filter; both must match. */
export function parseFilters({ filter, filterNamespaces }: AllocationQuery): Filter | undefined {
  const given = filter === undefined ? [] : [parseFilter(filter)];
  if (filterNamespaces === undefined) return given[0];
  const values = filterNamespaces.split(',').map((name) => name.trim());
  const namespaceFilter = {
    operator: ':',
    property: { name: 'namespace' },
    values,
    isNegated: false,
  };
  return { operator: '+', operands: [...given, namespaceFilter] };
}

/** All properties that a filter uses. */
export function listProperties(filter: Filter | undefined): readonly Property[] {
  if (filter === undefined) return [];
  return 'operands' in filter ? filter.operands.flatMap(listProperties) : [filter.property];
}

/** Condition: a unit matches the filter. A missing value is empty; kinds of controllers are in lower case. */
export function matches(filter: Filter | undefined): RawBuilder<boolean> {
  if (filter === undefined) return sql`true`;
  if ('operands' in filter) {
    const operands = filter.operands.map(matches);
    return sql`(${sql.join(operands, filter.operator === '+' ? sql` and ` : sql` or `)})`;
  }
  const { operator, property, values, isNegated } = filter;
  const own = sql<string>`coalesce(nullif(${readProperty(property)}, ${noValue}), '')`;
  const isKind = property.name === 'controllerKind';
  const found = values
    .map((value) => (value === noValue ? '' : isKind ? value.toLowerCase() : value))
    .map((value) => comparisons[operator]?.(own, value));
  return sql`(${sql.join(found, sql` or `)}) <> ${isNegated}`;
}
