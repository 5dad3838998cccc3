/** Who asks: one key of one organization. */
export interface Principal {
  readonly keyId: string;
  readonly organization: { readonly id: string; readonly currency: string };
  readonly scopes: ReadonlySet<string>;
  /** `null`: every cluster of the organization; a list (also an empty one): only those. */
  readonly allowedClusters: readonly string[] | null;
  readonly requestsPerMinute: number;
}
