import { type ErrorCode, type ErrorDetail } from './schemas.ts';

/** What a response says that is not 2xx. */
export class CostplaneError extends Error {
  override readonly name = 'CostplaneError';
  /** `UNKNOWN`: the response has no code of the API; a proxy may have sent it. */
  readonly code: ErrorCode | 'UNKNOWN';
  readonly status: number;
  readonly details: readonly ErrorDetail[];
  /** Id of the request in the logs of the service. */
  readonly requestId: string | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(status: number, headers: Headers, body: unknown) {
    const { error, meta } = (body ?? {}) as Partial<ErrorBody>;
    super(error?.message ?? `The response has the status ${status} and no message.`);
    this.code = error?.code ?? 'UNKNOWN';
    this.status = status;
    this.details = error?.details ?? [];
    this.requestId = meta?.request_id ?? headers.get('X-Request-ID') ?? undefined;
    this.retryAfterSeconds = readSeconds(headers.get('Retry-After'));
  }
}

interface ErrorBody {
  readonly error: {
    readonly code: ErrorCode;
    readonly message: string;
    readonly details?: readonly ErrorDetail[];
  };
  readonly meta: { readonly request_id: string };
}

/** Reads the body, whatever it is. */
export async function readError(response: Response): Promise<CostplaneError> {
  return new CostplaneError(response.status, response.headers, parse(await response.text()));
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A number of seconds, or a date of HTTP. */
function readSeconds(header: string | null): number | undefined {
  if (header === null) return undefined;
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1000;
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds);
}
