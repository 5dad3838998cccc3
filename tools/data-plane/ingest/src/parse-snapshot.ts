import { Compile } from 'typebox/compile';
import { compileCut, type CutValues } from './cut-long-values.ts';
import { describeMismatch, excerpt } from './describe-mismatch.ts';
import { findContradiction } from './find-contradiction.ts';
import { replaceUnstorable } from './replace-unstorable.ts';
import { SnapshotError } from './snapshot-error.ts';
import { SnapshotSchema, type Snapshot } from './snapshot-schema.ts';

const schema = Compile(SnapshotSchema);
const cut = compileCut(SnapshotSchema);

/**
 * Parses a snapshot from JSON, as text or UTF-8. Labels and texts that exceed the storage limits
 * are truncated.
 *
 * @param onCut called with the truncated values, if any
 * @throws {SnapshotError} in one line: not JSON, not a snapshot, or the first invalid field and
 * what it must be
 */
export function parseSnapshot(
  json: string | Uint8Array,
  onCut?: (cut: CutValues) => void,
): Snapshot {
  const text = typeof json === 'string' ? json : decode(json);
  const value = parseJson(text);
  if (schema.Check(value)) {
    const contradiction = findContradiction(value);
    if (contradiction !== undefined)
      throw new SnapshotError(contradiction, { flaw: 'no_snapshot' });
    const cutValues = cut(value);
    if (cutValues) onCut?.(cutValues);
    return value;
  }
  const mismatch = otherFormat(value) ?? describeMismatch(SnapshotSchema, value);
  throw new SnapshotError(mismatch, { flaw: 'no_snapshot' });
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    const isTooLong = (error as { code?: string }).code === 'ERR_STRING_TOO_LONG';
    throw isTooLong
      ? new SnapshotError('is too large to be read as one JSON document', { flaw: 'too_large' })
      : new SnapshotError('is not JSON: it is not UTF-8');
  }
}

function parseJson(text: string): unknown {
  if (text.trim() === '') throw new SnapshotError('is empty, an agent snapshot was expected');
  const storable = replaceUnstorable(text);
  try {
    return JSON.parse(storable);
  } catch (error) {
    throw new SnapshotError(describeSyntaxError((error as Error).message, text));
  }
}

/**
 * Error messages of V8 state what was unexpected and mostly where; they may quote the text, over
 * several lines.
 */
function describeSyntaxError(message: string, text: string): string {
  const position = /at position (\d+)/.exec(message)?.[1];
  const isCutOff =
    /^Unexpected end|^Unterminated/.test(message) ||
    (position !== undefined && Number(position) >= text.trimEnd().length);
  if (isCutOff) return `is truncated: the JSON ends too early, after ${text.length} characters`;
  if (position === undefined) {
    const token = /^Unexpected token '(.)'/su.exec(message)?.[1];
    return `is not JSON${token === undefined ? '' : `: ${excerpt(token)} was not expected`}`;
  }
  const { line, column } = locate(text, Number(position));
  return `is not JSON: syntax error at line ${line}, column ${column}`;
}

/** Without an array of the lines, of which there may be millions. */
function locate(text: string, position: number): { line: number; column: number } {
  const newline = 0x0a;
  let [line, start] = [1, 0];
  for (let index = 0; index < position; index += 1) {
    if (text.charCodeAt(index) !== newline) continue;
    line += 1;
    start = index + 1;
  }
  return { line, column: position - start + 1 };
}

function otherFormat(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) {
    return 'is not an agent snapshot: it is JSON, but not an object';
  }
  if (Array.isArray(value)) return 'is not an agent snapshot: it is a JSON list';
  if ('apiVersion' in value && 'kind' in value && typeof value.kind === 'string') {
    return `is not an agent snapshot: it is a Kubernetes ${excerpt(value.kind).replaceAll(/^"|"$/g, '')}`;
  }
  const own = ['snapshot_id', 'timestamp', 'nodes', 'pods'];
  if (own.some((key) => key in value)) return undefined;
  return `is not an agent snapshot: it has none of ${own.join(', ')}`;
}
