import { type IncomingMessage } from 'node:http';
import { Refusal } from '../refusal.ts';

/** The agent appends this path to its configured URL, so there may be a double slash. */
const path = /^\/{1,2}api\/v1\/metrics\/ingest$/;
/** The origin in an absolute-form target, which servers must accept as well (RFC 9112). */
const origin = /^https?:\/\/[^/?]+/i;
const protocol = 'v1';

/** Step 1: path, method and protocol. Older agents send no protocol header, but use the same protocol. */
export function matchRoute({ url = '', method = '', headers }: IncomingMessage): void {
  if (!path.test(url.replace(origin, '').split('?', 1)[0] ?? '')) {
    throw new Refusal(404, 'unknown_path', 'The path for reports is POST /api/v1/metrics/ingest.');
  }
  if (method !== 'POST') {
    throw new Refusal(405, 'method_not_allowed', 'Reports must be sent with POST.', {
      headers: { Allow: 'POST' },
    });
  }
  const named = headers['x-kubeadapt-protocol'];
  if (named !== undefined && named !== protocol) {
    throw new Refusal(404, 'unknown_protocol', `X-Kubeadapt-Protocol must be ${protocol}.`);
  }
}
