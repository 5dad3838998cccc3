import { sql, type RawBuilder } from 'kysely';
import { type Scope } from '../write/scope.ts';
import { inCluster } from '../write/scope.ts';

/** A UTC day of a cluster that has ledger rows. */
export interface LedgerDay extends Pick<Scope, 'tx' | 'organizationId' | 'clusterId'> {
  /** Start of the day in Unix milliseconds. */
  begins: number;
}

/** Restricts a daily or hourly table, given by its alias, to the day. */
export function onDay(day: LedgerDay, alias: string): RawBuilder<boolean> {
  return sql`${inCluster(day, alias)} and ${sql.ref(`${alias}.day`)} = ${isoDay(day)}::date`;
}

export function withinDay(day: LedgerDay, alias: string): RawBuilder<boolean> {
  const hour = sql.ref(`${alias}.hour`);
  const begins = sql`${new Date(day.begins).toISOString()}::timestamptz`;
  return sql`${inCluster(day, alias)}
    and ${hour} >= ${begins} and ${hour} < ${begins} + interval '24 hours'`;
}

export const isoDay = ({ begins }: Pick<LedgerDay, 'begins'>) =>
  new Date(begins).toISOString().slice(0, 10);
