/**
 * How rows come from PostgreSQL for an encoder: as CSV with marks that text hardly ever has, so that
 * hardly a field is quoted.
 */
export const rowMarks = { delimiter: '\u001f', quote: '\u001e' } as const;

const delimiter = rowMarks.delimiter.charCodeAt(0);
const quote = rowMarks.quote.charCodeAt(0);
const newline = 0x0a;

/** Takes a field: bytes of `source` from `start` to before `end`; none is null. */
export type TakeField = (column: number, source: Uint8Array, start: number, end: number) => void;

/** Finds the fields of rows in buffers that do not end where rows do. */
export class RowParser {
  readonly #take: TakeField;
  readonly #endRow: () => void;
  /** What is not taken yet, and room for what comes. */
  #bytes = Buffer.alloc(2 ** 17);
  #length = 0;

  constructor(take: TakeField, endRow: () => void) {
    this.#take = take;
    this.#endRow = endRow;
  }

  /** Takes the fields of every row that is complete with this buffer. */
  parse(chunk: Uint8Array): void {
    this.#append(chunk);
    const bytes = this.#bytes.subarray(0, this.#length);
    const taken = bytes.includes(quote) ? this.#parseQuoted(bytes) : this.#parsePlain(bytes);
    this.#bytes.copyWithin(0, taken, this.#length);
    this.#length -= taken;
  }

  /** @throws {Error} if a row is not complete */
  end(): void {
    if (this.#length > 0) throw new Error('the last row is cut off');
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

  /** Rows of which no field is quoted; answers how many bytes they have. */
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

/** The fields of a row, quoted or not, and where the next begins; nothing if it is not complete. */
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
      // Twice within quotes, it is meant.
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
