import { type RawBuilder } from 'kysely';

/** Labels of a sample in the order in which they are written; but for the first, one that is null is left out. */
export type Labels = Readonly<Record<string, RawBuilder<unknown>>>;

/** The sentence that explains it, without an end; its value, null where it is not known; labels of its own. */
export type Gauge = readonly [help: string, value: RawBuilder<unknown>, labels?: Labels];

/** Rows that are read once for all gauges of them. */
export interface GroupRows {
  /** What follows `from`, with the condition. */
  readonly rows: RawBuilder<unknown>;
  /** In which the rows are written: that of an index, so that it costs nothing. */
  readonly order: RawBuilder<unknown>;
  readonly labels: Labels;
}

export interface Group extends GroupRows {
  /** By their names. */
  readonly gauges: Readonly<Record<string, Gauge>>;
}
