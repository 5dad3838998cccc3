import { type Kysely } from 'kysely';
import { type ExportRows } from '../tables.ts';

export const selectOrganizationName = (db: Kysely<ExportRows>, organizationId: string) =>
  db.selectFrom('organizations').select('name').where('id', '=', organizationId);
