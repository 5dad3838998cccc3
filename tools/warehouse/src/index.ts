export { connectionOptions, openWarehouse, type WarehouseRole } from './connect.ts';
export { migrateWarehouse, migrationStatus, type MigrationState } from './migrate.ts';
export type { Warehouse } from './tables.ts';
export { WarehouseError } from './warehouse-error.ts';
