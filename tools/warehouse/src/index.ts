export { connectionOptions, openWarehouse, type WarehouseRole } from './connect.ts';
export {
  acquireEmbeddedDatabase,
  type EmbeddedDatabase,
  type EmbeddedOptions,
} from './embedded/acquire.ts';
export { migrateWarehouse, migrationStatus, type MigrationState } from './migrate.ts';
export { openDatabase } from './open-database.ts';
export type { Warehouse } from './tables.ts';
export { WarehouseError } from './warehouse-error.ts';
