import { clusterFigures, type ClusterFigures } from './cluster-figures.ts';
import { containerFigures } from './container-figures.ts';
import { type LedgerOwner, type LedgerState } from './ledger-state.ts';
import { nodeFigures, type NodeFigures } from './node-figures.ts';
import { ownerFigures, type Owned, type OwnerFigures } from './owner-figures.ts';
import { quantityFigures, type QuantityFigures } from './quantity-figures.ts';
import { shareManagementFee } from './share-management-fee.ts';
import { storageCosts } from './storage-costs.ts';

/** Figures of a cluster's state per millisecond, for each row of the ledger. */
export interface StateFigures {
  cluster: ClusterFigures;
  namespaces: OwnerFigures;
  /** Every workload, and the namespaces that own something themselves. */
  owners: OwnerFigures;
  quantities: QuantityFigures;
  nodes: NodeFigures;
  containers: Owned['containers'];
}

export function figuresOfState(state: LedgerState): StateFigures {
  const { clusterId, nodes, managementFee } = state;
  const running = containerFigures(state.running);
  const claimed = state.volumes.filter(({ owner }) => owner !== null);
  const unclaimed = state.volumes.filter(({ owner }) => owner === null);
  const storage = storageCosts(claimed);
  const fee = shareManagementFee(managementFee, running, storage);
  const containers = {
    rows: running.rows,
    figures: { ...running.figures, management_cost_seconds: fee.containers },
  };
  const volumes = {
    rows: claimed,
    figures: { storage_cost_seconds: storage, management_cost_seconds: fee.volumes },
  };
  const owned = { containers, volumes, managementFee };
  const sumBy = (key: 'uid' | 'namespace', owners: readonly LedgerOwner[]): OwnerFigures => ({
    rows: owners.map((owner) => ({ owner })),
    figures: ownerFigures(
      owned,
      owners.map((owner) => owner[key]),
      (owner) => owner[key],
    ),
  });
  const owning = new Set([...running.rows, ...claimed].map(({ owner }) => owner?.uid));
  return {
    cluster: clusterFigures(state, owned, { unclaimed, fee: fee.unallocated }),
    namespaces: sumBy('namespace', state.namespaces),
    owners: sumBy('uid', [
      ...state.workloads,
      ...state.namespaces.filter(({ uid }) => owning.has(uid)),
    ]),
    quantities: quantityFigures(running, state.volumes, clusterId),
    nodes: nodeFigures(nodes, running),
    containers,
  };
}
