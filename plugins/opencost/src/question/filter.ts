import { type RawBuilder, sql } from 'kysely';
import { invalidParameter } from './invalid-parameter.ts';
import { findProperty, type Property, readProperty } from './properties.ts';

/** A condition on allocations, as OpenCost's filters (v2) say it; one of the values is enough. */
export type Filter =
  | { readonly operator: '+' | '|'; readonly operands: readonly Filter[] }
  | {
      readonly operator: string;
      readonly property: Property;
      readonly values: readonly string[];
      readonly isNegated: boolean;
    };

/** How the value that an allocation has is compared with a given one. */
const comparisons: Readonly<Record<string, RawBuilder<boolean>>> = {
  ':': sql`own.value = given.value`,
  '~:': sql`strpos(own.value, given.value) > 0`,
  '<~:': sql`starts_with(own.value, given.value)`,
  '~>:': sql`right(own.value, length(given.value)) = given.value`,
};

/** A text in quotes, a key in brackets, a word, a comparison or a sign, after white space. */
const token = /\s*("[^"]*"|\[[^\]]*\]|[\w-]+|!?(?:<~|~>|~)?:|[(),+|])/uy;
const deepest = 32;

/** Parses a filter: comparisons that are joined by `+` (and) or `|` (or), in parentheses where mixed. */
export function parseFilter(source: string): Filter {
  let position = 0;
  const refuse = (expected: string) =>
    invalidParameter('filter', `at position ${position}: expected ${expected}`);
  const peek = () => {
    token.lastIndex = position;
    return token.exec(source)?.[1] ?? '';
  };
  const takeIf = (form: RegExp) => {
    const text = peek();
    if (!form.test(text)) return undefined;
    position = token.lastIndex;
    return text;
  };
  const take = (form: RegExp, expected: string): string => {
    const text = takeIf(form);
    if (text === undefined) throw refuse(expected);
    return text;
  };

  const readGroup = (depth: number): Filter => {
    const first = readOperand(depth);
    const operator = takeIf(/^[+|]$/) as '+' | '|' | undefined;
    if (operator === undefined) return first;
    const operands = [first];
    do operands.push(readOperand(depth));
    while (takeIf(operator === '+' ? /^\+$/ : /^\|$/) !== undefined);
    if (/^[+|]$/.test(peek())) throw refuse('parentheses where + and | are mixed');
    return { operator, operands };
  };
  const readOperand = (depth: number): Filter => {
    if (takeIf(/^\($/) === undefined) return readComparison();
    if (depth === deepest) throw refuse(`parentheses at most ${deepest} deep`);
    const group = readGroup(depth + 1);
    take(/^\)$/, ')');
    return group;
  };
  const readComparison = (): Filter => {
    const property = readName();
    const text = take(/:$/, 'a comparison such as : or !:');
    const isNegated = text.startsWith('!');
    const values: string[] = [];
    do values.push(take(/^"/, 'a value in double quotes').slice(1, -1));
    while (takeIf(/^,$/) !== undefined);
    return { operator: isNegated ? text.slice(1) : text, property, values, isNegated };
  };
  const readName = (): Property => {
    const word = peek();
    const property = findProperty(word);
    take(/^[\w-]/, 'a property such as namespace');
    if (property) return property;
    if (word !== 'label' && word !== 'annotation') throw refuse(`a property, not '${word}'`);
    return { name: word, key: take(/^\[/, 'a key in brackets, such as [app]').slice(1, -1) };
  };

  const filter = readGroup(0);
  if (source.slice(position).trim() !== '') throw refuse('+ or |');
  return filter;
}

/** Every property that a filter looks at. */
export const listProperties = (filter: Filter): readonly Property[] =>
  'operands' in filter ? filter.operands.flatMap(listProperties) : [filter.property];

/** Whether a unit is what a filter says. Kinds of controllers are compared in lower case. */
export function matches(filter: Filter): RawBuilder<boolean> {
  if ('operands' in filter) {
    const operands = filter.operands.map(matches);
    return sql<boolean>`(${sql.join(operands, filter.operator === '+' ? sql` and ` : sql` or `)})`;
  }
  const { operator, property, isNegated } = filter;
  const isKind = property.name === 'controllerKind';
  const values = filter.values.map((value) => (isKind ? value.toLowerCase() : value));
  return sql<boolean>`exists (
    select 1 from (select ${readProperty(property)} as value) as own,
      unnest(${values}::text[]) as given (value)
    where ${comparisons[operator]}) <> ${isNegated}`;
}
