import { type TSchema } from 'typebox';

/**
 * What is stored of one object at most (decision 54). Kubernetes itself has no label key of more
 * characters and no label value of more bytes, and nobody gives an object as many.
 */
const mostKeyLength = 317;
const mostValueBytes = 4_096;
const mostLabels = 256;
/** Names of zones and the like that are listed of one object. */
export const mostListed = 256;
/** Characters of any other text. */
export const mostTextLength = 512;

/** How much of a snapshot was over its bounds. */
export interface CutValues {
  /** Texts, keys and values that were shortened, and labels that were left out. */
  readonly count: number;
  /** Where the first of them was. */
  readonly first: string;
}

/** Cuts what is too long in a value of the schema, in place. Undefined: nothing was. */
export function compileCut(schema: TSchema): (value: object) => CutValues | undefined {
  const visit = compileVisit(schema);
  return (value) => {
    const cuts: Cuts = { count: 0, first: '' };
    visit?.(value, cuts);
    return cuts.count > 0 ? { count: cuts.count, first: cuts.first.replace(/^\./, '') } : undefined;
  };
}

/** The parts of a JSON Schema that say what is in a snapshot. */
interface Shape {
  type?: string;
  properties?: Record<string, Shape>;
  items?: Shape;
  anyOf?: Shape[];
  /** What texts and maps of the schema are marked with. */
  cut?: 'text' | 'labels';
}

interface Cuts {
  count: number;
  first: string;
}

/** Cuts what is in a value, and returns what stands in its place. */
type Visit = (value: unknown, cuts: Cuts) => unknown;

/** Undefined: there is nothing to be cut in such a value. */
function compileVisit(shape: Shape): Visit | undefined {
  if (shape.cut) return cutters[shape.cut];
  const [visit] = (shape.anyOf ?? []).flatMap((each) => compileVisit(each) ?? []);
  if (visit) return visit;
  if (shape.items) return visitList(compileVisit(shape.items));
  return shape.properties ? visitObject(shape.properties) : undefined;
}

function visitList(visit: Visit | undefined): Visit | undefined {
  if (!visit) return undefined;
  return (value, cuts) => {
    if (!Array.isArray(value)) return value;
    const list: unknown[] = value;
    for (let index = 0; index < list.length; index += 1) {
      const { count } = cuts;
      list[index] = visit(list[index], cuts);
      if (count === 0 && cuts.count > 0) cuts.first = `[${index}]${cuts.first}`;
    }
    return list;
  };
}

function visitObject(properties: Record<string, Shape>): Visit | undefined {
  const members = Object.entries(properties).flatMap(([key, shape]) => {
    const visit = compileVisit(shape);
    return visit ? [{ key, visit }] : [];
  });
  if (members.length === 0) return undefined;
  return (object, cuts) => {
    if (typeof object !== 'object' || object === null) return object;
    const values = object as Record<string, unknown>;
    for (const { key, visit } of members) {
      const value = values[key];
      if (value === undefined) continue;
      const { count } = cuts;
      const kept = visit(value, cuts);
      if (kept !== value) values[key] = kept;
      if (count === 0 && cuts.count > 0) cuts.first = `.${key}${cuts.first}`;
    }
    return object;
  };
}

const cutters: Record<'text' | 'labels', Visit> = {
  text(value, cuts) {
    if (typeof value !== 'string' || value.length <= mostTextLength) return value;
    cuts.count += 1;
    return firstCharacters(value, mostTextLength);
  },
  labels(value, cuts) {
    if (typeof value !== 'object' || value === null) return value;
    const labels = Object.entries(value as Record<string, string>);
    const isWithin = labels.length <= mostLabels && labels.every(fits);
    return isWithin ? value : cutLabels(labels, cuts);
  },
};

/** Of UTF-16 code units none is more than three bytes. */
const fits = ([key, value]: readonly [string, string]) =>
  key.length <= mostKeyLength &&
  (value.length <= mostValueBytes / 3 || Buffer.byteLength(value) <= mostValueBytes);

/** The first in the order of their keys, which is the same in every report. */
function cutLabels(labels: [string, string][], cuts: Cuts): Record<string, string> {
  const kept = labels.sort(([one], [other]) => (one < other ? -1 : 1)).slice(0, mostLabels);
  cuts.count += labels.length - kept.length;
  const entries = kept.map(([key, value]): [string, string] => {
    if (fits([key, value])) return [key, value];
    cuts.count += 1;
    return [firstCharacters(key, mostKeyLength), firstBytes(value)];
  });
  return Object.fromEntries(entries);
}

/** No half of a surrogate pair is left at the end. */
function firstCharacters(text: string, length: number): string {
  const end = /[\uD800-\uDBFF]/.test(text.charAt(length - 1)) ? length - 1 : length;
  return text.slice(0, end);
}

/** What of the text fits, up to a whole character. */
function firstBytes(text: string): string {
  const bytes = Buffer.from(text.slice(0, mostValueBytes)).subarray(0, mostValueBytes);
  return new TextDecoder().decode(bytes, { stream: true });
}
