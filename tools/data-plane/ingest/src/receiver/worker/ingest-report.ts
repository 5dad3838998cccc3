import { MovingOrganizationError, type Warehouse } from '@costplane/warehouse';
import { type Kysely } from 'kysely';
import { ingestSnapshot } from '../../ingest-snapshot.ts';
import { UnknownClusterError } from '../../unknown-cluster-error.ts';
import { isDatabaseFailure, isDiskFull, isTooLarge } from '../database-failure.ts';
import { type Outcome, type Report, type Rules } from '../messages.ts';
import { databaseFull } from '../full-disk.ts';
import { Refusal, unavailable } from '../refusal.ts';
import { unknownToken } from '../steps/authenticate.ts';
import { checkLimit } from './check-limit.ts';
import { readReport } from './read-report.ts';

/**
 * Ingests a report. When it returns, the snapshot is committed.
 *
 * @throws {Refusal} if the report is refused; nothing is changed then
 */
export async function ingestReport(
  db: Kysely<Warehouse>,
  report: Report,
  rules: Rules,
  onRead: () => void,
): Promise<Outcome> {
  const { agent } = report;
  const { snapshot, bytes, cut } = await readReport(report, rules);
  onRead();
  try {
    const quota = await checkLimit(db, agent, snapshot);
    const { teamLabel, departmentLabel, foldWithinMs } = rules;
    const result = await ingestSnapshot(db, {
      organizationId: agent.organizationId,
      cluster: { id: agent.clusterId },
      snapshot,
      teamLabel,
      departmentLabel,
      foldWithinMs,
    });
    const { status, snapshot_id: snapshotId, nodes, pods, workloads } = result;
    if (status === 'older') {
      throw new Refusal(
        409,
        'older_snapshot',
        'A snapshot with the same or a later time is stored.',
      );
    }
    return { status, snapshotId, quota, nodes, pods, workloads, bytes, cut };
  } catch (error) {
    // The cluster was deleted or retired after the token lookup, and its token with it.
    if (error instanceof UnknownClusterError) throw unknownToken();
    if (error instanceof MovingOrganizationError) {
      throw unavailable('organization_moving', 'The organization is being moved; send it again.');
    }
    if (isDiskFull(error)) {
      throw unavailable(databaseFull, 'The disk of the database is full.', error);
    }
    if (isTooLarge(error)) {
      throw new Refusal(
        413,
        'snapshot_too_large',
        'The snapshot exceeds a limit of the database.',
        {
          cause: error,
        },
      );
    }
    if (!isDatabaseFailure(error)) throw error;
    throw unavailable('database_unavailable', 'The database did not accept the snapshot.', error);
  }
}
