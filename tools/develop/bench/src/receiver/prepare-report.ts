import { constants, zstdCompressSync } from 'node:zlib';
import { makeSnapshot } from '../ingest/make-snapshot.ts';

export interface PreparedReport {
  readonly snapshotId: string;
  /** One zstd frame, as agents make them: of the default level, with its checksum. */
  readonly body: Buffer;
}

const options = {
  params: {
    [constants.ZSTD_c_compressionLevel]: constants.ZSTD_CLEVEL_DEFAULT,
    [constants.ZSTD_c_checksumFlag]: 1,
  },
};
/** The first digits of a UUID tell agents apart. */
const firstDigits = /"[0-9a-f]{4}(?=[0-9a-f]{4}-[0-9a-f]{4}-)/g;

/** The reports of all agents of one turn: as many pods each, all with uids of their own. */
export function prepareReports(
  agents: number,
  { pods, turn, at }: { pods: number; turn: number; at: number },
): PreparedReport[] {
  const json = JSON.stringify({ ...makeSnapshot(pods, turn), timestamp: at });
  return Array.from({ length: agents }, (_, agent) => {
    const own = json.replaceAll(firstDigits, `"${agent.toString(16).padStart(4, '0')}`);
    const snapshotId = /"snapshot_id":"([^"]+)"/.exec(own)?.[1] ?? '';
    return { snapshotId, body: zstdCompressSync(own, options) };
  });
}
