import { type Edge } from '@costplane/kernel/edge';
import { type Metrics } from './metrics.ts';

interface Explanation {
  readonly status: number;
  readonly reason: string;
  readonly message: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const explanations: Readonly<Record<string, Explanation>> = {
  HPE_HEADER_OVERFLOW: {
    status: 431,
    reason: 'headers_too_large',
    message: 'The headers are larger than 16 KiB.',
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: 408,
    reason: 'request_too_slow',
    message: 'The request took too long.',
  },
  CONNECT: {
    status: 405,
    reason: 'method_not_allowed',
    message: 'Reports must be sent with POST.',
    headers: { Allow: 'POST' },
  },
};

const noHttp: Explanation = {
  status: 400,
  reason: 'no_http',
  message: 'This is not an HTTP request.',
};

/** The responses of the receiver to invalid HTTP. */
export function answerUnreadable(metrics: Metrics): Omit<Edge, 'answer'> {
  return {
    refuse({ code = '' }) {
      const { status, reason, message, headers = {} } = explanations[code] ?? noHttp;
      metrics.answered(status, reason);
      return { status, headers, body: JSON.stringify({ success: false, error: reason, message }) };
    },
  };
}
