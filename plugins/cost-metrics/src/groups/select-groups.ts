import { levels, type MetricsConfig } from '../config.ts';
import { type Group } from '../exposition/group.ts';
import { budgetGroups } from './budgets.ts';
import { clusterGroup, currencyGroup, nodeGroup } from './clusters.ts';
import { opencostGroups } from './opencost.ts';
import { namespaceGroups, workloadGroups } from './owners.ts';
import { type MetricsScope } from './scope.ts';
import { teamGroup } from './teams.ts';

/** The groups of gauges that a config asks for, in the order in which they are written. */
export function selectGroups(scope: MetricsScope, config: MetricsConfig): readonly Group[] {
  const { labels, budgets, names, level } = config;
  const groups = {
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
    opencost: opencostGroups(scope),
  };
  const reached = levels.slice(0, levels.indexOf(level) + 1);
  return names.flatMap((name) => reached.flatMap((one) => groups[name][one]));
}
