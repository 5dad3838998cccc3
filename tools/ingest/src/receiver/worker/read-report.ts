import { parseSnapshot } from '../../parse-snapshot.ts';
import { SnapshotError } from '../../snapshot-error.ts';
import type { Snapshot } from '../../snapshot-schema.ts';
import type { Report, Rules } from '../messages.ts';
import { Refusal } from '../refusal.ts';
import { checkAgentVersion } from '../steps/check-agent-version.ts';
import { checkStructure } from './check-structure.ts';
import { decompressBody } from './decompress-body.ts';

/** How far an agent's clock may be ahead: what lies in the future would block what comes now. */
const mostAheadMs = 5 * 60_000;

/**
 * The snapshot of a report.
 *
 * @throws {Refusal} if it is not one that may be taken in
 */
export async function readReport(
  { body, namedIds }: Report,
  { maxSnapshotBytes, oldestAgent }: Rules,
): Promise<{ snapshot: Snapshot; bytes: number }> {
  try {
    const json = await decompressBody(body, maxSnapshotBytes);
    checkStructure(json);
    const snapshot = parseSnapshot(json);
    checkAgentVersion(snapshot.agent_version, oldestAgent);
    checkIds(snapshot, namedIds);
    checkClock(snapshot);
    return { snapshot, bytes: json.length };
  } catch (error) {
    throw error instanceof SnapshotError ? toRefusal(error) : error;
  }
}

const statuses = {
  unreadable: [400, 'unreadable_body'],
  too_large: [413, 'snapshot_too_large'],
  no_snapshot: [422, 'no_snapshot'],
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
    'X-Snapshot-ID and Idempotency-Key are the snapshot_id of the body.',
  );
}

function checkClock({ timestamp }: Snapshot): void {
  const aheadMs = timestamp - Date.now();
  if (aheadMs <= mostAheadMs) return;
  const seconds = Math.round(aheadMs / 1000);
  throw new Refusal(
    422,
    'future_timestamp',
    `timestamp lies ${seconds} seconds in the future; set the clock of the cluster right.`,
  );
}
