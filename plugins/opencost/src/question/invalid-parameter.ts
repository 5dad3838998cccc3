import { ApiError } from '@costplane/plugin-api';

/** 400: what a parameter says is not understood, and what would be. */
export const invalidParameter = (field: string, message: string): ApiError =>
  new ApiError('BAD_REQUEST', [{ field, reason: 'invalid_value', message }]);
