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

/** A part of what tells the rows of a source apart. */
export interface KeyColumn {
  readonly column: RawBuilder<unknown>;
  readonly type: 'uuid' | 'text';
}

/** By a UUID and text, or by two UUIDs. */
export const keyBy = (
  uuid: RawBuilder<unknown>,
  second: RawBuilder<unknown>,
  type: KeyColumn['type'] = 'text',
): readonly KeyColumn[] => [
  { column: uuid, type: 'uuid' },
  { column: second, type },
];

/** Rows that samples are made from, each by a key of its own. */
export interface Source {
  /** What follows `from`, with the condition. */
  readonly rows: RawBuilder<unknown>;
  /** Their order, which should be that of an index. */
  readonly key: readonly KeyColumn[];
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
