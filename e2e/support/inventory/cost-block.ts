import { type Resources } from './direct-cost.ts';
import { type Exact, roundedTo, sum } from './exact.ts';
import { instant } from './instant.ts';

export type Basis = 'legacy' | 'all';

export interface Money {
  readonly amount: string;
  readonly currency: string;
}

/** Money as a client sees it: four decimals, halves away from zero. */
export const money = (value: Exact): Money => ({
  amount: fourDecimals(roundedTo(4, value)),
  currency: 'USD',
});

function fourDecimals(units: bigint): string {
  const digits = (units < 0n ? -units : units).toString().padStart(5, '0');
  return `${units < 0n ? '-' : ''}${digits.slice(0, -4)}.${digits.slice(-4)}`;
}

export interface Bill {
  readonly compute: Resources;
  /** Nodes without a GPU have no cost of one. */
  readonly hasGpu?: boolean;
  /** Only of what can own volumes. */
  readonly volumes?: Exact;
  /** Only where the bill is more than what workloads cost. */
  readonly unallocated?: Exact;
}

/** What the cost blocks of all resources have in common (contract, "Cost block additions"). */
export function costBlock(
  { compute, hasGpu = true, volumes, unallocated }: Bill,
  basis: Basis,
  takenAt: number,
) {
  const { cpu, ram, gpu } = compute;
  const storage = basis === 'all' ? volumes : undefined;
  return {
    current_run_rate_hourly: money(sum([cpu, ram, gpu, ...(storage ? [storage] : [])])),
    components: {
      'compute.cpu': money(cpu),
      'compute.ram': money(ram),
      ...(hasGpu && { 'compute.gpu': money(gpu) }),
      ...(storage && { 'storage.pv': money(storage) }),
    },
    ...(unallocated && { unallocated: money(unallocated) }),
    basis,
    // Every price is known; network, which only `all` names, is never reported.
    partial: basis === 'all',
    last_updated_at: instant(takenAt),
  };
}
