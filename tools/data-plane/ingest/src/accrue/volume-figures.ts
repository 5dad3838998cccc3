import { parseFixedPoint, type PricingSource } from '@costplane/pricing';
import { type LedgerOwner, type LedgerVolume } from './ledger-state.ts';
import { type Measured } from './measures.ts';
import { type PricedItem } from './priced-item.ts';

export interface VolumeFigures {
  /** Null without a claim. */
  owner: LedgerOwner | null;
  item: PricedItem;
  pricing_source: PricingSource;
  figures: Measured<'storage_cost_seconds' | 'management_cost_seconds'>;
}

/** Figures of a volume, without a share of the control plane fee. */
export function volumeFigures(volume: LedgerVolume): VolumeFigures {
  const { owner, item, pricing_source, storage_pv_hourly: price } = volume;
  return {
    owner,
    item,
    pricing_source,
    figures: {
      storage_cost_seconds: price === null ? null : parseFixedPoint(price),
      management_cost_seconds: null,
    },
  };
}
