import { SnapshotError } from './snapshot-error.ts';

const suspicious = /\\u(?:0000|[dD][89a-fA-F])/;
const candidates = /\\u(?:0000|[dD][89abAB]..\\u[dD][c-fC-F]..|[dD][89a-fA-F]..)/g;
const lengthOfPair = String.raw`\ud83d\ude00`.length;
/** Bounds the memory of the pieces between them. */
const maxReplaced = 1_000_000;

/**
 * PostgreSQL can store neither NUL nor half of a surrogate pair. They are replaced by U+FFFD in the
 * JSON text, as the agent itself does for characters that it had to cut.
 *
 * @throws {SnapshotError} if there are more than in any real snapshot
 */
export function replaceUnstorable(json: string): string {
  if (!json.includes(String.raw`\u`) || !suspicious.test(json)) return json;
  let [replaced, end, count] = ['', 0, 0];
  // No callback per escape: a text of 100 million escapes would need gigabytes.
  candidates.lastIndex = 0;
  for (let found = candidates.exec(json); found; found = candidates.exec(json)) {
    const [escape] = found;
    if (isEscaped(json, found.index)) candidates.lastIndex = found.index + 1;
    else if (escape.length < lengthOfPair) {
      replaced += `${json.slice(end, found.index)}\\ufffd`;
      end = candidates.lastIndex;
      count += 1;
      if (count > maxReplaced) throw tooMany();
    }
  }
  return replaced + json.slice(end);
}

/** Whether the backslash at an index is itself escaped: an odd number of others precedes it. */
function isEscaped(json: string, index: number): boolean {
  let start = index;
  while (json[start - 1] === '\\') start -= 1;
  return (index - start) % 2 === 1;
}

const tooMany = () =>
  new SnapshotError(
    `has more than ${maxReplaced} NUL characters or halves of surrogate pairs, the accepted maximum`,
    { flaw: 'too_large' },
  );
