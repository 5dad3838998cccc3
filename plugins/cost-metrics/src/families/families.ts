import { type Level, levels, type MetricsConfig } from '../config.ts';
import { type Family, type MetricsScope } from '../exposition/family.ts';
import { budgetFamilies } from './budget-families.ts';
import { clusterFamilies } from './cluster-families.ts';
import { namespaceFamilies } from './namespace-families.ts';
import { nodeFamilies } from './node-families.ts';
import { clusterInfo, namespaceInfo } from './opencost/cluster-info.ts';
import { containerAllocations } from './opencost/container-allocations.ts';
import { nodePrices } from './opencost/node-prices.ts';
import { volumePrices } from './opencost/volume-prices.ts';
import { teamFamilies } from './team-families.ts';
import { workloadFamilies } from './workload-families.ts';

type FamiliesByLevel = Readonly<Record<Level, (scope: MetricsScope) => readonly Family[]>>;

const ownFamilies = ({ labels, budgets }: MetricsConfig): FamiliesByLevel => ({
  cluster: (scope) => [
    ...clusterFamilies(scope),
    ...teamFamilies(scope),
    ...budgetFamilies(scope, budgets),
  ],
  namespace: (scope) => [...namespaceFamilies(scope, labels), ...nodeFamilies(scope, labels)],
  workload: (scope) => workloadFamilies(scope, labels),
  container: () => [],
});

const openCostFamilies: FamiliesByLevel = {
  cluster: clusterInfo,
  namespace: (scope) => [...namespaceInfo(scope), ...nodePrices(scope)],
  workload: volumePrices,
  container: containerAllocations,
};

/** The families that a config asks for, in the order in which they are written. */
export function selectFamilies(scope: MetricsScope, config: MetricsConfig): readonly Family[] {
  const sets = { costplane: ownFamilies(config), opencost: openCostFamilies };
  const reached = levels.slice(0, levels.indexOf(config.level) + 1);
  return config.names.flatMap((name) => reached.flatMap((level) => sets[name][level](scope)));
}
