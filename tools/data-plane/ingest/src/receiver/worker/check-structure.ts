import { SnapshotError } from '../../snapshot-error.ts';

/**
 * Several times what snapshots of 50,000 pods have (some 13 objects and lists a pod, and 100
 * values). Parsing takes time and memory by what is in JSON, not by its size: sixty million empty
 * objects fit in 180 MB, and take minutes and gigabytes.
 */
const mostContainers = 4_000_000;
const mostSeparators = 20_000_000;

const [comma, bracket, brace] = [0x2c, 0x5b, 0x7b];

/**
 * Counts what JSON is made of, without parsing it. What is in strings counts too.
 *
 * @throws {SnapshotError} if that is more than a snapshot has
 */
export function checkStructure(json: Uint8Array): void {
  const { length } = json;
  let [containers, separators] = [0, 0];
  // Ten times as fast as for-of.
  for (let index = 0; index < length; index += 1) {
    const byte = json[index];
    if (byte === comma) separators += 1;
    else if (byte === brace || byte === bracket) containers += 1;
  }
  if (containers > mostContainers) throw tooMany(`${mostContainers} objects and lists`);
  if (separators > mostSeparators) throw tooMany(`${mostSeparators} values`);
}

const tooMany = (most: string) =>
  new SnapshotError(`has more than ${most}, the most that are accepted`, { flaw: 'too_large' });
