import { type AllocatedNode } from '../describe/allocate-nodes.ts';
import { type NodeIdentity } from '../describe/nodes.ts';
import { type ContainerFigures } from './container-figures.ts';
import { type LedgerNode } from './ledger-state.ts';
import {
  computeMeasures,
  mapMeasures,
  quantityMeasures,
  shareMeasures,
  sumKnown,
  type FigureTable,
  type NodeMeasure,
  type ShareMeasure,
} from './measures.ts';
import { type PricedItem } from './priced-item.ts';
import { figureOfNothing, groupRows, sumGroups } from './sum-groups.ts';

export type NodeFigures = FigureTable<
  { node: NodeIdentity; item: PricedItem },
  NodeMeasure | ShareMeasure
>;

/** Figures of nodes with everything that runs on them. */
export function nodeFigures(
  nodes: readonly LedgerNode[],
  { rows, figures }: ContainerFigures,
): NodeFigures {
  const uids = nodes.map(({ uid }) => uid);
  const groups = groupRows(rows, uids, ({ node_uid }) => node_uid);
  const sumOnNodes = (measure: keyof typeof figures) =>
    sumGroups(figures[measure], groups, figureOfNothing(measure));
  const unallocated = nodes.map((node) => node.unallocated);
  return {
    rows: nodes.map((node) => ({ node, item: node.item })),
    figures: {
      ...mapMeasures(computeMeasures, (measure) =>
        sumOnNodes(measure).map((sum, node) => (unallocated[node] === null ? null : sum)),
      ),
      unallocated_cost_seconds: unallocated,
      ...mapMeasures([...quantityMeasures, ...shareMeasures], sumOnNodes),
      seconds: nodes.map(() => 1n),
    },
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
