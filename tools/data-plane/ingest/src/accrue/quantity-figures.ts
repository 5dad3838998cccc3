import { type ContainerFigures } from './container-figures.ts';
import { type LedgerVolume } from './ledger-state.ts';
import {
  mapMeasures,
  shareMeasures,
  type FigureTable,
  type QuantityHourMeasure,
} from './measures.ts';
import { type PricedItem } from './priced-item.ts';
import { groupRows, sumGroups } from './sum-groups.ts';

/** An owner's quantity of a priced item: its cost divided by the price. */
export interface Quantity {
  /** A workload, a namespace, or the cluster itself for volumes without a claim. */
  ownerUid: string;
  item: PricedItem;
}

export type QuantityFigures = FigureTable<Quantity, QuantityHourMeasure>;

export function quantityFigures(
  { rows: containers, figures }: ContainerFigures,
  volumes: readonly LedgerVolume[],
  clusterId: string,
): QuantityFigures {
  const quantities = new Map<string, Quantity>();
  const keys = [...containers, ...volumes].map(({ owner, item }) => {
    if (!item?.isPriceable) return null;
    const ownerUid = owner?.uid ?? clusterId;
    const key = `${ownerUid} ${item.key}`;
    quantities.set(key, { ownerUid, item });
    return key;
  });
  const groups = groupRows(keys, [...quantities.keys()], (key) => key);
  const noShares = volumes.map(() => 0n);
  const areVolumes = [...containers.map(() => 0n), ...volumes.map(() => 1n)];
  return {
    rows: [...quantities.values()],
    figures: {
      ...mapMeasures(shareMeasures, (measure) =>
        sumGroups([...figures[measure], ...noShares], groups, 0n),
      ),
      volume_seconds: sumGroups(areVolumes, groups, 0n),
    },
  };
}
