import { useSyncExternalStore } from 'react';

/** The scopes and limits of a key, and the served operations. */
interface Facts {
  readonly currency: string;
  readonly scopes: readonly string[];
  /** Ids; null: all clusters of the organization. */
  readonly clusters: readonly string[] | null;
  readonly requestsPerMinute: number;
  /** The scope of each served operation by its id. */
  readonly operations: Readonly<Record<string, string | null>>;
}

export interface Session extends Facts {
  readonly key: string;
}

/** In the session storage of the tab, never in a cookie or in the URL. */
const stored = 'costplane-key';

/** The base URL of the service: the page is in `console/` below it, whatever path a proxy adds. */
export const serviceUrl = new URL('..', document.baseURI.replace(/#.*/, '')).href.replace(
  /\/$/,
  '',
);

export const docsUrl = `${serviceUrl}/v1/docs`;

export const hasKeyInAddress = (): boolean => location.hash.startsWith('#key=');

/**
 * The key to sign in with. One in the URL, where `npm start` puts it, is removed from there and from the history; it
 * replaces another stored key only if the user agrees.
 */
export function chooseKey(): string | null {
  const known = sessionStorage.getItem(stored);
  if (!hasKeyInAddress()) return known;
  const key = new URLSearchParams(location.hash.slice(1)).get('key');
  history.replaceState(null, '', location.pathname + location.search);
  const isOther = known !== null && known !== key;
  return isOther && !confirm('Switch to the key in this link?') ? known : key;
}

export class WrongKeyError extends Error {}

/** Requests the scopes of the key, and stores it if it is valid. Throws `WrongKeyError` if it is unknown or revoked. */
export async function openSession(key: string): Promise<Session> {
  const response = await fetch(`${serviceUrl}/console/session`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ key }),
  });
  if (response.status === 401) throw new WrongKeyError();
  if (!response.ok) throw new Error(await readMessage(response));
  sessionStorage.setItem(stored, key);
  return { key, ...((await response.json()) as Facts) };
}

async function readMessage(response: Response): Promise<string> {
  const body = (await response.json().catch(() => ({}))) as { error?: { message?: string } };
  return body.error?.message ?? `The service answered with status ${response.status}.`;
}

export function endSession(): void {
  sessionStorage.removeItem(stored);
  location.reload();
}

/** The remaining rate limit of the key, from the last response. */
export interface Limit {
  readonly remaining: number | undefined;
  /** When the last rate-limited request is retried, in milliseconds since 1970; 0: none. */
  readonly waitingUntil: number;
}

let limit: Limit = { remaining: undefined, waitingUntil: 0 };
const listeners = new Set<() => void>();

export function setLimit(change: Partial<Limit>): void {
  limit = { ...limit, ...change };
  for (const listener of listeners) listener();
}

export const useLimit = (): Limit =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => limit,
  );
