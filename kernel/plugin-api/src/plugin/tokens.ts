import { type OpenApiDocument } from '../responses/openapi-document.ts';

declare const provided: unique symbol;

/** The key of a service in the container, with its type. */
export interface Token<T> {
  readonly key: symbol;
  readonly description: string;
  /**
   * The service is shared by the whole process, and a plugin replaces it by providing another in `register`.
   * Two plugins that replace the same one prevent the start.
   */
  readonly isService: boolean;
  readonly [provided]?: T;
}

/** Declares a token. Its id is global, so that two copies of a package share the service. */
export function createToken<T>(id: string, description: string, isService = false): Token<T> {
  return { key: Symbol.for(`costplane.token.${id}`), description, isService };
}

/** Services by their tokens: those of one plugin, and those that the host provides to all. */
export interface Container {
  provide<T>(token: Token<T>, value: T): void;
  get<T>(token: Token<T>): T;
}

/** The time, replaceable in tests. */
export interface Clock {
  now(): Date;
}
/** The time, for state that a plugin keeps; handlers use `now` of their context. */
export const CLOCK = createToken<Clock>('clock', 'the current time', true);

/** A structured log. */
export interface Logger {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}
/** The log of the plugin that resolves it. */
export const LOGGER = createToken<Logger>('logger', 'the log, labelled with the plugin');

/** The OpenAPI document of the loaded plugins, with examples; ready once the service listens. */
export interface OpenApiSource {
  document(): Promise<OpenApiDocument>;
}
/** The OpenAPI document of all loaded routes. */
export const OPENAPI = createToken<OpenApiSource>('openapi', 'the OpenAPI document');

/** The readiness of the service: `ok`, or the problem in words without secrets. */
export interface Readiness {
  check(): Promise<{ ready: boolean; checks: Record<string, string> }>;
}
/** The readiness of the service, for health routes. */
export const READINESS = createToken<Readiness>(
  'readiness',
  'whether the service can answer',
  true,
);

/** Facts about the running product. */
export interface ProductInfo {
  readonly version: string;
  readonly publicUrl: string;
}
/** The version and the public address of the service. */
export const PRODUCT = createToken<ProductInfo>('product', 'version and public address');

/** The plugin's own config, validated and with defaults applied. */
export const PLUGIN_CONFIG = createToken<unknown>('plugin-config', "the plugin's own config");
