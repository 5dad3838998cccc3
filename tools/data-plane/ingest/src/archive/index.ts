export {
  archiveMonths,
  previewArchiving,
  type ArchivedMonth,
  type ArchiveOptions,
} from './archive-months.ts';
export { ArchiveError } from './archive-error.ts';
export type { ArchiveStore, StoredFile } from './archive-store.ts';
export { findLocation } from './archived-months.ts';
export { openStore } from './open-store.ts';
export { restoreMonth, type RestoreOptions } from './restore-month.ts';
export type { RestoredTable } from './archived-rows.ts';
