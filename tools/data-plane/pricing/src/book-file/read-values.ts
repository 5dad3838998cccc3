import { parseFixedPoint, type FixedPoint } from '../fixed-point.ts';
import { type SuggestWord } from './suggest-word.ts';
import { type PriceBookProblem } from '../price-book-error.ts';
import { type ListedPrice } from '../price-book.ts';
import { faultOfName } from './check-name.ts';
import { type MapEntry, type Place, type YamlValue } from './read-yaml.ts';

/** A value of the file, and its name in messages. */
export interface Field {
  name: string;
  value: YamlValue;
}

/** Reads values. An invalid value is added to the problems, and a harmless default is returned. */
export interface ValueReader {
  problems: PriceBookProblem[];
  /** Whether to also check what stored books may violate. */
  isNew: boolean;
  report: (place: Place, what: string, fix: string) => void;
  /** The fields of a map, by key; only these keys are allowed. */
  fields: <Key extends string>(field: Field, keys: readonly Key[]) => Partial<Record<Key, Field>>;
  /** Every entry of a map with arbitrary keys. */
  entries: (field: Field | undefined) => (Field & { entry: MapEntry })[];
  list: (field: Field | undefined) => Field[];
  text: (field: Field, example: string) => string;
  price: (field: Field) => FixedPoint;
  /** A single price, or `{ on_demand, spot }`. */
  listedPrice: (field: Field) => ListedPrice;
  /** Suggests a fix for an unknown word: the known word that was probably meant, or else `listing`. */
  suggestion: (word: string, known: readonly string[], listing: string) => string;
}

const maxWholeDigits = 9;
const example = 'write a decimal such as 0.107';

export function valueReader({
  problems,
  suggest,
  isNew,
}: {
  problems: PriceBookProblem[];
  suggest: SuggestWord;
  isNew: boolean;
}): ValueReader {
  const report = ({ line, column }: Place, what: string, fix: string) => {
    problems.push({ line, column, what, fix });
  };
  const suggestion = (word: string, known: readonly string[], listing: string) => {
    const meant = suggest(word, known);
    return meant === undefined ? listing : `did you mean \`${meant}\`?`;
  };
  const entries = (field: Field | undefined) => {
    if (!field || isAbsent(field.value)) return [];
    if (field.value.kind !== 'map') {
      report(
        field.value,
        `${field.name || 'the price book'} must be a mapping`,
        'write keys with values, such as `key: value`',
      );
      return [];
    }
    return field.value.entries.flatMap((entry) => {
      const fault = faultOfName(entry.key);
      if (fault) report(entry, `the key ${excerpt(entry.key)} ${fault.what}`, fault.fix);
      return fault ? [] : [{ name: within(field.name, entry.key), value: entry.value, entry }];
    });
  };
  const fields = <Key extends string>(field: Field, keys: readonly Key[]) => {
    const found: Partial<Record<Key, Field>> = {};
    for (const { entry, ...inner } of entries(field)) {
      const key = keys.find((each) => each === entry.key);
      if (key !== undefined) found[key] = inner;
      else {
        const what = `${field.name} unknown key ${excerpt(entry.key)}`.trimStart();
        report(entry, what, suggestion(entry.key, keys, `the keys are ${keys.join(', ')}`));
      }
    }
    return found;
  };
  const list = (field: Field | undefined) => {
    if (!field || isAbsent(field.value)) return [];
    if (field.value.kind !== 'list') {
      report(field.value, `${field.name} must be a list`, 'begin each of its entries with `- `');
      return [];
    }
    return field.value.items.map((value, index) => ({ name: `${field.name}[${index}]`, value }));
  };
  const text = ({ name, value }: Field, sample: string) => {
    if (value.kind === 'faulty') return '';
    if (value.kind !== 'text') {
      report(value, `${name} must be text`, `write text such as ${sample}`);
      return '';
    }
    const fault = faultOfName(value.text);
    if (!fault) return value.text;
    report(value, `${name} ${fault.what}`, fault.fix);
    return '';
  };
  const price = ({ name, value }: Field): FixedPoint => {
    if (value.kind === 'faulty') return 0n;
    const fault = faultOfPrice(value);
    if (!fault && value.kind === 'text') return parseFixedPoint(value.text);
    report(value, `${name} ${fault?.what ?? 'must be a price'}`, fault?.fix ?? example);
    return 0n;
  };
  const listedPrice = (field: Field): ListedPrice => {
    if (field.value.kind !== 'map') return { onDemand: price(field) };
    const known = problems.length;
    const { on_demand, spot } = fields(field, ['on_demand', 'spot']);
    if (!on_demand)
      report(field.value, `${field.name} has no on_demand`, 'add its price on demand');
    const onDemand = on_demand ? price(on_demand) : 0n;
    if (!spot) return { onDemand };
    const onSpot = price(spot);
    if (onSpot > onDemand && on_demand?.value.kind === 'text' && problems.length === known) {
      const what = `${spot.name} is higher than its on-demand price`;
      report(spot.value, what, 'correct one of them, or remove spot');
    }
    return { onDemand, spot: onSpot };
  };
  return { problems, isNew, report, fields, entries, list, text, price, listedPrice, suggestion };
}

/** Without a value, or with one that was already reported. */
const isAbsent = ({ kind }: YamlValue) => kind === 'nothing' || kind === 'faulty';

function faultOfPrice(value: YamlValue): { what: string; fix: string } | undefined {
  if (value.kind === 'nothing') return { what: 'has no value', fix: example };
  if (value.kind !== 'text') return { what: 'must be a price', fix: example };
  const { text } = value;
  const [, sign, whole = '', decimals = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text) ?? [];
  if (sign === undefined) return { what: `must be a price (got ${excerpt(text)})`, fix: example };
  if (sign === '-')
    return { what: `is negative (got ${excerpt(text)})`, fix: 'a price is at least 0' };
  if (decimals.length > 12) return { what: 'has more than 12 decimals', fix: 'round it' };
  if (whole.length <= maxWholeDigits) return undefined;
  return { what: `has more than ${maxWholeDigits} digits before the point`, fix: 'correct it' };
}

/** A text as shown in a message: short, on one line. */
export function excerpt(text: string): string {
  const shown = JSON.stringify(text).replaceAll(unseen, escapeCharacter);
  return shown.length > 60 ? `${shown.slice(0, 57)}..."` : shown;
}

const unseen = /[\p{Cf}\p{Zl}\p{Zp}]/gu;
const escapeCharacter = (character: string) =>
  `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;

const within = (name: string, key: string) => {
  const shown = /^[\w*.-]{1,80}$/.test(key) ? key : excerpt(key);
  return name === '' ? shown : `${name}.${shown}`;
};
