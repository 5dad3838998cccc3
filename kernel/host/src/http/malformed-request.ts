import { ApiError } from '@costplane/plugin-api';

/** A request that no route could answer, with its status (decision 3). */
export const refusal = (status: number, message: string): ApiError =>
  new ApiError('BAD_REQUEST', [], { status, message });

/** 405, with the methods that are served. */
export const refuseMethod = (message: string, allow: string): ApiError =>
  new ApiError('BAD_REQUEST', [{ reason: 'method_not_allowed' }], {
    status: 405,
    message,
    headers: { Allow: allow },
  });
