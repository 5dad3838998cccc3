import { type Envelope, flatEnvelope } from '@costplane/kernel';
import { olderErrors } from '../errors/older-errors.ts';

export const tag = 'Older routes';

/** The data is the body, and so is an error's. */
const envelope: Envelope = { ...flatEnvelope, errors: olderErrors };

/** What every route of the family has: its envelope, and that it yields to a route of the contract. */
export const olderRoute = {
  method: 'get',
  tag,
  givesWay: true,
  envelope,
} as const;

/** Errors of a route that may be asked about one cluster. */
export const clusterErrors = ['CLUSTER_NOT_FOUND', 'CLUSTER_ACCESS_DENIED'] as const;
