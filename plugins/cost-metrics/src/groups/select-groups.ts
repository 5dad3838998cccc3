import { type Level, levels, type MetricsConfig } from '../config.ts';
import { type Group } from '../exposition/group.ts';
import { budgetGroups } from './budgets.ts';
import { clusterGroup, currencyGroup, opencostClusters } from './clusters.ts';
import { opencostContainers } from './containers.ts';
import { namespaceGroups, opencostNamespaces } from './namespaces.ts';
import { nodeGroup, opencostNodes } from './nodes.ts';
import { type MetricsScope } from './scope.ts';
import { teamGroup } from './team-costs.ts';
import { opencostVolumes } from './volumes.ts';
import { workloadGroups } from './workloads.ts';

type GroupsByLevel = Readonly<Record<Level, (scope: MetricsScope) => readonly Group[]>>;

const ownGroups = ({ labels, budgets }: MetricsConfig): GroupsByLevel => ({
  cluster: (scope) => [
    currencyGroup(scope),
    clusterGroup(scope),
    teamGroup(scope),
    ...budgetGroups(scope, budgets),
  ],
  namespace: (scope) => [...namespaceGroups(scope, labels), nodeGroup(scope, labels)],
  workload: (scope) => workloadGroups(scope, labels),
  container: () => [],
});

const opencostGroups: GroupsByLevel = {
  cluster: (scope) => [opencostClusters(scope)],
  namespace: (scope) => [opencostNamespaces(scope), ...opencostNodes(scope)],
  workload: opencostVolumes,
  container: (scope) => [opencostContainers(scope)],
};

/** The groups of gauges that a config asks for, in the order in which they are written. */
export function selectGroups(scope: MetricsScope, config: MetricsConfig): readonly Group[] {
  const sets = { costplane: ownGroups(config), opencost: opencostGroups };
  const reached = levels.slice(0, levels.indexOf(config.level) + 1);
  return config.names.flatMap((name) => reached.flatMap((level) => sets[name][level](scope)));
}
