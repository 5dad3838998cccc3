import { type PricingSource } from '@costplane/pricing';
import { type LedgerState } from './ledger-state.ts';
import {
  costMeasures,
  mapMeasures,
  sumKnown,
  type ClusterMeasure,
  type Measured,
} from './measures.ts';
import { onDemandCost } from './node-figures.ts';
import { ownerFigures, type Owned } from './owner-figures.ts';
import { type PricedItem } from './priced-item.ts';
import { type VolumeFigures } from './volume-figures.ts';

export interface ClusterFigures {
  /** Something that runs, or could run, has no known price. */
  is_compute_partial: boolean;
  is_storage_partial: boolean;
  /** Something that runs, or could run, cannot be priced by any price book. */
  is_compute_unpriceable: boolean;
  is_storage_unpriceable: boolean;
  compute_pricing_sources: PricingSource[];
  storage_pricing_sources: PricingSource[];
  figures: Measured<ClusterMeasure | 'repriceable_seconds'>;
}

/** Figures of a cluster: of everything that has an owner, and of unallocated cost. */
export function clusterFigures(
  { nodes, managementFee }: LedgerState,
  owned: Owned,
  { unclaimed, fee }: { unclaimed: readonly VolumeFigures[]; fee: bigint | null },
): ClusterFigures {
  const volumes = [...owned.volumes, ...unclaimed];
  const unpriced = nodes.some(({ unallocated }) => unallocated === null);
  const given = ownerFigures(owned, managementFee);
  return {
    is_compute_partial:
      unpriced || owned.containers.some(({ figures }) => figures.cpu_cost_seconds === null),
    is_storage_partial: volumes.some(({ figures }) => figures.storage_cost_seconds === null),
    is_compute_unpriceable: [...nodes, ...owned.containers].some(isUnpriceable),
    is_storage_unpriceable: volumes.some(isUnpriceable),
    compute_pricing_sources: knownSources(nodes),
    storage_pricing_sources: knownSources(volumes),
    figures: {
      ...mapMeasures(costMeasures, (measure) => given[measure]),
      unallocated_compute_cost_seconds: sumKnown(
        nodes.map(({ unallocated }) => unallocated),
        0n,
      ),
      unallocated_storage_cost_seconds: sumKnown(
        unclaimed.map(({ figures }) => figures.storage_cost_seconds),
        0n,
      ),
      unallocated_management_cost_seconds: fee,
      on_demand_compute_cost_seconds: onDemandCost(nodes),
      seconds: 1n,
      repriceable_seconds: 1n,
    },
  };
}

const isUnpriceable = ({ item }: { item: PricedItem | null }) => !item?.isPriceable;

function knownSources(priced: readonly { pricing_source: PricingSource }[]): PricingSource[] {
  const sources = new Set(priced.map(({ pricing_source }) => pricing_source));
  sources.delete('unknown');
  return [...sources].sort();
}
