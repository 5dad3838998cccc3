import { type IncomingMessage, type ServerResponse } from 'node:http';
import { type Request } from 'express';
import { type Parameters, type Principal, type RequestContext } from '@costplane/plugin-api';
import { type ByDatabase, RequestDatabases, type SharedPools } from '@costplane/reader';
import { type AnswerClock } from '../answers/answer-clock.ts';
import { type InnerCaller } from './inner-requests.ts';
import { type MountedRoute } from './mount-route.ts';

/** What a handler is given, whatever its types. */
export type AnyContext = RequestContext<unknown, Parameters, Parameters, unknown>;

/** What the request said, validated. */
export type RequestInput = Pick<
  AnyContext,
  'params' | 'query' | 'body' | 'page' | 'costMode' | 'basis'
>;

/** An answer that may be given again. */
export interface CacheableAnswer {
  /** Names it in its `ETag`. */
  readonly name: string;
  /** Names it whatever the data. */
  readonly identity: string;
  readonly version: string;
  /** It was asked for before, and will be again. */
  readonly isRepeated: boolean;
}

/** One request and its response on their way through the pipeline. */
export interface Exchange {
  readonly request: IncomingMessage & Pick<Request, 'acceptsEncodings'> & { body?: unknown };
  readonly response: ServerResponse;
  readonly requestId: string;
  /** Milliseconds of the process' own clock. */
  readonly startedAtMs: number;
  readonly route: MountedRoute;
  readonly rawParams: Readonly<Record<string, string>>;
  /** Of a request that a handler has sent. */
  readonly caller?: InnerCaller | undefined;
  principal?: Principal;
  input?: RequestInput;
  /** Of a route whose answers may be kept. */
  cacheable?: CacheableAnswer;
  /** What the handler was told of the time. */
  clock?: AnswerClock;
  /** The status in the metrics of a file that was broken off: 200 was sent before it failed. */
  brokenOffAs?: number;
  /** Once the request has asked for a database. */
  databases?: RequestDatabases;
}

/** One whose request has been validated. */
export type ValidExchange = Exchange & { readonly input: RequestInput };

/** What a line of the log says of the request that it is about. */
export const describeExchange = ({ requestId, route }: Exchange) => ({
  request_id: requestId,
  plugin: route.pluginId,
  operation_id: route.definition.operationId,
});

/** The databases as the request sees them; of a request without a key, nothing. */
export function requestDatabases(
  exchange: Exchange,
  pools: ByDatabase<SharedPools>,
): RequestDatabases {
  const { response, principal } = exchange;
  return (exchange.databases ??= new RequestDatabases(
    pools(principal?.database),
    { organizationId: principal?.organization.id ?? '', keyId: principal?.keyId ?? '' },
    (listener) => {
      if (response.destroyed) listener();
      else response.once('close', listener);
    },
  ));
}
