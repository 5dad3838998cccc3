/** The types of FOCUS, and booleans, which only custom columns have. */
export type DataType = 'STRING' | 'DECIMAL' | 'DATETIME' | 'JSON' | 'BOOLEAN';

/**
 * A column of the file. Everything that is said or done about a column comes from here: the SQL
 * that fills it, its place in a file, its definition in the schema object, its type in Parquet, its
 * line in the README.
 */
export interface ExportColumn {
  /** The id of FOCUS, or one that begins with `x_`. */
  readonly name: string;
  readonly type: DataType;
  /** Digits after the point, of a decimal. */
  readonly scale?: number;
  /** In characters, of a string. */
  readonly maxLength?: number;
  readonly nullable: boolean;
  /** Its value over the fields of `charge` (queries/charges.ts). */
  readonly sql: string;
  readonly description: string;
}

/** In characters, of values from a closed list and the like. */
export const wordLength = 64;
/** Digits of a decimal in all. */
export const decimalPrecision = 38;
/** Digits after the point of money, shares and prices. */
export const moneyScale = 12;
/** Digits after the point of a price times a share, which is not rounded. */
export const listCostScale = 2 * moneyScale;
/** Digits after the point of core-hours and the like. */
export const quantityScale = 9;

/** A column without what its kind says of it. */
type Described = Omit<ExportColumn, 'type' | 'nullable'> & {
  readonly nullable?: true;
};

const column = (type: DataType, described: Described): ExportColumn => ({
  nullable: false,
  ...described,
  type,
});

/** A word, unless a length is given. */
export const text = (described: Described) =>
  column('STRING', { maxLength: wordLength, ...described });
/** Money or a share, unless a scale is given. */
export const decimal = (described: Described) =>
  column('DECIMAL', { scale: moneyScale, ...described });
export const dateTime = (described: Described) => column('DATETIME', described);
export const json = (described: Described) => column('JSON', described);
export const boolean = (described: Described) => column('BOOLEAN', described);
