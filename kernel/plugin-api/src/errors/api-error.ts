import { errorCatalog, type ErrorCode } from './catalog.ts';
import { describeError } from './describe-error.ts';
import { type ErrorDetail } from './error-detail.ts';

/**
 * An error of the contract, thrown by a handler. The status and the retry advice come from the catalog,
 * the message from the only detail or the catalog. `status` overrides the catalog's
 * only where the contract gives one code several statuses (404 and 405 of unknown routes, 413, 414,
 * 415).
 */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly details: readonly ErrorDetail[];
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    code: ErrorCode,
    details: readonly ErrorDetail[] = [],
    options: {
      status?: number;
      message?: string;
      headers?: Record<string, string>;
      cause?: unknown;
    } = {},
  ) {
    super(options.message ?? describeError(code, details), { cause: options.cause });
    this.name = 'ApiError';
    this.code = code;
    this.details = details;
    this.status = options.status ?? errorCatalog[code].status;
    this.headers = options.headers ?? {};
  }
}
