import { type RawBuilder, sql } from 'kysely';
import { toTimestamp } from '../schema/timestamp.ts';
import { isOutsideMonths } from './archived-months.ts';

/** Rows of the ledger of one unit of time, within a period of whole such units. */
export interface LedgerPart {
  readonly unit: 'hour' | 'day';
  /** When the unit of a row begins. */
  readonly unitStart: RawBuilder<string>;
  /** Whether a row is within the period. */
  readonly isWithin: RawBuilder<boolean>;
}

const units = {
  hour: { start: sql<string>`hour`, type: sql`timestamptz` },
  day: { start: sql<string>`day::timestamp at time zone 'UTC'`, type: sql`date` },
};
const dayMs = 86_400_000;
const atDay = (instant: Date, round: (days: number) => number) =>
  new Date(round(instant.getTime() / dayMs) * dayMs);

/**
 * Which rows of the ledger make up a window of whole hours, each instant once: whole days from the sums
 * of days, the parts of a day at the ends of the window from those of hours; or hours alone. Excludes
 * archived months.
 */
export function splitLedger(
  start: Date,
  end: Date,
  readsDays: boolean,
  archivedMonths: readonly string[],
): readonly LedgerPart[] {
  const [firstDay, lastDay] = [atDay(start, Math.ceil), atDay(end, Math.floor)];
  if (!readsDays || firstDay >= lastDay) return listPart('hour', start, end, archivedMonths);
  return [
    ...listPart('hour', start, firstDay, archivedMonths),
    ...listPart('day', firstDay, lastDay, archivedMonths),
    ...listPart('hour', lastDay, end, archivedMonths),
  ];
}

function listPart(
  unit: LedgerPart['unit'],
  start: Date,
  end: Date,
  archivedMonths: readonly string[],
): readonly LedgerPart[] {
  const { type, start: unitStart } = units[unit];
  const [from, to] = [start, end].map((at) => sql`${toTimestamp(at)}::${type}`);
  const isWithin = sql<boolean>`${sql.ref(unit)} >= ${from} and ${sql.ref(unit)} < ${to}
    and ${isOutsideMonths(sql`${unitStart} at time zone 'UTC'`, archivedMonths)}`;
  return start < end ? [{ unit, unitStart, isWithin }] : [];
}
