/** Shared with the host, the reader and the testing kit only; not stable, and not for plugins. */
export { StartupError, type StartupProblem } from './errors/startup-error.ts';
export { toDistributed } from './listing/on-one-server.ts';
export { defaultPageSize, maxCursorLength, maxPageSize } from './pages/page-limits.ts';
export { decimalPattern } from './parameters/define-parameter.ts';
export { isPlugin } from './plugin/define-plugin.ts';
export { isOpen } from './plugin/define-route.ts';
export { standardErrors } from './responses/envelope.ts';
export { timestampName, timestampPattern } from './schema/timestamp.ts';
