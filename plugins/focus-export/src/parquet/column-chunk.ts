import { type ExportColumn } from '../columns/column.ts';
import { decimalToBytes } from './decimal-bytes.ts';

type Value = string | Uint8Array | bigint | boolean | null;

/**
 * The values of one column for the rows of one group. Texts lie one after the other in one buffer,
 * a value that is that of the row before only once, so that rows in their thousands make no
 * objects before they are encoded.
 */
export class ColumnChunk {
  readonly name: string;
  readonly statistics: boolean;
  readonly offsetIndex = false;
  readonly #column: ExportColumn;
  #bytes = Buffer.alloc(1024);
  /** Where each text ends. */
  readonly #ends: Uint32Array;
  #texts = 0;
  /** Which text each row has; -1 is null. */
  readonly #rows: Int32Array;
  #count = 0;

  constructor(column: ExportColumn, maxRows: number) {
    this.name = column.name;
    // By these a reader skips the groups of other days; of amounts and names they would be no use.
    this.statistics = column.type === 'DATETIME';
    this.#column = column;
    this.#ends = new Uint32Array(maxRows);
    this.#rows = new Int32Array(maxRows);
  }

  /**
   * Adds the value of the next row: bytes of a buffer; none is null. Answers how many bytes are
   * kept of it.
   */
  add(source: Uint8Array, start: number, end: number): number {
    const isKept = start < end && !this.#isLast(source, start, end);
    if (isKept) this.#append(source, start, end);
    this.#rows[this.#count] = start < end ? this.#texts - 1 : -1;
    this.#count += 1;
    return isKept ? end - start : 0;
  }

  /** What the library writes, made when it asks for it, so that one column is decoded at a time. */
  get data(): Value[] {
    const values: Value[] = [];
    for (let text = 0; text < this.#texts; text += 1) {
      values.push(this.#decode(this.#bytes.subarray(this.#endOf(text - 1), this.#endOf(text))));
    }
    return Array.from(this.#rows.subarray(0, this.#count), (text) => values[text] ?? null);
  }

  clear(): void {
    this.#texts = 0;
    this.#count = 0;
  }

  #endOf(text: number): number {
    return text < 0 ? 0 : (this.#ends[text] ?? 0);
  }

  #isLast(source: Uint8Array, start: number, end: number): boolean {
    const lastEnd = this.#endOf(this.#texts - 1);
    if (lastEnd - this.#endOf(this.#texts - 2) !== end - start) return false;
    // From the end: ids, names and numbers of neighbours begin alike.
    for (let back = 1; back <= end - start; back += 1) {
      if (source[end - back] !== this.#bytes[lastEnd - back]) return false;
    }
    return true;
  }

  #append(source: Uint8Array, start: number, end: number): void {
    const from = this.#endOf(this.#texts - 1);
    const to = from + end - start;
    if (to > this.#bytes.length) {
      const larger = Buffer.alloc(Math.max(2 * this.#bytes.length, to));
      larger.set(this.#bytes.subarray(0, from));
      this.#bytes = larger;
    }
    this.#bytes.set(source.subarray(start, end), from);
    this.#ends[this.#texts] = to;
    this.#texts += 1;
  }

  #decode(text: Buffer): Value {
    const { type, scale = 0 } = this.#column;
    switch (type) {
      case 'STRING':
      case 'JSON':
        return text;
      case 'DECIMAL':
        return decimalToBytes(text.toString('latin1'), scale);
      case 'DATETIME':
        return BigInt(Date.parse(text.toString('latin1')));
      case 'BOOLEAN':
        return text.toString('latin1') === 'true';
    }
  }
}
