/** A request that a handler sends to another route of the service. */
export interface InnerRequest {
  readonly method: 'get' | 'post';
  /** The path with its values percent-encoded, and the query: `/v1/nodes?limit=10`. */
  readonly path: string;
  /** Sent as JSON. */
  readonly body?: unknown;
}

/** The response of the route, as a client would receive it, with the id of the outer request. */
export interface InnerResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}
