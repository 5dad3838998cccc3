import { type FixedPoint } from '@costplane/pricing';
import { type ContainerFigures } from './container-figures.ts';
import { type LedgerOwner } from './ledger-state.ts';
import {
  chargedMeasures,
  computeMeasures,
  quantityMeasures,
  sumKnown,
  sumMeasures,
  type Measured,
  type OwnerMeasure,
} from './measures.ts';
import { type VolumeFigures } from './volume-figures.ts';

export interface OwnerFigures {
  owner: LedgerOwner;
  figures: Measured<OwnerMeasure>;
}

/** Everything that an owner has at the moment. */
export interface Owned {
  containers: readonly ContainerFigures[];
  volumes: readonly VolumeFigures[];
}

/** Sums over everything that an owner has; 0 without anything. */
export function ownerFigures(
  { containers, volumes }: Owned,
  managementFee: FixedPoint | null,
): Measured<OwnerMeasure> {
  return {
    ...sumMeasures(
      [...computeMeasures, ...quantityMeasures, ...chargedMeasures],
      containers.map(({ figures }) => figures),
    ),
    storage_cost_seconds: sumKnown(
      volumes.map(({ figures }) => figures.storage_cost_seconds),
      0n,
    ),
    management_cost_seconds: sumKnown(
      [...containers, ...volumes].map(({ figures }) => figures.management_cost_seconds),
      managementFee === null ? null : 0n,
    ),
    seconds: 1n,
  };
}

/** Groups items by the owner property. */
export function ownedBy(
  key: 'uid' | 'namespace',
  { containers, volumes }: Owned,
): (owner: LedgerOwner) => Owned {
  const containersByOwner = Map.groupBy(containers, ({ owner }) => owner[key]);
  const volumesByOwner = Map.groupBy(volumes, ({ owner }) => owner?.[key]);
  return (owner) => ({
    containers: containersByOwner.get(owner[key]) ?? [],
    volumes: volumesByOwner.get(owner[key]) ?? [],
  });
}
