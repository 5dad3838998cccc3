import { type Decimal, numberPattern, toDecimal } from '../decimal.ts';
import { type ExportedFile, type Row, type Value } from '../exported-file.ts';
import { type SchemaObject } from '../schema-object.ts';
import { type Level } from '../violation.ts';

/** Says that a rule is broken; the row is known to who calls the check. */
export type Report = (check: number, level: Level, message: string) => void;

/** Rules over one row, of a file whose schema is known. */
export type RowCheck = (row: Row, report: Report, context: Context) => void;

/** What the checks of one file need to know besides its rows. */
export interface Context {
  readonly file: ExportedFile;
  readonly schema: SchemaObject;
  readonly expectations: Expectations;
}

/** What only the test knows: it made the clusters, the keys and the labels. */
export interface Expectations {
  /** Those that the key may read; without it, any. */
  readonly allowedClusters?: readonly string[];
  /** What `X-Export-Partial` has to say. */
  readonly isPartial?: boolean;
  /** Tag keys that the generator makes itself; without it, that of the team. */
  readonly generatorTags?: readonly string[];
  /** Cluster and day (`<id> YYYY-MM-DD`) of what the nodes cost that no row used. */
  readonly unusedNodes?: ReadonlySet<string>;
}

type Cell = Value | undefined;

/** The column is in the file, and the row has a value of it. */
export const isSet = (value: Cell): value is string | boolean =>
  value !== null && value !== undefined;

/** The column is in the file, and the row has no value of it. */
export const isNull = (value: Cell): value is null => value === null;

/** A decimal that is set and well written; what is not is the subject of check 15. */
export const parseDecimal = (value: Cell): Decimal | undefined =>
  typeof value === 'string' && numberPattern.test(value) ? toDecimal(value) : undefined;

export const cellText = (value: Cell): string => (isSet(value) ? String(value) : '');
