import { isMap, isScalar, isSeq, LineCounter, parseDocument, type Document } from 'yaml';
import { type PriceBookProblem } from '../price-book-error.ts';

export interface Place {
  line: number;
  column: number;
}

/** The content of a YAML file, with positions. Every scalar is kept as it was written. */
export type YamlValue = TextValue | MapValue | ListValue | NoValue | FaultyValue;

export interface TextValue extends Place {
  kind: 'text';
  text: string;
}

export interface MapValue extends Place {
  kind: 'map';
  entries: MapEntry[];
}

export interface MapEntry extends Place {
  key: string;
  value: YamlValue;
}

export interface ListValue extends Place {
  kind: 'list';
  items: YamlValue[];
}

/** A key without a value, or an empty file. */
export interface NoValue extends Place {
  kind: 'nothing';
}

/** An invalid part that was already added to the problems. */
export interface FaultyValue extends Place {
  kind: 'faulty';
}

const maxBytes = 4 * 2 ** 20;

/** Reads one document of plain maps, lists and scalars. If there is no root, there are problems. */
export function readYaml(text: string): { root: YamlValue | null; problems: PriceBookProblem[] } {
  if (Buffer.byteLength(text) > maxBytes) {
    const problem = { what: 'is larger than 4 MiB', fix: 'remove the prices that no cluster uses' };
    return { root: null, problems: [problem] };
  }
  if (text.includes('\0')) {
    return { root: null, problems: [{ what: 'has a NUL character', fix: 'remove it' }] };
  }
  const lines = new LineCounter();
  try {
    // With this schema no scalar is parsed as a number, which would lose digits as a float.
    const document = parseDocument(text, {
      schema: 'failsafe',
      uniqueKeys: false,
      prettyErrors: false,
      lineCounter: lines,
    });
    const faults = [...document.errors, ...document.warnings];
    if (faults.length === 0) return readDocument(document, lines);
    // The parser reports a stack overflow as an error of the file.
    if (faults.some(({ message }) => message.includes('call stack'))) return tooDeep;
    const problems = faults.map(({ pos: [offset], code, message }) => ({
      ...placeAt(offset, lines),
      ...notYaml(code, message),
    }));
    // Further errors in a line are often consequences of the first one.
    const byLine = Map.groupBy(problems, ({ line }) => line);
    return { root: null, problems: [...byLine.values()].flatMap(([first]) => first ?? []) };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return tooDeep;
  }
}

const tooDeep = {
  root: null,
  problems: [{ what: 'is nested too deeply', fix: 'write it as the README shows' }],
};

function notYaml(code: string, message: string): PriceBookProblem {
  const what = message.split('\n', 1)[0] ?? '';
  switch (code) {
    case 'MULTIPLE_DOCS':
      return { what: 'a second YAML document begins here', fix: 'keep one book per file' };
    case 'TAB_AS_INDENT':
      return { what: 'is indented with a tab', fix: 'use spaces' };
    case 'TAG_RESOLVE_FAILED':
      return { what: 'has a tag', fix: 'remove tags (!...)' };
    default:
      return { what: `is not YAML: ${what}`, fix: 'correct it' };
  }
}

function readDocument(document: Document, lines: LineCounter) {
  const problems: PriceBookProblem[] = [];
  const toValue = (node: unknown, before: Place): YamlValue => {
    const place = findPlace(node, lines) ?? before;
    if (isScalar(node)) {
      const text = String(node.value);
      const isNothing = text === '' && node.type === 'PLAIN';
      return isNothing ? { kind: 'nothing', ...place } : { kind: 'text', text, ...place };
    }
    if (isSeq(node)) {
      return { kind: 'list', items: node.items.map((item) => toValue(item, place)), ...place };
    }
    if (isMap(node)) {
      const entries = new Map<string, MapEntry>();
      for (const { key: keyNode, value } of node.items) {
        const keyPlace = findPlace(keyNode, lines) ?? place;
        const key = toValue(keyNode, keyPlace);
        if (key.kind !== 'text') {
          if (key.kind !== 'faulty')
            problems.push({ ...keyPlace, what: 'is not a valid key', fix: 'use text as the key' });
          continue;
        }
        const first = entries.get(key.text);
        if (first) problems.push(repeated(key, first));
        else entries.set(key.text, { key: key.text, ...keyPlace, value: toValue(value, keyPlace) });
      }
      return { kind: 'map', entries: [...entries.values()], ...place };
    }
    if (node !== null && node !== undefined) {
      problems.push({ ...place, what: 'is an alias', fix: 'write its value instead' });
      return { kind: 'faulty', ...place };
    }
    return { kind: 'nothing', ...place };
  };
  return { root: toValue(document.contents, { line: 1, column: 1 }), problems };
}

function repeated({ text, line, column }: TextValue, first: Place): PriceBookProblem {
  return {
    line,
    column,
    what: `"${text}" appears twice, first on line ${first.line}`,
    fix: 'keep one of them',
  };
}

function findPlace(node: unknown, lines: LineCounter): Place | undefined {
  const { range } = (node ?? {}) as { range?: [number, number, number] | null };
  return range ? placeAt(range[0], lines) : undefined;
}

function placeAt(offset: number, lines: LineCounter): Place {
  const { line, col } = lines.linePos(offset);
  return { line, column: col };
}
