import { type AllocatedNode } from '../describe/allocate-nodes.ts';
import { type NodeIdentity } from '../describe/nodes.ts';
import { type ContainerFigures } from './container-figures.ts';
import {
  computeMeasures,
  mapMeasures,
  quantityMeasures,
  shareMeasures,
  sumKnown,
  sumMeasures,
  type Measured,
  type NodeMeasure,
  type ShareMeasure,
} from './measures.ts';
import { type PricedItem } from './priced-item.ts';

export interface NodeFigures {
  node: NodeIdentity;
  item: PricedItem;
  figures: Measured<NodeMeasure | ShareMeasure>;
}

/** Figures of a node with everything that runs on it. */
export function nodeFigures(
  node: AllocatedNode,
  containers: readonly ContainerFigures[],
): NodeFigures['figures'] {
  const figures = containers.map((container) => container.figures);
  return {
    ...(node.unallocated === null
      ? mapMeasures(computeMeasures, () => null)
      : sumMeasures(computeMeasures, figures)),
    unallocated_cost_seconds: node.unallocated,
    ...sumMeasures([...quantityMeasures, ...shareMeasures], figures),
    seconds: 1n,
  };
}

/** On-demand cost of the nodes that have a price; null if it is unknown for one of them. */
export function onDemandCost(nodes: readonly AllocatedNode[]): bigint | null {
  const priced = nodes.filter(({ unallocated }) => unallocated !== null);
  if (priced.length === 0) return nodes.length === 0 ? 0n : null;
  const isKnown = priced.every(({ onDemandHourly }) => onDemandHourly !== null);
  return isKnown
    ? sumKnown(
        priced.map(({ onDemandHourly }) => onDemandHourly),
        0n,
      )
    : null;
}
