import { type Kysely } from 'kysely';
import { type PageRequest } from '../pages/page.ts';
import { type AnyTables } from './list-definition.ts';

/** The organization of a request and the values of the filters, including `clusters`. */
export interface ListQuery {
  readonly db: Kysely<AnyTables>;
  readonly organizationId: string;
  readonly values: Readonly<Record<string, unknown>>;
  readonly page: PageRequest;
}
