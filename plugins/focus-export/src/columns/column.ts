/** The data types of FOCUS, and booleans, which only custom columns use. */
export type DataType = 'STRING' | 'DECIMAL' | 'DATETIME' | 'JSON' | 'BOOLEAN';

/**
 * A column of the file. This is the single definition of a column: its SQL expression, its
 * position, its entry in the schema object, its Parquet type and its line in the README derive from
 * it.
 */
export interface ExportColumn {
  /** The column id of FOCUS, or a custom one that begins with `x_`. */
  readonly name: string;
  readonly type: DataType;
  /** Decimal places, for decimals. */
  readonly scale?: number;
  /** In characters, for strings. */
  readonly maxLength?: number;
  readonly nullable: boolean;
  /** SQL expression over the fields of `charge` (queries/charges.ts). */
  readonly sql: string;
  readonly description: string;
}

/** In characters, for values of enumerations and similar words. */
export const wordLength = 64;
/** Total number of digits of a decimal. */
export const decimalPrecision = 38;
/** Decimal places of money, shares and prices. */
export const moneyScale = 12;
/**
 * Added to a divisor, so that a quotient has at least as many decimal places as any cost in the
 * ledger: PostgreSQL would otherwise round equal dividends of different scales differently.
 */
export const zeroOfQuotients = `0.${'0'.repeat(40)}`;
/** Decimal places of a price times a share, which is not rounded. */
export const listCostScale = 2 * moneyScale;
/** Decimal places of core-hours and similar quantities. */
export const quantityScale = 9;

/** A column before its type and the defaults of that type are added. */
type Described = Omit<ExportColumn, 'type' | 'nullable'> & {
  readonly nullable?: true;
};

const column = (type: DataType, described: Described): ExportColumn => ({
  nullable: false,
  ...described,
  type,
});

/** Has the length of a word unless `maxLength` is given. */
export const text = (described: Described) =>
  column('STRING', { maxLength: wordLength, ...described });
/** Has the scale of money unless `scale` is given. */
export const decimal = (described: Described) =>
  column('DECIMAL', { scale: moneyScale, ...described });
export const dateTime = (described: Described) => column('DATETIME', described);
export const json = (described: Described) => column('JSON', described);
export const boolean = (described: Described) => column('BOOLEAN', described);
