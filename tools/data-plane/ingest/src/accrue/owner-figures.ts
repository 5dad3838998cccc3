import { type FixedPoint } from '@costplane/pricing';
import { type LedgerContainer } from './container-figures.ts';
import { type LedgerOwner, type LedgerVolume } from './ledger-state.ts';
import {
  chargedMeasures,
  computeMeasures,
  mapMeasures,
  quantityMeasures,
  type ChargedMeasure,
  type ContainerMeasure,
  type FigureTable,
  type OwnerMeasure,
} from './measures.ts';
import { figureOfNothing, groupRows, sumGroups } from './sum-groups.ts';

export type OwnerFigures = FigureTable<{ owner: LedgerOwner }, OwnerMeasure>;

/** Everything that has an owner, with its shares of the control plane fee. */
export interface Owned {
  containers: FigureTable<LedgerContainer, ContainerMeasure | ChargedMeasure>;
  volumes: FigureTable<LedgerVolume, 'storage_cost_seconds' | 'management_cost_seconds'>;
  managementFee: FixedPoint | null;
}

/** Sums over everything that has an owner with one of the keys; 0 without anything. */
export function ownerFigures(
  { containers, volumes, managementFee }: Owned,
  keys: readonly string[],
  keyOf: (owner: LedgerOwner) => string,
): OwnerFigures['figures'] {
  const count = keys.length;
  const { positions } = groupRows(containers.rows, keys, ({ owner }) => keyOf(owner));
  const ofVolumes = groupRows(volumes.rows, keys, ({ owner }) => owner && keyOf(owner));
  return {
    ...mapMeasures([...computeMeasures, ...quantityMeasures, ...chargedMeasures], (measure) =>
      sumGroups(containers.figures[measure], { count, positions }, figureOfNothing(measure)),
    ),
    storage_cost_seconds: sumGroups(volumes.figures.storage_cost_seconds, ofVolumes, 0n),
    management_cost_seconds: sumGroups(
      [containers, volumes].flatMap(({ figures }) => figures.management_cost_seconds),
      { count, positions: [...positions, ...ofVolumes.positions] },
      managementFee === null ? null : 0n,
    ),
    seconds: keys.map(() => 1n),
  };
}
