/** The organization does not have this cluster, or it is disconnected. */
export class UnknownClusterError extends Error {
  override readonly name = 'UnknownClusterError';

  constructor(clusterId: string) {
    super(`The organization has no cluster ${clusterId}`);
  }
}
