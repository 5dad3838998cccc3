import { type Kysely } from 'kysely';
import { type PageRequest } from '../pages/page.ts';
import { type AnyTables } from './list-definition.ts';

/** Whose rows a request is for, and the values of the filters, of which `clusters` is one. */
export interface ListQuery {
  readonly db: Kysely<AnyTables>;
  readonly organizationId: string;
  readonly values: Readonly<Record<string, unknown>>;
  readonly page: PageRequest;
}
