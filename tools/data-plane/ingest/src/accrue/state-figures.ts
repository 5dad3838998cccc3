import { clusterFigures, type ClusterFigures } from './cluster-figures.ts';
import { containerFigures, type ContainerFigures } from './container-figures.ts';
import { type LedgerOwner, type LedgerState } from './ledger-state.ts';
import { nodeFigures, type NodeFigures } from './node-figures.ts';
import { ownedBy, ownerFigures, type OwnerFigures } from './owner-figures.ts';
import { quantityFigures, type QuantityFigures } from './quantity-figures.ts';
import { shareManagementFee } from './share-management-fee.ts';
import { volumeFigures } from './volume-figures.ts';

/** Figures of a cluster's state per millisecond, for each row of the ledger. */
export interface StateFigures {
  cluster: ClusterFigures;
  namespaces: OwnerFigures[];
  /** Every workload, and the namespaces that own something themselves. */
  owners: OwnerFigures[];
  quantities: QuantityFigures[];
  nodes: NodeFigures[];
  containers: ContainerFigures[];
}

export function figuresOfState(state: LedgerState): StateFigures {
  const { managementFee } = state;
  const containers = state.running.flatMap(containerFigures);
  const volumes = state.volumes.map(volumeFigures);
  const claimed = volumes.filter(({ owner }) => owner !== null);
  const unclaimed = volumes.filter(({ owner }) => owner === null);
  const unallocatedFee = shareManagementFee(managementFee, containers, claimed);

  const owned = { containers, volumes: claimed };
  const figuresByOwner = ownedBy('uid', owned);
  const allIn = ownedBy('namespace', owned);
  const ownsAny = (owner: LedgerOwner) =>
    figuresByOwner(owner).containers.length > 0 || figuresByOwner(owner).volumes.length > 0;
  const onNode = Map.groupBy(containers, ({ node_uid }) => node_uid);
  return {
    cluster: clusterFigures(state, owned, { unclaimed, fee: unallocatedFee }),
    namespaces: state.namespaces.map((owner) => ({
      owner,
      figures: ownerFigures(allIn(owner), managementFee),
    })),
    owners: [...state.workloads, ...state.namespaces.filter(ownsAny)].map((owner) => ({
      owner,
      figures: ownerFigures(figuresByOwner(owner), managementFee),
    })),
    quantities: quantityFigures(containers, volumes, state.clusterId),
    nodes: state.nodes.map((node) => ({
      node,
      item: node.item,
      figures: nodeFigures(node, onNode.get(node.uid) ?? []),
    })),
    containers,
  };
}
