export { isOnCitus, skip, skipOnCitus, skipWithoutCitus } from './testing/skip.ts';
export { createTestDatabase, type TestDatabase } from './testing/test-database.ts';
