/** The organization has no such cluster, or has it no more. */
export class UnknownClusterError extends Error {
  override readonly name = 'UnknownClusterError';

  constructor(clusterId: string) {
    super(`The organization has no cluster ${clusterId}`);
  }
}
