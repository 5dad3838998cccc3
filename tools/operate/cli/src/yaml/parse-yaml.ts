import { isMap, isScalar, isSeq, LineCounter, type Document } from 'yaml';
import { FileError, type FileProblem } from './file-error.ts';
import { parsePlainDocument } from './parse-document.ts';

export type YamlPath = readonly (string | number)[];

/** The content of a YAML file, and the positions of its values. */
export interface YamlFile {
  readonly name: string;
  /** Plain objects, lists and scalars; null for an empty file. */
  readonly value: unknown;
  /** A problem with the value at a path or, with `key`, with that key of the map there. */
  problem(path: YamlPath, what: string, fix: string, key?: string): FileProblem;
  /** A scalar as written, such as every digit of a number; undefined if there is none. */
  writtenAt(path: YamlPath): string | undefined;
}

/**
 * Reads one YAML 1.2 document of plain maps, lists and scalars, with the position of each value.
 *
 * @throws {FileError} with every part that is not of that form
 */
export function parseYaml(text: string, name: string): YamlFile {
  const lines = new LineCounter();
  const at = (offset: number | undefined) => {
    if (offset === undefined) return { file: name };
    const { line, col } = lines.linePos(offset);
    return { file: name, line, column: col };
  };
  const { document, faults } = parsePlainDocument(text, lines);
  if (faults.length > 0) {
    throw new FileError(faults.map(({ offset, ...fault }) => ({ ...at(offset), ...fault })));
  }
  return {
    name,
    value: (document.toJS() ?? null) as unknown,
    problem: (path, what, fix, key) => ({ ...at(findOffset(document, path, key)), what, fix }),
    writtenAt: (path) => {
      const { node, isWhole } = findNode(document, path);
      return isWhole && isScalar(node) ? node.source : undefined;
    },
  };
}

function findOffset(document: Document, path: YamlPath, key?: string): number | undefined {
  const { node, isWhole } = findNode(document, path);
  if (key === undefined || !isWhole || !isMap(node)) return readStart(node);
  return readStart(node.items.find((pair) => readKey(pair.key) === key)?.key) ?? readStart(node);
}

/** The node at a path, or the innermost existing node on the way to it. */
function findNode(document: Document, path: YamlPath): { node: unknown; isWhole: boolean } {
  let node: unknown = document.contents;
  for (const part of path) {
    const child = findChild(node, part);
    if (child === undefined || child === null) return { node, isWhole: false };
    node = child;
  }
  return { node, isWhole: true };
}

function findChild(node: unknown, part: string | number): unknown {
  if (isSeq(node)) return node.items[Number(part)];
  if (isMap(node)) return node.items.find((pair) => readKey(pair.key) === String(part))?.value;
  return undefined;
}

const readKey = (key: unknown) => (isScalar(key) ? String(key.value) : undefined);

const readStart = (node: unknown) =>
  (node as { range?: [number, number, number] | null } | null | undefined)?.range?.[0];
