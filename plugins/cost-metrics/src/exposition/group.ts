import { type RawBuilder } from 'kysely';
import { type Labels } from './labels.ts';

/** The sentence that explains it, without an end; its value, null where it is not known; labels of its own. */
export type Gauge = readonly [help: string, value: RawBuilder<unknown>, labels?: Labels];

/** Gauges of the same rows, which are read once for all of them. */
export interface Group {
  /** What follows `from`, with the condition. */
  readonly rows: RawBuilder<unknown>;
  /** In which the rows are written: that of an index, so that it costs nothing. */
  readonly order: RawBuilder<unknown>;
  readonly labels: Labels;
  /** By their names. */
  readonly gauges: Readonly<Record<string, Gauge>>;
}
