import { type ContainerFigures } from './container-figures.ts';
import {
  mapMeasures,
  shareMeasures,
  sumKnown,
  type Measured,
  type QuantityHourMeasure,
} from './measures.ts';
import { type PricedItem } from './priced-item.ts';
import { type VolumeFigures } from './volume-figures.ts';

/** An owner's quantity of a priced item: its cost divided by the price. */
export interface QuantityFigures {
  /** A workload, a namespace, or the cluster itself for volumes without a claim. */
  ownerUid: string;
  item: PricedItem;
  figures: Measured<QuantityHourMeasure>;
}

export function quantityFigures(
  containers: readonly ContainerFigures[],
  volumes: readonly VolumeFigures[],
  clusterId: string,
): QuantityFigures[] {
  const containerQuantities = containers.flatMap(({ owner, item, figures }) =>
    item?.isPriceable ? [{ ownerUid: owner.uid, item, figures, volume: 0n }] : [],
  );
  const volumeQuantities = volumes.flatMap(({ owner, item }) =>
    item.isPriceable
      ? [{ ownerUid: owner?.uid ?? clusterId, item, figures: noShares, volume: 1n }]
      : [],
  );
  const alike = Map.groupBy(
    [...containerQuantities, ...volumeQuantities],
    ({ ownerUid, item }) => `${ownerUid} ${item.key}`,
  );
  return [...alike.values()].flatMap(([first, ...others]) => {
    if (!first) return [];
    const parts = [first, ...others];
    return {
      ownerUid: first.ownerUid,
      item: first.item,
      figures: {
        ...mapMeasures(shareMeasures, (measure) =>
          sumKnown(
            parts.map(({ figures }) => figures[measure]),
            0n,
          ),
        ),
        volume_seconds: sumKnown(
          parts.map(({ volume }) => volume),
          0n,
        ),
      },
    };
  });
}

const noShares = mapMeasures(shareMeasures, () => 0n);
