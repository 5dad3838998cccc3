import { anyOf } from '@costplane/plugin-api/listing';
import { type RawBuilder, sql } from 'kysely';

/** The origin as the API returns it: `k8s`, or `native` for anything else (contract, "Team"). */
export const toOrigin = (alias: string): RawBuilder<string> =>
  sql<string>`case when ${sql.ref(`${alias}.origin`)} = 'k8s' then 'k8s' else 'native' end`;

/** Restricts owners to these origins, as the API returns them; `undefined` means no filter. */
export const hasOrigin = (alias: string, origins?: readonly string[]): RawBuilder<boolean> =>
  origins ? sql<boolean>`${toOrigin(alias)} = ${anyOf(origins, 'text')}` : sql<boolean>`true`;
