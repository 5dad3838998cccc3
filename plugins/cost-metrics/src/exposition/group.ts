import { type RawBuilder, sql } from 'kysely';

/** Labels of a sample in the order in which they are written; but for the first, one that is null is left out. */
export type Labels = Readonly<Record<string, RawBuilder<unknown>>>;

/** The sentence that explains it, without an end; its value, null where it is not known; labels of its own. */
export type Gauge = readonly [help: string, value: RawBuilder<unknown>, labels?: Labels];
export type Gauges = Readonly<Record<string, Gauge>>;

/** Rows that are read once for all gauges of them. */
export interface GroupRows {
  /** What follows `from`, with the condition. */
  readonly rows: RawBuilder<unknown>;
  readonly labels: Labels;
}

export interface Group extends GroupRows {
  /** By their names. */
  readonly gauges: Gauges;
}

/** Gauges of ours, of one kind of thing. */
export const ours = (thing: string, gauges: Gauges): Gauges =>
  Object.fromEntries(
    Object.entries(gauges).map(([name, gauge]) => [`costplane_${thing}_${name}`, gauge]),
  );

/** Labels as PostgreSQL writes them, each with a comma before it but the first that a sample has. */
export const writeLabels = (labels: Labels, isFirst: boolean): RawBuilder<string> =>
  sql.join(
    [
      sql.lit(''),
      ...Object.entries(labels).map(([name, value], index) =>
        isFirst && index === 0
          ? writeLabel(name, value)
          : sql`coalesce(${writeLabel(`,${name}`, value)}, '')`,
      ),
    ],
    sql` || `,
  );

/**
 * A backslash, a quote and the end of a line are written with a backslash before. `||` costs a third of
 * what `concat` does.
 */
const writeLabel = (name: string, value: RawBuilder<unknown>) => sql`
  ${sql.lit(`${name}="`)}
    || replace(replace(replace(${value}, '\\', '\\\\'), '"', '\\"'), ${sql.lit('\n')}, '\\n') || '"'`;
