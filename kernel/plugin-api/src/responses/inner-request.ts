/** A request that a handler sends to another route of the service. */
export interface InnerRequest {
  readonly method: 'get' | 'post';
  /** The path with its values percent-encoded, and the query: `/v1/nodes?limit=10`. */
  readonly path: string;
  /** Sent as JSON. */
  readonly body?: unknown;
}

/** What the route answered, as a client would get it; its request id is that of the outer request. */
export interface InnerResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}
