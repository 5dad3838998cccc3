import { useSyncExternalStore } from 'react';

/** What the service says of a key to its holder, and of itself. */
interface Facts {
  readonly currency: string;
  readonly scopes: readonly string[];
  /** Ids; null: every cluster of the organization. */
  readonly clusters: readonly string[] | null;
  readonly requestsPerMinute: number;
  /** The scope of each served operation by its id. */
  readonly operations: Readonly<Record<string, string | null>>;
}

export interface Session extends Facts {
  readonly key: string;
}

/** In the tab's own storage: never in a cookie, never in an address. */
const stored = 'costplane-key';

/** Where the service is: the page lies in `console/` below it, whatever path a proxy adds. */
export const serviceUrl = new URL('..', document.baseURI.replace(/#.*/, '')).href.replace(
  /\/$/,
  '',
);

export const docsUrl = `${serviceUrl}/v1/docs`;

/** Takes a key out of the address, where `npm start` has put it, and out of the history. */
export function takeKeyFromAddress(): void {
  const [, key] = /^#key=(.+)$/.exec(location.hash) ?? [];
  if (key === undefined) return;
  sessionStorage.setItem(stored, decodeURIComponent(key));
  history.replaceState(null, '', location.pathname + location.search);
}

export const storedKey = (): string | null => sessionStorage.getItem(stored);

export class WrongKeyError extends Error {}

/** Asks what the key may do. Throws `WrongKeyError` for one that is unknown or revoked. */
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

/** How much of the key's limit is left, by the last answer. */
export interface Limit {
  readonly remaining: number | undefined;
  /** When the last request that the limit refused is sent again; 0: none was. */
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
