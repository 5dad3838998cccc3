import type { Snapshot, SnapshotContainer, SnapshotPod } from '../snapshot-schema.ts';
import { figuresOf, type Figures } from './figures.ts';
import { areMetricsAvailable } from './metrics.ts';

export interface MeasuredPod {
  pod: SnapshotPod;
  containers: readonly MeasuredContainer[];
}

export interface MeasuredContainer {
  container: SnapshotContainer;
  figures: Figures;
}

export function measurePods(snapshot: Snapshot): MeasuredPod[] {
  const isMeasured = areMetricsAvailable(snapshot);
  return snapshot.pods.map((pod) => ({
    pod,
    containers: (pod.containers ?? []).map((container) => ({
      container,
      figures: figuresOf(pod, container, isMeasured),
    })),
  }));
}
