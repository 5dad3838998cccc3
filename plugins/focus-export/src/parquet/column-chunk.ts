import { type ExportColumn } from '../columns/column.ts';
import { decimalToBytes } from './decimal-bytes.ts';

type Value = string | Uint8Array | bigint | boolean | null;

/**
 * The values of one column in one row group. All texts share one buffer, and a value that repeats
 * the previous row's is stored only once, so that thousands of rows allocate no objects before they
 * are encoded.
 */
export class ColumnChunk {
  readonly name: string;
  readonly statistics: boolean;
  readonly offsetIndex = false;
  readonly #column: ExportColumn;
  #bytes = Buffer.alloc(1024);
  /** End offset of each text. */
  readonly #ends: Uint32Array;
  #texts = 0;
  /** Index of each row's text; -1 means null. */
  readonly #rows: Int32Array;
  #count = 0;

  constructor(column: ExportColumn, maxRows: number) {
    this.name = column.name;
    // Readers use these to skip row groups of other days; they would not help for amounts and names.
    this.statistics = column.type === 'DATETIME';
    this.#column = column;
    this.#ends = new Uint32Array(maxRows);
    this.#rows = new Int32Array(maxRows);
  }

  /**
   * Adds the value of the next row, a range of `source`; an empty range is null. Returns the number
   * of bytes stored.
   */
  add(source: Uint8Array, start: number, end: number): number {
    const isKept = start < end && !this.#isLast(source, start, end);
    if (isKept) this.#append(source, start, end);
    this.#rows[this.#count] = start < end ? this.#texts - 1 : -1;
    this.#count += 1;
    return isKept ? end - start : 0;
  }

  /** Read by the library, which writes one column at a time: only one column is decoded at a time. */
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
    // Compares from the end: ids, names and numbers of neighboring rows share their prefixes.
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
