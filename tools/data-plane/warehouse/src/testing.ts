export { isOnCitus, skipWithoutCitus } from './testing/skip-without-citus.ts';
export { createTestDatabase, type TestDatabase } from './testing/test-database.ts';
