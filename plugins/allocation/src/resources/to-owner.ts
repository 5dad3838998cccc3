import { type OwnerRow } from '../tables.ts';
import { type Origin } from './owner-schema.ts';

export const toOwnerMetadata = (row: OwnerRow) => ({
  name: row.name,
  description: row.description,
  origin: row.origin as Origin,
  owner_email: row.owner_email,
  created_at: row.created_at,
  updated_at: row.updated_at,
});
