import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { ApiError } from '../errors/api-error.ts';
import { type KeysetKey } from './page.ts';

const lifetimeSeconds = 24 * 60 * 60;
const macBytes = 16;
const maxCursorLength = 512;

/** What a cursor was given out for: it is refused anywhere else. */
export interface CursorBinding {
  readonly organizationId: string;
  readonly operationId: string;
  /** Every parameter that must not change between pages, resolved. */
  readonly query: unknown;
}

/** Signs and reads the opaque cursors of every list (contract, "Limits"; decision 16). */
export interface CursorCodec {
  encode(key: KeysetKey, binding: CursorBinding, now: Date): string;
  decode(cursor: string, binding: CursorBinding, now: Date): KeysetKey;
}

/**
 * A cursor is base64url of `[issued at, digest of the query, ...key]` as JSON behind a truncated
 * HMAC-SHA256. The HMAC covers organization and route too: a cursor of another tenant or list is
 * as unreadable as a forged one (`INVALID_CURSOR`); one of another query or older than 24 hours
 * is known, and says so (`CURSOR_EXPIRED`).
 */
export function createCursorCodec(secret: string): CursorCodec {
  const sign = (payload: Buffer, { organizationId, operationId }: CursorBinding) =>
    createHmac('sha256', secret)
      .update(`${organizationId}\n${operationId}\n`)
      .update(payload)
      .digest()
      .subarray(0, macBytes);

  return {
    encode(key, binding, now) {
      const issuedAt = Math.floor(now.getTime() / 1000);
      const payload = Buffer.from(JSON.stringify([issuedAt, digest(binding.query), ...key]));
      return Buffer.concat([sign(payload, binding), payload]).toString('base64url');
    },

    decode(cursor, binding, now) {
      const bytes = Buffer.from(cursor, 'base64url');
      const payload = bytes.subarray(macBytes);
      if (
        cursor.length > maxCursorLength ||
        bytes.length <= macBytes ||
        bytes.toString('base64url') !== cursor ||
        !timingSafeEqual(bytes.subarray(0, macBytes), sign(payload, binding))
      ) {
        throw new ApiError('INVALID_CURSOR', [{ field: 'cursor', reason: 'invalid_value' }]);
      }
      const [issuedAt, query, ...key] = JSON.parse(payload.toString()) as [number, string];
      if (query !== digest(binding.query)) throw expired('query_changed');
      if (now.getTime() / 1000 - issuedAt > lifetimeSeconds) throw expired('expired');
      return key;
    },
  };
}

const expired = (reason: 'expired' | 'query_changed') =>
  new ApiError('CURSOR_EXPIRED', [{ field: 'cursor', reason }]);

function digest(query: unknown): string {
  return createHash('sha256').update(JSON.stringify(query)).digest('base64url').slice(0, 12);
}
