import { type Static, type TSchema } from 'typebox';
import { type Container } from './tokens.ts';
import { type Route } from './define-route.ts';
import { type Tables } from './define-tables.ts';

const mark = Symbol.for('costplane.plugin');

/** One resource family: its routes, the tables it reads, and its scopes. */
export interface PluginDefinition<C extends TSchema = TSchema> {
  readonly id: string;
  /** The scopes that this plugin introduces, each with a description. */
  readonly scopes?: Readonly<Record<string, string>>;
  /**
   * Scopes of other plugins that its routes need. The description of the plugin that introduces a scope
   * takes precedence; if that plugin is not loaded, this declaration introduces it.
   */
  readonly sharedScopes?: Readonly<Record<string, string>>;
  /** JSON Schema of the plugin's own config; defaults are applied, unknown keys refused. */
  readonly config?: C;
  /** Tables read through `context.db`. */
  readonly tables?: Tables;
  /** Tables read through `context.ledger` and `context.snapshot`, possibly from another server. */
  readonly ledgerTables?: Tables;
  /** A description per tag of the OpenAPI document. */
  readonly tags?: Readonly<Record<string, string>>;
  readonly routes: readonly Route[] | ((config: NoInfer<Static<C>>) => readonly Route[]);
  /**
   * Provides services to the plugin's routes, and may replace services of the host, such as `KEY_STORE`.
   * The start of the service waits for it, up to 30 seconds.
   */
  readonly register?: (container: Container, config: NoInfer<Static<C>>) => void | Promise<void>;
}

/** A declared plugin: the default export of its package. */
export type Plugin = PluginDefinition & { readonly [mark]: true };

/** Declares a plugin. Name, version, owner and kernel range are in its `package.json`. */
export function definePlugin<C extends TSchema>(definition: PluginDefinition<C>): Plugin {
  return { ...definition, [mark]: true } as unknown as Plugin;
}

export function isPlugin(candidate: unknown): candidate is Plugin {
  return typeof candidate === 'object' && candidate !== null && mark in candidate;
}
