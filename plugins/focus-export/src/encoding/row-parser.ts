/**
 * The form in which PostgreSQL sends rows to an encoder: CSV with delimiters that hardly ever occur
 * in text, so that hardly any field is quoted.
 */
export const rowMarks = { delimiter: '\u001f', quote: '\u001e' } as const;

const delimiter = rowMarks.delimiter.charCodeAt(0);
const quote = rowMarks.quote.charCodeAt(0);
const newline = 0x0a;

/** Receives a field: the bytes of `source` from `start` up to `end`, exclusive; an empty range is null. */
export type TakeField = (column: number, source: Uint8Array, start: number, end: number) => void;

/** Splits rows into fields; the buffers that it receives need not end at row boundaries. */
export class RowParser {
  readonly #take: TakeField;
  readonly #endRow: () => void;
  /** Bytes that are not parsed yet, followed by free space for the next buffer. */
  #bytes = Buffer.alloc(2 ** 17);
  #length = 0;

  constructor(take: TakeField, endRow: () => void) {
    this.#take = take;
    this.#endRow = endRow;
  }

  /** Parses every row that this buffer completes. */
  parse(chunk: Uint8Array): void {
    this.#append(chunk);
    const bytes = this.#bytes.subarray(0, this.#length);
    const taken = bytes.includes(quote) ? this.#parseQuoted(bytes) : this.#parsePlain(bytes);
    this.#bytes.copyWithin(0, taken, this.#length);
    this.#length -= taken;
  }

  /** @throws {Error} if the last row is incomplete */
  end(): void {
    if (this.#length > 0) throw new Error('the last row is incomplete');
  }

  #append(chunk: Uint8Array): void {
    const length = this.#length + chunk.length;
    if (length > this.#bytes.length) {
      const larger = Buffer.alloc(Math.max(2 * this.#bytes.length, length));
      larger.set(this.#bytes.subarray(0, this.#length));
      this.#bytes = larger;
    }
    this.#bytes.set(chunk, this.#length);
    this.#length = length;
  }

  /** Parses rows without quoted fields; returns the number of bytes parsed. */
  #parsePlain(bytes: Uint8Array): number {
    let column = 0;
    let start = 0;
    let taken = 0;
    const end = bytes.lastIndexOf(newline) + 1;
    for (let at = 0; at < end; at += 1) {
      const byte = bytes[at];
      if (byte !== delimiter && byte !== newline) continue;
      this.#take(column, bytes, start, at);
      column += 1;
      start = at + 1;
      if (byte === delimiter) continue;
      this.#endRow();
      column = 0;
      taken = start;
    }
    return taken;
  }

  #parseQuoted(bytes: Uint8Array): number {
    let taken = 0;
    for (;;) {
      const fields = fieldsOfRow(bytes, taken);
      if (fields === undefined) return taken;
      fields.texts.forEach((text, column) => {
        this.#take(column, text, 0, text.length);
      });
      this.#endRow();
      taken = fields.end;
    }
  }
}

/** The fields of a row, quoted or not, and the start of the next row; undefined if the row is incomplete. */
function fieldsOfRow(
  bytes: Uint8Array,
  start: number,
): { readonly texts: readonly Uint8Array[]; readonly end: number } | undefined {
  const texts: Uint8Array[] = [];
  let text: number[] = [];
  let isQuoted = false;
  for (let at = start; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte === quote) {
      // Two quotes within a quoted field are an escaped quote.
      if (isQuoted && bytes[at + 1] === quote) text.push(bytes[(at += 1)] ?? 0);
      else isQuoted = !isQuoted;
    } else if (isQuoted || (byte !== delimiter && byte !== newline)) {
      text.push(byte);
    } else {
      texts.push(Uint8Array.from(text));
      text = [];
      if (byte === newline) return { texts, end: at + 1 };
    }
  }
  return undefined;
}
