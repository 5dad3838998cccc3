import { levels, type MetricsConfig } from '../config.ts';
import { type Group } from '../exposition/group.ts';
import { budgetGroups } from './budgets.ts';
import { clusterGroup, currencyGroup } from './clusters.ts';
import { namespaceGroups } from './namespaces.ts';
import { nodeGroup } from './nodes.ts';
import {
  opencostClusters,
  opencostNamespaces,
  opencostNodes,
  opencostVolumes,
} from './opencost.ts';
import { containerGroup } from './opencost-containers.ts';
import { type MetricsScope } from './scope.ts';
import { teamGroup } from './teams.ts';
import { workloadGroups } from './workloads.ts';

/** The groups of gauges that a config asks for, in the order in which they are written. */
export function selectGroups(scope: MetricsScope, config: MetricsConfig): readonly Group[] {
  const { labels, budgets, names, level } = config;
  const byLevel = {
    costplane: {
      cluster: [
        currencyGroup(scope),
        clusterGroup(scope),
        teamGroup(scope),
        ...budgetGroups(scope, budgets),
      ],
      namespace: [...namespaceGroups(scope, labels), nodeGroup(scope, labels)],
      workload: workloadGroups(scope, labels),
      container: [],
    },
    opencost: {
      cluster: [opencostClusters(scope)],
      namespace: [opencostNamespaces(scope), ...opencostNodes(scope)],
      workload: opencostVolumes(scope),
      container: [containerGroup(scope)],
    },
  };
  const reached = levels.slice(0, levels.indexOf(level) + 1);
  return names.flatMap((name) => reached.flatMap((one) => byLevel[name][one]));
}
