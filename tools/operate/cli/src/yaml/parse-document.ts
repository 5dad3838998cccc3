import {
  isScalar,
  type LineCounter,
  parseDocument,
  visit,
  type Document,
  type YAMLMap,
} from 'yaml';

/** A problem at an offset of a text, or in the text as a whole. */
export interface YamlFault {
  readonly offset?: number;
  readonly what: string;
  readonly fix: string;
}

/** Parses one document of plain maps, lists and scalars. The result is only valid without faults. */
export function parsePlainDocument(
  text: string,
  lines: LineCounter,
): { document: Document; faults: readonly YamlFault[] } {
  const document = parseDocument(text, {
    lineCounter: lines,
    prettyErrors: false,
    uniqueKeys: false,
  });
  const errors = [...document.errors, ...document.warnings];
  // The parser reports a stack overflow as an error of the file.
  if (errors.some(({ message }) => message.includes('call stack'))) {
    return { document, faults: [tooDeep] };
  }
  if (errors.length === 0) return { document, faults: findMore(document, lines) };
  // Further errors in a line are often consequences of the first one.
  const byLine = Map.groupBy(errors, ({ pos: [offset] }) => lines.linePos(offset).line);
  const first = [...byLine.values()].flatMap(([error]) => error ?? []);
  return {
    document,
    faults: first.map(({ code, message, pos: [offset] }) => ({
      offset,
      ...notYaml(code, message),
    })),
  };
}

const tooDeep: YamlFault = { what: 'is nested too deeply', fix: 'write it with fewer levels' };

function notYaml(code: string, message: string): YamlFault {
  switch (code) {
    case 'MULTIPLE_DOCS':
      return { what: 'another document begins here', fix: 'keep one per file' };
    case 'TAB_AS_INDENT':
      return { what: 'is indented with a tab', fix: 'use spaces' };
    case 'TAG_RESOLVE_FAILED':
      return { what: 'has a tag', fix: 'remove tags (!...)' };
    default:
      return { what: `is not YAML: ${message.split('\n', 1)[0] ?? ''}`, fix: 'correct it' };
  }
}

/** Valid YAML that is not plain. */
function findMore(document: Document, lines: LineCounter): YamlFault[] {
  const faults: YamlFault[] = [];
  visit(document, {
    Alias: (_, { range }) => {
      const place = range ? { offset: range[0] } : {};
      faults.push({ ...place, what: 'is an alias', fix: 'replace it by its value' });
    },
    Map: (_, map) => {
      faults.push(...findRepeatedKeys(map, lines));
    },
  });
  return faults;
}

function* findRepeatedKeys(map: YAMLMap, lines: LineCounter): Generator<YamlFault> {
  const offsets = new Map<string, number>();
  for (const { key } of map.items) {
    if (!isScalar(key) || !key.range) continue;
    const [name, offset] = [String(key.value), key.range[0]];
    const first = offsets.get(name);
    offsets.set(name, first ?? offset);
    if (first === undefined) continue;
    const what = `${JSON.stringify(name)} is defined twice, first on line ${lines.linePos(first).line}`;
    yield { offset, what, fix: 'keep one of them' };
  }
}
