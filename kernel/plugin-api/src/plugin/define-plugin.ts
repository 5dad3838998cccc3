import { type Static, type TSchema } from 'typebox';
import { type Container } from './tokens.ts';
import { type Route } from './define-route.ts';
import { type Tables } from './define-tables.ts';

const mark = Symbol.for('costplane.plugin');

/** One resource family: what it serves, what it needs to read, who may ask. */
export interface PluginDefinition<C extends TSchema = TSchema> {
  readonly id: string;
  /** The scopes that this plugin brings, each with what it covers. */
  readonly scopes?: Readonly<Record<string, string>>;
  /**
   * Scopes of other families that its routes need. The owner's words go first; without the owner
   * the scope exists by this, so that neither has to be loaded for the other's sake.
   */
  readonly sharedScopes?: Readonly<Record<string, string>>;
  /** JSON Schema of the plugin's own config; defaults are applied, unknown keys refused. */
  readonly config?: C;
  /** Read through `context.db`. */
  readonly tables?: Tables;
  /** Read through `context.ledger` and `context.snapshot`, maybe from another server. */
  readonly ledgerTables?: Tables;
  /** A sentence per tag, for the headings of the OpenAPI document. */
  readonly tags?: Readonly<Record<string, string>>;
  readonly routes: readonly Route[] | ((config: Static<C>) => readonly Route[]);
  /**
   * Provides what the plugin's routes use, and replaces services of the host, such as `KEY_STORE`. The
   * service does not start before it is done, which may take up to 30 seconds.
   */
  readonly register?: (container: Container, config: Static<C>) => void | Promise<void>;
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
