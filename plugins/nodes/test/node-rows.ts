type Row = Readonly<Record<string, unknown>> & { readonly uid: string };

export const gib = 1024 ** 3;

/** A node that reports no use and costs 1 per hour, all of it idle. */
export const nodeRow = (own: Record<string, unknown>): Row => ({
  uid: crypto.randomUUID(),
  name: 'node',
  is_spot: false,
  is_ready: true,
  is_schedulable: true,
  last_seen_at: '2026-07-15T19:32:30Z',
  cpu_total_cores: '4',
  cpu_allocatable_cores: '3.92',
  memory_total_bytes: 16 * gib,
  memory_allocatable_bytes: 15 * gib,
  gpu_total: 0,
  gpu_allocatable: 0,
  ephemeral_storage_total_bytes: 100 * gib,
  pods_allocatable: 110,
  compute_cpu_hourly: '0.75',
  compute_ram_hourly: '0.25',
  compute_gpu_hourly: '0',
  workloads_hourly: '0',
  on_demand_equivalent_hourly: '1',
  pricing_source: 'price_book',
  cost_updated_at: '2026-07-15T19:32:30Z',
  ...own,
});

/** What a node has whose price nobody knows. */
export const unpriced = {
  compute_cpu_hourly: null,
  compute_ram_hourly: null,
  compute_gpu_hourly: null,
  workloads_hourly: null,
  on_demand_equivalent_hourly: null,
  pricing_source: 'unknown',
};
