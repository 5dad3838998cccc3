import { type Duplex, type Writable } from 'node:stream';

/** Destroys a response or a connection, unless it has closed within this time. */
export function destroyAfter(ms: number, stream: Duplex | Writable): void {
  const timer = setTimeout(() => stream.destroy(), ms).unref();
  stream.once('close', () => clearTimeout(timer));
}
