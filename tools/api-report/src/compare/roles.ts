/**
 * What types of the API are for, where their shape alone does not tell. All others have the role
 * in which functions take or return them.
 */

/**
 * Made by a function of the kernel and passed on to another unread. Their members are the kernel's
 * own, so that only their names and their type arguments are held.
 */
export const passedOn: ReadonlySet<string> = new Set([
  'Column',
  'Plugin',
  'Route',
  'ServiceConfig',
  'Token',
  'configSchema',
]);

/**
 * Written by plugins, and only ever read by the kernel, though plugins may hold one: a union in
 * them may grow, and a required member may become optional. `ErrorCode` may gain a code: who reads
 * one has to expect codes that are new to him.
 */
export const onlyGiven: ReadonlySet<string> = new Set([
  'ErrorCode',
  'Parameter',
  'PluginDefinition',
  'RouteDefinition',
]);
