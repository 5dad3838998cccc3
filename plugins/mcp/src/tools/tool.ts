import { type CallToolResult } from '@modelcontextprotocol/server';
import { type InnerRequest, type InnerResponse } from '@costplane/plugin-api';
import { type JsonSchema } from './resolve-references.ts';

/** Sends a request of the API for whoever calls a tool. */
export type Send = (request: InnerRequest) => Promise<InnerResponse>;

/** Who calls a tool. */
export interface Caller {
  readonly send: Send;
  readonly now: Date;
}

/** The schema of the arguments of a tool. */
export interface InputSchema {
  readonly type: 'object';
  readonly properties: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties: false;
}

/** What a tool is given, by name. */
export type Arguments = Readonly<Record<string, unknown>>;

/** A tool, which is offered to keys that have all of its scopes. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: InputSchema;
  readonly scopes: readonly string[];
  readonly call: (given: Arguments, caller: Caller) => Promise<CallToolResult>;
}
