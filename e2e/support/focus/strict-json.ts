/** JSON as it was written: numbers by their digits, objects with every key, also one that recurs. */
export type JsonValue = string | boolean | null | JsonNumber | JsonObject | readonly JsonValue[];

export class JsonNumber {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

export class JsonObject {
  readonly entries: readonly (readonly [key: string, value: JsonValue])[];
  constructor(entries: readonly (readonly [key: string, value: JsonValue])[]) {
    this.entries = entries;
  }
  get keys(): readonly string[] {
    return this.entries.map(([key]) => key);
  }
  get(key: string): JsonValue | undefined {
    return this.entries.find(([name]) => name === key)?.[1];
  }
  get repeatedKeys(): readonly string[] {
    const { keys } = this;
    return keys.filter((key, index) => keys.indexOf(key) < index);
  }
}

const tokens = {
  number: /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y,
  // What is in a string is left to JSON.parse.
  string: /"(?:[^"\\]|\\.)*"/y,
  word: /true|false|null/y,
  space: /[ \t\r\n]*/y,
};
const words: Readonly<Record<string, boolean | null>> = { true: true, false: false, null: null };

/** @throws {SyntaxError} when the text is anything but one JSON value */
export function parseStrictJson(text: string): JsonValue {
  let position = 0;
  const take = (kind: keyof typeof tokens): string | undefined => {
    const pattern = tokens[kind];
    pattern.lastIndex = position;
    const found = pattern.exec(text)?.[0];
    position += found?.length ?? 0;
    return found;
  };
  const takeIf = (character: string): boolean => {
    take('space');
    if (text[position] !== character) return false;
    position += 1;
    return true;
  };
  const expect = (character: string) => {
    if (!takeIf(character)) fail();
  };
  const fail = (): never => {
    throw new SyntaxError(`unexpected ${text.slice(position, position + 10) || 'end'}`);
  };

  const parseString = (): string => JSON.parse(take('string') ?? fail()) as string;
  const parseItems = <Item>(end: string, parseItem: () => Item): Item[] => {
    if (takeIf(end)) return [];
    const items = [parseItem()];
    while (takeIf(',')) items.push(parseItem());
    expect(end);
    return items;
  };
  const parseEntry = (): [string, JsonValue] => {
    take('space');
    const key = parseString();
    expect(':');
    return [key, parseValue()];
  };
  const parseValue = (): JsonValue => {
    if (takeIf('{')) return new JsonObject(parseItems('}', parseEntry));
    if (takeIf('[')) return parseItems(']', parseValue);
    if (text[position] === '"') return parseString();
    const number = take('number');
    if (number !== undefined) return new JsonNumber(number);
    return words[take('word') ?? fail()] ?? null;
  };

  const value = parseValue();
  take('space');
  return position === text.length ? value : fail();
}

/** The value as `JSON.parse` has it. */
export function toPlain(value: JsonValue): unknown {
  if (value instanceof JsonNumber) return Number(value.text);
  if (value instanceof JsonObject) {
    return Object.fromEntries(value.entries.map(([key, item]) => [key, toPlain(item)]));
  }
  return isList(value) ? value.map(toPlain) : value;
}

export const isList = (value: JsonValue): value is readonly JsonValue[] => Array.isArray(value);

/** Every value in a value, itself first. */
export function* valuesIn(value: JsonValue): Generator<JsonValue> {
  yield value;
  const items = value instanceof JsonObject ? value.entries.map(([, item]) => item) : value;
  if (items !== null && Array.isArray(items)) {
    for (const item of items as readonly JsonValue[]) yield* valuesIn(item);
  }
}

/** How many objects and lists stand in each other. */
export function measureDepth(value: JsonValue): number {
  const items = value instanceof JsonObject ? value.entries.map(([, item]) => item) : value;
  if (items === null || !Array.isArray(items)) return 0;
  return 1 + Math.max(0, ...(items as readonly JsonValue[]).map(measureDepth));
}
