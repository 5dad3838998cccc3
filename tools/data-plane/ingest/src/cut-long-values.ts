import { type TSchema } from 'typebox';

/**
 * Limits of what is stored per object (decision 54). Kubernetes itself limits label keys and values
 * to these lengths, and real objects have fewer labels.
 */
const maxKeyLength = 317;
const maxValueBytes = 4_096;
const maxLabels = 256;
/** Maximum number of zones and similar names in a list of one object. */
export const maxListedValues = 256;
/** Maximum number of characters of any other text. */
export const maxTextLength = 512;

/** What was truncated in a snapshot. */
export interface CutValues {
  /** Number of texts, keys and values that were truncated, and of labels that were removed. */
  readonly count: number;
  /** Path of the first one. */
  readonly first: string;
}

/** Truncates values of the schema that are too long, in place. Returns undefined if nothing was truncated. */
export function compileCut(schema: TSchema): (value: object) => CutValues | undefined {
  const visit = compileVisit(schema);
  return (value) => {
    const cuts: Cuts = { count: 0, first: '' };
    visit?.(value, cuts);
    return cuts.count > 0 ? { count: cuts.count, first: cuts.first.replace(/^\./, '') } : undefined;
  };
}

/** The parts of a JSON Schema that describe a snapshot. */
interface Shape {
  type?: string;
  properties?: Record<string, Shape>;
  items?: Shape;
  anyOf?: Shape[];
  /** The markers of texts and maps in the schema. */
  cut?: 'text' | 'labels';
}

interface Cuts {
  count: number;
  first: string;
}

/** Truncates a value, and returns its replacement. */
type Visit = (value: unknown, cuts: Cuts) => unknown;

/** Undefined if such a value contains nothing to truncate. */
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
    if (typeof value !== 'string' || value.length <= maxTextLength) return value;
    cuts.count += 1;
    return firstCharacters(value, maxTextLength);
  },
  labels(value, cuts) {
    if (typeof value !== 'object' || value === null) return value;
    const labels = Object.entries(value as Record<string, string>);
    const isWithin = labels.length <= maxLabels && labels.every(fits);
    return isWithin ? value : cutLabels(labels, cuts);
  },
};

/** A UTF-16 code unit has at most three bytes in UTF-8. */
const fits = ([key, value]: readonly [string, string]) =>
  key.length <= maxKeyLength &&
  (value.length <= maxValueBytes / 3 || Buffer.byteLength(value) <= maxValueBytes);

/** Keeps the first labels by key, so that every report keeps the same ones. */
function cutLabels(labels: [string, string][], cuts: Cuts): Record<string, string> {
  const kept = labels.sort(([one], [other]) => (one < other ? -1 : 1)).slice(0, maxLabels);
  cuts.count += labels.length - kept.length;
  const entries = kept.map(([key, value]): [string, string] => {
    if (fits([key, value])) return [key, value];
    cuts.count += 1;
    return [firstCharacters(key, maxKeyLength), firstBytes(value)];
  });
  return Object.fromEntries(entries);
}

/** Never ends with half of a surrogate pair. */
export function firstCharacters(text: string, length: number): string {
  const end = /[\uD800-\uDBFF]/.test(text.charAt(length - 1)) ? length - 1 : length;
  return text.slice(0, end);
}

/** Truncates a text to the bytes, at a whole character. */
function firstBytes(text: string): string {
  const bytes = Buffer.from(text.slice(0, maxValueBytes)).subarray(0, maxValueBytes);
  return new TextDecoder().decode(bytes, { stream: true });
}
