/** Reads the warehouse through pools whose sessions are read-only and confined to an organization. */
export { byDatabase, type ByDatabase, defaultDatabase } from './by-database.ts';
export { connect } from './connect.ts';
export { type DataScope, DataVersions } from './data-versions.ts';
export { type Unreleased } from './lease.ts';
export { openDatabase, type WarehouseState } from './open-database.ts';
export { queryOnce } from './query-once.ts';
export { RequestDatabases, type SharedPools } from './request-databases.ts';
export { openPools, type Pools } from './service-pools.ts';
export { SharedPool } from './shared-pool.ts';
export { DatabaseFailure, explainUnavailable, isUnreachable } from './database-failure.ts';
