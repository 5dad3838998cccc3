import { createHash } from 'node:crypto';
import {
  type ClusterPlan,
  type NamespacePlan,
  type NodePlan,
  type WorkloadPlan,
} from './snapshot.ts';

/** Names of what is in every snapshot of the cluster, at the same cost. */
export const isStable = (name: string) => name.startsWith('stable-');

/** Names of what is in every snapshot of the cluster, at whatever cost. */
export const isLasting = (name: string) => isStable(name) || name.startsWith('moving-');

/** The team that owns every namespace of the cluster. */
export const owners = 'owners';

/**
 * One cluster as of a round. What is named `stable-` is there in every round, at one of a few costs,
 * so that many cost the same. So is what is named `moving-`, which costs something else in each round.
 * Between, before and behind them, all that is named `changing-` comes, goes and costs something else.
 */
export function changingCluster(seed: string, round: number): ClusterPlan {
  const among = (count: number, ...parts: (string | number)[]) =>
    createHash('sha256')
      .update([seed, round, ...parts].join())
      .digest()
      .readUInt32BE() % count;
  const isHere = (kind: string, index: number) => among(3, kind, index) > 0;
  const here = (count: number, kind: string) => numbers(count).filter((one) => isHere(kind, one));
  const namespaces = here(18, 'namespace').map((index) => `changing-${index}`);

  return {
    seed,
    nodes: [
      host,
      ...numbers(18).map((index) => node(`stable-${index}`, 2 + 2 * (index % 4))),
      ...numbers(12).map((index) => node(`moving-${index}`, 1 + among(10, 'moving node', index))),
      ...here(18, 'node').map((index) =>
        node(`changing-${index}`, 1 + among(10, 'cores of node', index)),
      ),
    ],
    namespaces: [...stableNames, ...movingNames, ...namespaces].map((name): NamespacePlan => ({
      name,
      labels: { team: owners },
    })),
    deployments: [
      ...stableNames.flatMap((namespace, index) =>
        numbers(2).map((at) => deployment(namespace, `stable-${at}`, 1 + ((index + at) % 4))),
      ),
      ...movingNames.map((namespace) => moving(namespace, among(24, 'cores', namespace))),
      ...namespaces.flatMap((namespace) =>
        here(3, namespace).map((at) =>
          deployment(namespace, `changing-${at}`, among(24, 'cores', namespace, at) / 4),
        ),
      ),
    ],
  };
}

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);
const stableNames = numbers(12).map((index) => `stable-${index}`);

const movingNames = numbers(12).map((index) => `moving-${index}`);

/** A workload whose pods, of which each costs as much, take more than a page. */
export const movingWorkload = { namespace: 'moving-0', name: 'moving-0' };

/** Room for every pod, so that none has to share. */
const host: NodePlan = { name: 'stable-host', cores: 1024, gib: 4096 };
const node = (name: string, cores: number): NodePlan => ({ name, cores, gib: 4 * cores });
const moving = (namespace: string, quarters: number): WorkloadPlan => ({
  ...deployment(namespace, namespace, quarters),
  pods: namespace === movingWorkload.name ? 24 : 1,
});
const deployment = (namespace: string, name: string, quarters: number): WorkloadPlan => ({
  namespace,
  name,
  cores: quarters / 4,
  gib: 1,
  pods: 1,
  node: host.name,
});
