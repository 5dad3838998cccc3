import { checkAge, checkClock } from '../../check-clock.ts';
import { type CutValues } from '../../cut-long-values.ts';
import { parseSnapshot } from '../../parse-snapshot.ts';
import { SnapshotError } from '../../snapshot-error.ts';
import { type Snapshot } from '../../snapshot-schema.ts';
import { type Report, type Rules } from '../messages.ts';
import { Refusal } from '../refusal.ts';
import { checkAgentVersion } from '../steps/check-agent-version.ts';
import { checkStructure } from './check-structure.ts';
import { decompressBody } from './decompress-body.ts';

/**
 * The snapshot of a report.
 *
 * @throws {Refusal} if it is invalid
 */
export async function readReport(
  { body, namedIds }: Report,
  { maxSnapshotBytes, oldestAgent }: Rules,
): Promise<{ snapshot: Snapshot; bytes: number; cut: CutValues | undefined }> {
  try {
    const json = await decompressBody(body, maxSnapshotBytes);
    checkStructure(json);
    let cut: CutValues | undefined;
    const snapshot = parseSnapshot(json, (values) => (cut = values));
    checkAgentVersion(snapshot.agent_version, oldestAgent);
    checkIds(snapshot, namedIds);
    checkClock(snapshot);
    checkAge(snapshot);
    return { snapshot, bytes: json.length, cut };
  } catch (error) {
    throw error instanceof SnapshotError ? toRefusal(error) : error;
  }
}

const statuses = {
  unreadable: [400, 'unreadable_body'],
  too_large: [413, 'snapshot_too_large'],
  no_snapshot: [422, 'no_snapshot'],
  future_timestamp: [422, 'future_timestamp'],
  old_timestamp: [422, 'old_timestamp'],
} as const;

function toRefusal({ flaw, message }: SnapshotError): Refusal {
  const [status, reason] = statuses[flaw];
  const isAboutBody = /^(is|has) /.test(message);
  return new Refusal(status, reason, isAboutBody ? `The body ${message}.` : `${message}.`);
}

function checkIds({ snapshot_id }: Snapshot, namedIds: readonly string[]): void {
  const other = namedIds.find((id) => id !== snapshot_id);
  if (other === undefined) return;
  throw new Refusal(
    409,
    'contradicting_ids',
    'X-Snapshot-ID and Idempotency-Key must be equal to the snapshot_id in the body.',
  );
}
