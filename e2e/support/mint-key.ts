import { randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { type Database } from './database.ts';

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const base = digits.length;

/** A text with the form of a key: 34 random digits and the six of their CRC-32 (decision 42). */
export function mintKey(): string {
  const random = Array.from({ length: 34 }, () => digits[randomInt(base)]).join('');
  const checksum = crc32(random);
  const last = [5, 4, 3, 2, 1, 0].map(
    (power) => digits[Math.floor(checksum / base ** power) % base],
  );
  return `cpk_${random}${last.join('')}`;
}

interface Differences {
  readonly scopes?: readonly string[];
  readonly organization?: string;
  readonly clusters?: readonly string[];
}

/** Copies of a key with the given differences, each with its own quotas: faster than a command for each. */
export async function copyKey(
  database: Pick<Database, 'sql'>,
  key: string,
  count: number,
  { scopes, organization, clusters }: Differences = {},
): Promise<string[]> {
  const copies = Array.from({ length: count }, mintKey);
  const inserted = await database.sql(
    `insert into api_keys (organization_id, key_hash, key_hint, scopes, allowed_cluster_ids,
        requests_per_minute)
      select case when $4::text is null then organization_id
          else (select id from organizations where name = $4) end,
        sha256(copy::bytea), left(copy, 8), coalesce($3, scopes),
        coalesce($5, allowed_cluster_ids), requests_per_minute
      from api_keys, unnest($2::text[]) as copy where key_hash = sha256($1::text::bytea)
      returning id`,
    [key, copies, scopes ?? null, organization ?? null, clusters ?? null],
  );
  if (inserted.length !== count) throw new Error('there is no such key');
  return copies;
}
