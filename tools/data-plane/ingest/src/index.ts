export { disconnectCluster } from './disconnect-cluster.ts';
export {
  environments,
  findOrCreateCluster,
  lockClusterNames,
  type Environment,
} from './find-or-create-cluster.ts';
export { ingestHistory, type HistoryOptions } from './ingest-history.ts';
export { ingestSnapshot, type IngestResult } from './ingest-snapshot.ts';
export { parseSnapshot } from './parse-snapshot.ts';
export { clusterPricesOver, type PriceTimeline } from './prices/cluster-prices-over.ts';
export { foldCluster } from './pending/fold-cluster.ts';
export { priceBookAt } from './prices/price-book-at.ts';
export { previewPruning, prune, type PruneOptions, type PruneResult } from './prune/prune.ts';
export type { Retention } from './prune/retention.ts';
export { readSnapshotFile } from './read-snapshot-file.ts';
export {
  previewRepricing,
  repriceLedger,
  type RepricePreview,
  type RepriceOptions,
  type RepriceProgress,
  type RepriceResult,
} from './reprice/reprice-ledger.ts';
export { rollUpLedger } from './roll-up/roll-up-ledger.ts';
export { SnapshotError } from './snapshot-error.ts';
export type { Snapshot } from './snapshot-schema.ts';
export { usageOfSnapshot, type ContainerUsage } from './usage/container-usage.ts';
export {
  recordUsageMinutes,
  type UsageHistory,
  type UsageMinute,
} from './usage/record-usage-minutes.ts';
export { uuidV5 } from './uuid-v5.ts';
export { lockClusters } from './write/lock-cluster.ts';
export { retryDeadlocked } from './write/retry-deadlocked.ts';
