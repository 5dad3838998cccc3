import { type Plugin, type Route } from '@costplane/plugin-api';
import { type PluginManifest } from './plugin-manifest.ts';

/** A plugin that passed every check that needs no database. */
export interface LoadedPlugin {
  readonly plugin: Plugin;
  readonly manifest: PluginManifest;
  readonly config: unknown;
  /** Routes that are served. */
  readonly routes: readonly Route[];
  /** Overridden routes, each with the package that serves its path. */
  readonly leftOut: readonly { readonly route: Route; readonly takenBy: string }[];
}
