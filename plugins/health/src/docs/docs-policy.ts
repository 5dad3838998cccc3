/**
 * The Content-Security-Policy of the explorer: scripts, styles and pictures from this service
 * alone; requests to this service, to the address that the document names as its server, and to
 * the one that `?url=` was given.
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
