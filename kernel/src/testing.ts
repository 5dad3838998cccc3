/** For the tests of a plugin: a real host with the plugin, over a real database. */
export { createResponseCheck, type ResponseCheck } from './testing/check-response.ts';
export {
  bootTestApplication,
  type KeyOptions,
  type TestApplication,
  type TestApplicationOptions,
  type TestResponse,
} from './testing/test-application.ts';
export { createTestDatabase, type TestDatabase } from './testing/test-database.ts';
export {
  type EndpointCase,
  type ParameterCase,
  type Refusal,
  refusalsOf,
} from './testing/refusals.ts';
export { walkPages } from './testing/walk-pages.ts';
