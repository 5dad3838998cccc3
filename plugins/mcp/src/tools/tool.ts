import { type CallToolResult } from '@modelcontextprotocol/server';
import { type InnerRequest, type InnerResponse } from '@costplane/plugin-api';
import { type JsonSchema } from './resolve-references.ts';

/** The caller of a tool. */
export interface Caller {
  /** Sends a request to the API on behalf of the caller. */
  readonly send: (request: InnerRequest) => Promise<InnerResponse>;
  readonly now: Date;
}

/** Arguments of a tool call, by name. */
export type Arguments = Readonly<Record<string, unknown>>;

/** Agents send null for what they do not set; only the fields of a body may have it as a value. */
export const dropNulls = (given: Arguments, fields: object = {}): Arguments =>
  Object.fromEntries(
    Object.entries(given).filter(([name, value]) => value !== null || Object.hasOwn(fields, name)),
  );

/** A tool. It is offered to keys that have all of its scopes. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
  readonly scopes: readonly string[];
  readonly call: (given: Arguments, caller: Caller) => Promise<CallToolResult>;
}
