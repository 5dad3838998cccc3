import { anyOf } from '@costplane/plugin-api/listing';
import { type RawBuilder, sql } from 'kysely';

/** Where a team or a department comes from: anything but `k8s` reads as `native` (contract, "Team"). */
export const toOrigin = (alias: string): RawBuilder<string> =>
  sql<string>`case when ${sql.ref(`${alias}.origin`)} = 'k8s' then 'k8s' else 'native' end`;

/** Owners of one of these origins, as a client reads them; `undefined` filters nothing. */
export const ofOrigin = (alias: string, origins?: readonly string[]): RawBuilder<boolean> =>
  origins ? sql<boolean>`${toOrigin(alias)} = ${anyOf(origins, 'text')}` : sql<boolean>`true`;
