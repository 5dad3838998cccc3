import { type IncomingMessage } from 'node:http';
import { Refusal } from '../refusal.ts';

/** The agent joins its setting and this path as they are, so that a slash may stand twice. */
const path = /^\/{1,2}api\/v1\/metrics\/ingest$/;
/** Of a target as it is given to a proxy, which a server takes too (RFC 9112). */
const origin = /^https?:\/\/[^/?]+/i;
const protocol = 'v1';

/** Step 1: path, method and protocol. Older agents name no protocol, and speak the same. */
export function matchRoute({ url = '', method = '', headers }: IncomingMessage): void {
  if (!path.test(url.replace(origin, '').split('?', 1)[0] ?? '')) {
    throw new Refusal(404, 'unknown_path', 'Agents report to POST /api/v1/metrics/ingest.');
  }
  if (method !== 'POST') {
    throw new Refusal(405, 'method_not_allowed', 'Agents report with POST.', {
      headers: { Allow: 'POST' },
    });
  }
  const named = headers['x-kubeadapt-protocol'];
  if (named !== undefined && named !== protocol) {
    throw new Refusal(404, 'unknown_protocol', `X-Kubeadapt-Protocol is ${protocol} here.`);
  }
}
