import { levels, type Level, type MetricsConfig } from '../config.ts';
import { type Family, type MetricsScope } from '../exposition/family.ts';
import { clusterFamilies } from './cluster-families.ts';
import { namespaceFamilies } from './namespace-families.ts';
import { nodeFamilies } from './node-families.ts';
import { teamFamilies } from './team-families.ts';
import { workloadFamilies } from './workload-families.ts';

/** The families that a config asks for, in the order in which they are written. */
export function selectFamilies(
  scope: MetricsScope,
  { names, level, labels }: MetricsConfig,
): Family[] {
  const reaches = (needed: Level) => levels.indexOf(level) >= levels.indexOf(needed);
  const own = names.includes('costplane');
  return [
    ...(own ? [...clusterFamilies(scope), ...teamFamilies(scope)] : []),
    ...(own && reaches('namespace')
      ? [...namespaceFamilies(scope, labels), ...nodeFamilies(scope, labels)]
      : []),
    ...(own && reaches('workload') ? workloadFamilies(scope, labels) : []),
  ];
}
