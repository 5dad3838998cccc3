import { parseFixedPoint } from '@costplane/pricing';
import { type LedgerVolume } from './ledger-state.ts';
import { type Column } from './measures.ts';

export const storageCosts = (volumes: readonly LedgerVolume[]): Column =>
  volumes.map(({ storage_pv_hourly: price }) => (price === null ? null : parseFixedPoint(price)));
