import { type Origin } from './owner-schema.ts';

interface OwnerRow {
  readonly name: string;
  readonly description: string;
  readonly origin: string;
  readonly owner_email: string;
  readonly created_at: string;
  readonly updated_at: string;
}

export const toOwnerMetadata = (row: OwnerRow) => ({
  name: row.name,
  description: row.description,
  origin: row.origin as Origin,
  owner_email: row.owner_email,
  created_at: row.created_at,
  updated_at: row.updated_at,
});
