import { ApiError } from '@costplane/plugin-api';

/**
 * The one place where anything thrown becomes an error of the contract: what is not known is 500.
 * What a database failure means is said where the database is asked (`database-failure.ts` of the reader).
 */
export function toApiError(thrown: unknown): ApiError {
  return thrown instanceof ApiError ? thrown : new ApiError('INTERNAL_ERROR');
}
