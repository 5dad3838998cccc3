import { type IncomingMessage, type ServerResponse } from 'node:http';
import { type Request } from 'express';
import { type Parameters, type Principal, type RequestContext } from '@costplane/plugin-api';
import { type ByDatabase, RequestDatabases, type SharedPools } from '@costplane/reader';
import { type AnswerClock } from '../answers/answer-clock.ts';
import { type InnerCaller } from './inner-requests.ts';
import { type MountedRoute } from './mount-route.ts';

/** The context of a handler, of any types. */
export type AnyContext = RequestContext<unknown, Parameters, Parameters, unknown>;

/** The validated input of the request. */
export type RequestInput = Pick<
  AnyContext,
  'params' | 'query' | 'body' | 'page' | 'costMode' | 'basis'
>;

/** A response that may be cached. */
export interface CacheableAnswer {
  readonly organizationId: string;
  /** Identity in the `ETag`. */
  readonly name: string;
  /** Identity without the version of the data. */
  readonly identity: string;
  readonly version: string;
  /** Whether it was requested before, and is therefore kept. */
  readonly isRepeated: boolean;
}

/** One request and its response on their way through the pipeline. */
export interface Exchange {
  readonly request: IncomingMessage & Pick<Request, 'acceptsEncodings'> & { body?: unknown };
  readonly response: ServerResponse;
  readonly requestId: string;
  /** Milliseconds of the monotonic clock. */
  readonly startedAtMs: number;
  readonly route: MountedRoute;
  readonly rawParams: Readonly<Record<string, string>>;
  /** Set for requests sent by a handler. */
  readonly caller?: InnerCaller | undefined;
  principal?: Principal;
  input?: RequestInput;
  /** Set for routes with cacheable responses. */
  cacheable?: CacheableAnswer;
  /** The clock of the handler, which records its use of the time. */
  clock?: AnswerClock;
  /** Status in the metrics for a file that was aborted after 200 had been sent. */
  brokenOffAs?: number;
  /** Set once the request has used a database. */
  databases?: RequestDatabases;
}

/** An exchange with a validated request. */
export type ValidExchange = Exchange & { readonly input: RequestInput };

/** Fields of log lines about the request. */
export const describeExchange = ({ requestId, route }: Exchange) => ({
  request_id: requestId,
  plugin: route.pluginId,
  operation_id: route.definition.operationId,
});

/** The databases of the request; a request without a key has none. */
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
