import { type RawBuilder, sql } from 'kysely';

/**
 * SQL that the reader replaces in a distributed warehouse, for what Citus rejects, or computes on the
 * coordinator instead of on its workers. Both texts must be constants without quotes or comments.
 */
export const onOneServer = (text: string, onCitus: string): RawBuilder<never> =>
  sql.raw<never>(`/* one server: */ ${text} /* Citus: ${onCitus} */`);

/** Without quotes, so that no match extends over the end of a literal or of a name. */
const forms = /\/\* one server: \*\/ [^'"]*? \/\* Citus: ([^'"]*?) \*\//g;

/** A statement as a distributed warehouse accepts it. */
export const toDistributed = (statement: string): string => statement.replaceAll(forms, '$1');
