export { connectionOptions, openWarehouse, type WarehouseRole } from './connect.ts';
export {
  acquireEmbeddedDatabase,
  type EmbeddedDatabase,
  type EmbeddedOptions,
} from './embedded/acquire.ts';
export { prepareServiceLogin } from './embedded/service-login.ts';
export { createMonths, lockNotAvailable, runInTransaction } from './create-months.ts';
export { isDistributed } from './distribute.ts';
export { tableDescriptions } from './descriptions.ts';
export { migrateWarehouse, migrationStatus, type MigrationState } from './migrate.ts';
export {
  deleteMovedOrganization,
  moveOrganization,
  type OrganizationMove,
  settleHome,
  settleOrganization,
} from './move/move-organization.ts';
export { openDatabase, type OpenDatabase } from './open-database.ts';
export type { Json } from './column-types.ts';
export type { Warehouse } from './tables.ts';
export { packSamples, unpackSamples } from './usage-samples.ts';
export type { ContainerSamples, UsageDay, UsageHistogramsTable } from './data-plane-tables.ts';
export { MovingOrganizationError } from './moving-organization-error.ts';
export { WarehouseError } from './warehouse-error.ts';
