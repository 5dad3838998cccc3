import { sql } from 'kysely';
import { type Scope } from './scope.ts';

/** Locks the teams and departments of an organization against other ingests until the transaction ends. */
export const lockOwners = ({ tx, organizationId }: Pick<Scope, 'tx' | 'organizationId'>) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`owners ${organizationId}`}, 0))`.execute(tx);
