/** Loads plugins without the HTTP pipeline, for commands that serve no requests. */
export { createConfig, type ServiceConfig, serviceSections } from './config/config-schema.ts';
export { collectScopes } from './loader/check-plugins.ts';
export { type LoadedPlugin } from './loader/loaded-plugin.ts';
export {
  type LoadOutcome,
  loadPlugins,
  type PluginReference,
  tryLoadPlugins,
} from './loader/load-plugins.ts';
export { resolvePlugin } from './loader/resolve-plugin.ts';
export { compileSchema, compileSettings } from './schema-validation/compile-schema.ts';
export { describeSetting } from './schema-validation/describe-setting.ts';
export { nearestOf } from './schema-validation/nearest-of.ts';
