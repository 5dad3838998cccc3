import { type PricingSource } from '@costplane/pricing';
import { type LedgerState, type LedgerVolume } from './ledger-state.ts';
import {
  costMeasures,
  mapMeasures,
  sumKnown,
  type ClusterMeasure,
  type FigureTable,
} from './measures.ts';
import { onDemandCost } from './node-figures.ts';
import { ownerFigures, type Owned } from './owner-figures.ts';
import { type PricedItem } from './priced-item.ts';
import { storageCosts } from './storage-costs.ts';

export interface ClusterPricing {
  /** Something that runs, or could run, has no known price. */
  is_compute_partial: boolean;
  is_storage_partial: boolean;
  /** Something that runs, or could run, cannot be priced by any price book. */
  is_compute_unpriceable: boolean;
  is_storage_unpriceable: boolean;
  compute_pricing_sources: PricingSource[];
  storage_pricing_sources: PricingSource[];
}

/** One row. */
export type ClusterFigures = FigureTable<ClusterPricing, ClusterMeasure | 'repriceable_seconds'>;

/** Figures of a cluster: of everything that has an owner, and of unallocated cost. */
export function clusterFigures(
  { clusterId, nodes }: LedgerState,
  owned: Owned,
  { unclaimed, fee }: { unclaimed: readonly LedgerVolume[]; fee: bigint | null },
): ClusterFigures {
  const { containers } = owned;
  const volumes = [...owned.volumes.rows, ...unclaimed];
  const unallocated = nodes.map((node) => node.unallocated);
  const given = ownerFigures(owned, [clusterId], () => clusterId);
  const pricing = {
    is_compute_partial: [...unallocated, ...containers.figures.cpu_cost_seconds].includes(null),
    is_storage_partial: storageCosts(volumes).includes(null),
    is_compute_unpriceable: [...nodes, ...containers.rows].some(isUnpriceable),
    is_storage_unpriceable: volumes.some(isUnpriceable),
    compute_pricing_sources: knownSources(nodes),
    storage_pricing_sources: knownSources(volumes),
  };
  return {
    rows: [pricing],
    figures: {
      ...mapMeasures(costMeasures, (measure) => given[measure]),
      unallocated_compute_cost_seconds: [sumKnown(unallocated, 0n)],
      unallocated_storage_cost_seconds: [sumKnown(storageCosts(unclaimed), 0n)],
      unallocated_management_cost_seconds: [fee],
      on_demand_compute_cost_seconds: [onDemandCost(nodes)],
      seconds: [1n],
      repriceable_seconds: [1n],
    },
  };
}

const isUnpriceable = ({ item }: { item: PricedItem | null }) => !item?.isPriceable;

function knownSources(priced: readonly { pricing_source: PricingSource }[]): PricingSource[] {
  const sources = new Set(priced.map(({ pricing_source }) => pricing_source));
  sources.delete('unknown');
  return [...sources].sort();
}
