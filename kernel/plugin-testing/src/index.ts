/** For the tests of a plugin: a real host with the plugin, over a real database. */
export { createResponseCheck, type ResponseCheck } from './check-response.ts';
export {
  bootTestApplication,
  type KeyOptions,
  type TestApplication,
  type TestApplicationOptions,
  type TestResponse,
} from './test-application.ts';
export { createTestDatabase, type TestDatabase } from './test-database.ts';
export { type EndpointCase, type ParameterCase, type Refusal, listRefusals } from './refusals.ts';
export { skipOnCitus } from './skip-on-citus.ts';
export { walkPages } from './walk-pages.ts';
export { waitUntil } from './wait-until.ts';
