import { type CutValues } from '../cut-long-values.ts';
import { type Log } from './answer-request.ts';

const maxLoggedClusters = 10_000;

/** Logs once per cluster that labels or texts are truncated, because it happens in every report. */
export function createCutLog(log: Log): (clusterId: string, cut: CutValues) => void {
  const logged = new Set<string>();
  return (clusterId, { count, first }) => {
    if (logged.has(clusterId) || logged.size >= maxLoggedClusters) return;
    logged.add(clusterId);
    log.warn(
      { cluster_id: clusterId, count, first },
      'labels or texts of a cluster are too long and are truncated; for further reports of this ' +
        'cluster this is only counted',
    );
  };
}
