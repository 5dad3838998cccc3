import { type Snapshot, type SnapshotContainer, type SnapshotPod } from '../snapshot-schema.ts';
import { toFigures, type Figures } from './figures.ts';
import { areMetricsAvailable } from './metrics.ts';
import { type Owner } from './owners.ts';

export interface MeasuredPod {
  pod: SnapshotPod;
  /** Null without a workload. */
  owner: Owner | null;
  containers: readonly MeasuredContainer[];
}

export interface MeasuredContainer {
  container: SnapshotContainer;
  figures: Figures;
}

export function measurePods(
  snapshot: Snapshot,
  ownerOf: (pod: SnapshotPod) => Owner | null,
): MeasuredPod[] {
  const isMeasured = areMetricsAvailable(snapshot);
  return snapshot.pods.map((pod) => ({
    pod,
    owner: ownerOf(pod),
    containers: (pod.containers ?? []).map((container) => ({
      container,
      figures: toFigures(pod, container, isMeasured),
    })),
  }));
}
