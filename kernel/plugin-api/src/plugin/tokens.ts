import { type OpenApiDocument } from '../responses/openapi-document.ts';

declare const provided: unique symbol;

/** The name of something that the container provides, with its type. */
export interface Token<T> {
  readonly key: symbol;
  readonly description: string;
  /**
   * There is one for the whole service: what a plugin provides under it in `register` replaces that of
   * the host. Two plugins that replace the same one keep the service from starting.
   */
  readonly isService: boolean;
  readonly [provided]?: T;
}

/** Declares a token. The id is global, so that two copies of a package mean the same thing. */
export function createToken<T>(id: string, description: string, isService = false): Token<T> {
  return { key: Symbol.for(`costplane.token.${id}`), description, isService };
}

/** What is provided under tokens: to one plugin, and by the host to all of them. */
export interface Container {
  provide<T>(token: Token<T>, value: T): void;
  get<T>(token: Token<T>): T;
}

/** The time, replaceable in tests. */
export interface Clock {
  now(): Date;
}
/** The time. Handlers use `now` of their context; this is for what a plugin keeps. */
export const CLOCK = createToken<Clock>('clock', 'the current time', true);

/** Structured log of the plugin that asks. */
export interface Logger {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}
/** The log of the plugin that asks for it. */
export const LOGGER = createToken<Logger>('logger', 'the log, labelled with the plugin');

/** The OpenAPI document of the loaded plugins, with examples; ready once the service listens. */
export interface OpenApiSource {
  document(): Promise<OpenApiDocument>;
}
/** The OpenAPI document of what is served. */
export const OPENAPI = createToken<OpenApiSource>('openapi', 'the OpenAPI document');

/** Whether the service can answer: `ok`, or what is wrong in words without secrets. */
export interface Readiness {
  check(): Promise<{ ready: boolean; checks: Record<string, string> }>;
}
/** Whether the service can answer, for health routes. */
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

/** The plugin's own config, validated, defaults applied. */
export const PLUGIN_CONFIG = createToken<unknown>('plugin-config', "the plugin's own config");
