import { errorCatalog, type ErrorCode } from './catalog.ts';

/** One entry of an error's `details` (contract, section "Errors"). */
export interface ErrorDetail {
  /** The parameter or property that is wrong. */
  readonly field?: string;
  /** What is wrong, for programs: `must_be_enum`. */
  readonly reason?: string;
  /** The values that are accepted. */
  readonly allowed?: readonly string[];
  /** What is wrong, for people, after the field: `must be a UUID`. */
  readonly message?: string;
  /** The scope that the key lacks. */
  readonly required?: string;
  /** The cluster that the key may not read. */
  readonly cluster_id?: string;
}

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

/**
 * The message of an error. With a single detail it says what to change, for people who read only the
 * message (decision 46).
 */
function describeError(code: ErrorCode, details: readonly ErrorDetail[]): string {
  const { message } = errorCatalog[code];
  const [detail] = details;
  if (detail === undefined || details.length > 1) return message;
  const { field, required, cluster_id: clusterId } = detail;
  const hint = chooseHint(detail);
  if (hint !== undefined) return sentence(field ? `${field} ${hint}` : capitalize(hint));
  const named = field ?? required ?? clusterId;
  return named === undefined ? message : `${message.replace(/\.$/, '')}: ${named}.`;
}

function chooseHint({ message, allowed, reason }: ErrorDetail): string | undefined {
  if (message !== undefined) return message;
  if (allowed !== undefined) return `must be one of ${allowed.join(', ')}`;
  return reason === undefined ? undefined : hints[reason];
}

/** Messages of reasons that need no hint. */
const hints: Readonly<Record<string, string>> = {
  required: 'is required',
  unknown_filter_key: 'is not accepted by this endpoint',
  not_supported_on_this_endpoint: 'is not accepted by this endpoint',
};

const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** Field names keep their case at the start of a sentence. */
const sentence = (text: string) => (text.endsWith('.') ? text : `${text}.`);
