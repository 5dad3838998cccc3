import { type Basis } from '@costplane/plugin-api/schema';
import { type RawBuilder } from 'kysely';
import { type Labels } from './sample-line.ts';

/** What the samples of a scrape are about. */
export interface MetricsScope {
  readonly organization: { readonly id: string; readonly currency: string };
  /** Those that the key may read, in order. */
  readonly clusterIds: readonly string[];
  readonly basis: Basis;
  /** Days by UTC, `YYYY-MM-DD`, both of them included. */
  readonly month: { readonly firstDay: string; readonly today: string };
}

/** Rows that samples are made from, each by a key of its own. */
export interface Source {
  /** What follows `from`, with the condition. */
  readonly rows: RawBuilder<unknown>;
  /** Their order: a UUID, then text or a UUID, so that an index of the table has it. */
  readonly key: readonly [uuid: RawBuilder<unknown>, second: RawBuilder<unknown>];
  readonly secondType: 'text' | 'uuid';
  readonly labels: Labels;
}

/** A metric with all its samples: a gauge, since all of them tell how things are now. */
export interface Family {
  readonly name: string;
  /** A sentence without an end, which may not hold a backslash. */
  readonly help: string;
  readonly source: Source;
  /** Null where it is not known. */
  readonly value: RawBuilder<unknown>;
}
