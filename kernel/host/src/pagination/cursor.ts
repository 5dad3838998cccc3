import { createHmac, createSecretKey, hash, timingSafeEqual } from 'node:crypto';
import { ApiError, type KeysetKey, type Walk } from '@costplane/plugin-api';
import { maxCursorLength } from '@costplane/plugin-api/internal';

const lifetimeSeconds = 24 * 60 * 60;
/** How long a cached page may be served with its cursor, so that enough of the cursor's lifetime remains. */
export const reusableCursorMs = (lifetimeSeconds / 2) * 1000;
const macBytes = 16;

/** The list that a cursor belongs to; anywhere else it is invalid. */
export interface CursorOwner {
  readonly organizationId: string;
  readonly operationId: string;
}

/** The position of a cursor with a valid signature; 410 if it is of another query or too old. */
export type OpenedCursor = (query: unknown, now: Date) => Place;

/** The last row of a page, and its walk. */
export interface Place {
  readonly after: KeysetKey;
  readonly walk?: Walk;
}

/**
 * Signs and reads the opaque cursors of every list (contract, "Limits"; decision 16).
 *
 * A cursor is base64url of `[issued at, digest of the query, walk, ...key]` as JSON behind a truncated
 * HMAC-SHA256. The HMAC also covers organization and route: a cursor of another tenant or list is invalid
 * like a forged one (`INVALID_CURSOR`); one of another query or older than 24 hours is recognized
 * (`CURSOR_EXPIRED`). If it would be too long, because very many transactions were running, the walk is left
 * out, and the next page begins a new one.
 */
export function createCursorCodec(secret: string) {
  const signingKey = createSecretKey(secret, 'utf8');
  const sign = (payload: Buffer, { organizationId, operationId }: CursorOwner) =>
    createHmac('sha256', signingKey)
      .update(`${organizationId}\n${operationId}\n`)
      .update(payload)
      .digest()
      .subarray(0, macBytes);

  return {
    /** `query` has all parameters that must not change between pages. */
    encode({ after, walk }: Place, owner: CursorOwner, query: unknown, now: Date): string {
      const issuedAtSeconds = Math.floor(now.getTime() / 1000);
      const parts = [issuedAtSeconds, digest(query)];
      const write = (...rest: unknown[]) => {
        const payload = Buffer.from(JSON.stringify([...parts, ...rest]));
        return Buffer.concat([sign(payload, owner), payload]).toString('base64url');
      };
      const cursor = write(walk ?? null, ...after);
      return cursor.length > maxCursorLength ? write(null, ...after) : cursor;
    },

    /** `undefined` if it is not a cursor of this list. */
    open(cursor: string, owner: CursorOwner): OpenedCursor | undefined {
      const bytes = Buffer.from(cursor, 'base64url');
      const payload = bytes.subarray(macBytes);
      if (
        bytes.length <= macBytes ||
        bytes.toString('base64url') !== cursor ||
        !timingSafeEqual(bytes.subarray(0, macBytes), sign(payload, owner))
      ) {
        return undefined;
      }
      const [issuedAtSeconds, queryDigest, walk, ...after] = JSON.parse(payload.toString()) as [
        number,
        string,
        Walk | null,
        ...KeysetKey,
      ];
      return (query, now) => {
        if (queryDigest !== digest(query)) throw expired('query_changed');
        if (now.getTime() / 1000 - issuedAtSeconds > lifetimeSeconds) throw expired('expired');
        return { after, ...(walk ? { walk } : {}) };
      };
    },
  };
}

const expired = (reason: 'expired' | 'query_changed') =>
  new ApiError('CURSOR_EXPIRED', [{ field: 'cursor', reason }]);

const digest = (query: unknown): string =>
  hash('sha256', JSON.stringify(query), 'base64url').slice(0, 12);
