import { type Level, levels, type MetricsConfig } from '../config.ts';
import { type Group } from '../write-metrics.ts';
import { clusterGroup, currencyGroup, nodeGroup } from './clusters.ts';
import * as opencost from './opencost.ts';
import { budgetGroups, namespaceGroups, teamGroup, workloadGroups } from './owners.ts';
import { type MetricsScope } from './scope.ts';

type SelectGroups = (scope: MetricsScope) => Group | readonly Group[];

/** By set of names and level, in the order of the output. */
const groups: Record<MetricsConfig['names'][number], Record<Level, readonly SelectGroups[]>> = {
  costplane: {
    cluster: [currencyGroup, clusterGroup, teamGroup, budgetGroups],
    namespace: [namespaceGroups, nodeGroup],
    workload: [workloadGroups],
    container: [],
  },
  opencost: {
    cluster: [opencost.buildInfoGroup],
    namespace: [opencost.namespaceLabelsGroup, opencost.nodeGroups],
    workload: [opencost.volumeGroups],
    container: [opencost.containerGroup],
  },
};

/** The gauge groups that the config selects. */
export function selectGroups(scope: MetricsScope): readonly Group[] {
  const { names, level } = scope.config;
  const reached = levels.slice(0, levels.indexOf(level) + 1);
  const wanted = names.flatMap((name) => reached.flatMap((one) => groups[name][one]));
  return wanted.flatMap((select) => select(scope));
}
