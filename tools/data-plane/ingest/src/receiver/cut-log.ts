import { type CutValues } from '../cut-long-values.ts';
import { type Log } from './answer-request.ts';

const mostRemembered = 10_000;

/** Says once for each cluster that something of its reports is cut: it is, in every report. */
export function createCutLog(log: Log): (clusterId: string, cut: CutValues) => void {
  const logged = new Set<string>();
  return (clusterId, { count, first }) => {
    if (logged.has(clusterId) || logged.size >= mostRemembered) return;
    logged.add(clusterId);
    log.warn(
      { cluster_id: clusterId, count, first },
      'labels or texts of a cluster are too long to be stored whole, and are cut; further reports of this cluster are only counted',
    );
  };
}
