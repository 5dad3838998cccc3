/**
 * The Content-Security-Policy of the explorer: scripts, styles and images only from this service;
 * requests only to this service, to the server named in the document, and to the origin of `?url=`.
 */
export function docsPolicy(publicUrl: string, otherOrigin: string | undefined): string {
  const reachable = ["'self'", new URL(publicUrl).origin, otherOrigin];
  return [
    `default-src 'none'`,
    `script-src 'self'`,
    `style-src 'self'`,
    `img-src 'self' data:`,
    `font-src 'self'`,
    `connect-src ${reachable.filter((origin) => origin !== undefined).join(' ')}`,
    `base-uri 'none'`,
    `form-action 'none'`,
    `frame-ancestors 'none'`,
  ].join('; ');
}
