import { type IngestResult } from '../src/ingest-snapshot.ts';
import { type Snapshot } from '../src/snapshot-schema.ts';
import { type TestWarehouse } from './database.ts';
import { costSeconds } from './ledger-checks.ts';

const hourMs = 3_600_000n;
const longestGapMs = 180_000n;

/**
 * Works out anew what the hours of clusters must have cost, in whole numbers of 10^-15: the prices
 * that the state has after each snapshot, by the milliseconds since the one before, and knows
 * nothing of how the ledger is made.
 */
export class BillRecorder {
  private readonly warehouse: TestWarehouse;
  private readonly lastSeen = new Map<string, bigint>();
  private readonly hours = new Map<string, Map<string, bigint>>();

  constructor(warehouse: TestWarehouse) {
    this.warehouse = warehouse;
  }

  async ingest(snapshot: Snapshot, cluster: { id: string }): Promise<IngestResult> {
    const result = await this.warehouse.ingest(snapshot, cluster);
    if (result.status !== 'applied') return result;
    const at = BigInt(snapshot.timestamp);
    const previous = this.lastSeen.get(cluster.id);
    this.lastSeen.set(cluster.id, at);
    if (previous === undefined) return result;
    const price = await this.hourlyPrice(cluster.id);
    const earliest = at - longestGapMs;
    let from = previous > earliest ? previous : earliest;
    while (from < at) {
      const hour = from - (from % hourMs);
      const to = hour + hourMs < at ? hour + hourMs : at;
      this.add(cluster.id, hour, price * (to - from));
      from = to;
    }
    return result;
  }

  /** By the beginning of the hour. */
  expected(cluster: { id: string }): Map<string, bigint> {
    return this.hours.get(cluster.id) ?? new Map();
  }

  private add(clusterId: string, hour: bigint, cost: bigint): void {
    const hours = this.hours.get(clusterId) ?? new Map<string, bigint>();
    this.hours.set(clusterId, hours);
    const key = new Date(Number(hour)).toISOString();
    hours.set(key, (hours.get(key) ?? 0n) + cost);
  }

  /** Of nodes, volumes and control plane, in 10^-12. */
  private async hourlyPrice(clusterId: string): Promise<bigint> {
    const { price } = await this.warehouse.one(`
      select (
        select coalesce(sum(coalesce(compute_cpu_hourly, 0) + coalesce(compute_ram_hourly, 0)
          + coalesce(compute_gpu_hourly, 0)), 0)
        from nodes where cluster_id = '${clusterId}' and gone_at is null
      ) + (
        select coalesce(sum(storage_pv_hourly), 0) from persistent_volumes
        where cluster_id = '${clusterId}' and gone_at is null
      ) + (
        select coalesce(management_hourly, 0) from clusters where id = '${clusterId}'
      ) as price`);
    return costSeconds(price) / 1000n;
  }
}
