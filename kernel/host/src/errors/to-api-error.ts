import { ApiError } from '@costplane/plugin-api';

/**
 * Converts anything thrown into an error of the contract; unknown errors are 500. Database failures are
 * already converted by the reader (`database-failure.ts`).
 */
export function toApiError(thrown: unknown): ApiError {
  return thrown instanceof ApiError ? thrown : new ApiError('INTERNAL_ERROR');
}
