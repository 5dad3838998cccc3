import { createHmac, createSecretKey, hash, timingSafeEqual } from 'node:crypto';
import { ApiError, type KeysetKey, type Walk } from '@costplane/plugin-api';
import { maxCursorLength } from '@costplane/plugin-api/internal';

const lifetimeSeconds = 24 * 60 * 60;
/** For how long a page may be used again with its cursor: what is left is the time to go on. */
export const reusableCursorMs = (lifetimeSeconds / 2) * 1000;
const macBytes = 16;

/** The list that a cursor was given out for: anywhere else it is unreadable. */
export interface CursorOwner {
  readonly organizationId: string;
  readonly operationId: string;
}

/** A cursor whose signature is right. */
export interface OpenedCursor {
  readonly issuedAtSeconds: number;
  readonly queryDigest: string;
  readonly place: Place;
}

/** The last row of a page, and the walk that it is of. */
export interface Place {
  readonly after: KeysetKey;
  readonly walk?: Walk;
}

/**
 * Signs and reads the opaque cursors of every list (contract, "Limits"; decision 16).
 *
 * A cursor is base64url of `[issued at, digest of the query, walk, ...key]` as JSON behind a truncated
 * HMAC-SHA256. The HMAC covers organization and route too: a cursor of another tenant or list is
 * as unreadable as a forged one (`INVALID_CURSOR`); one of another query or older than 24 hours
 * is known, and says so (`CURSOR_EXPIRED`). Where it would be too long, because a great many
 * transactions were under way, the walk is left out, and the next page begins another.
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
    /** `query` is every parameter that must not change between pages, resolved. */
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

    /** `undefined`: not a cursor of this list. */
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
      return { issuedAtSeconds, queryDigest, place: { after, ...(walk ? { walk } : {}) } };
    },

    /** Where a cursor that is of this query and not too old goes on, else 410. */
    placeOf(
      { issuedAtSeconds, queryDigest, place }: OpenedCursor,
      query: unknown,
      now: Date,
    ): Place {
      if (queryDigest !== digest(query)) throw expired('query_changed');
      if (now.getTime() / 1000 - issuedAtSeconds > lifetimeSeconds) throw expired('expired');
      return place;
    },
  };
}

const expired = (reason: 'expired' | 'query_changed') =>
  new ApiError('CURSOR_EXPIRED', [{ field: 'cursor', reason }]);

const digest = (query: unknown): string =>
  hash('sha256', JSON.stringify(query), 'base64url').slice(0, 12);
