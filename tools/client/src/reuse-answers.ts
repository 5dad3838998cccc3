import { type Send } from './retry.ts';

interface KeptAnswer {
  readonly etag: string;
  readonly body: string;
  readonly headers: Headers;
}

/**
 * Asks for a resource that was read before only if it has changed, where the service sends ETags:
 * `If-None-Match`, and a 304 is answered with what was kept.
 */
export function reuseAnswers(send: Send, most = 50): Send {
  const kept = new Map<string, KeptAnswer>();
  return async (request) => {
    const last = request.method === 'GET' ? kept.get(request.url) : undefined;
    if (last) request.headers.set('If-None-Match', last.etag);
    const response = await send(request);
    if (last && response.status === 304) return answerAgain(last, response);
    const etag = response.headers.get('ETag');
    if (etag === null || !isKept(request, response)) return response;
    const body = await response.clone().text();
    kept.delete(request.url);
    kept.set(request.url, { etag, body, headers: response.headers });
    for (const oldest of kept.keys()) {
      if (kept.size <= most) break;
      kept.delete(oldest);
    }
    return response;
  };
}

/** Files and later pages of lists are not kept: they may be large, and are rarely read again. */
const isKept = ({ method, url }: Request, { status, headers }: Response) =>
  method === 'GET' &&
  status === 200 &&
  !new URL(url).searchParams.has('cursor') &&
  headers.get('Content-Type')?.startsWith('application/json') === true;

/** The headers of the 304 are the newer ones: the request's id, what is left of the limit. */
function answerAgain({ body, headers }: KeptAnswer, notModified: Response): Response {
  const merged = new Headers(headers);
  notModified.headers.forEach((value, name) => {
    merged.set(name, value);
  });
  // They are not those of the body: a proxy may add a length of 0 to the 304.
  for (const name of ['Content-Length', 'Content-Encoding']) merged.delete(name);
  return new Response(body, { status: 200, headers: merged });
}
