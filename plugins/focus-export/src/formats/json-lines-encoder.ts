import { type ExportColumn } from '../columns/column.ts';
import { RowParser } from '../encoding/row-parser.ts';
import { type Encoder } from '../encoding/worker-messages.ts';

const quote = 0x22;
const backslash = 0x5c;
const newline = 0x0a;
const space = 0x20;
/** Length of the escape sequence of a control character. */
const longestEscape = 6;

/** The text before a column's value in each object, and the value for an empty field. */
interface Member {
  readonly start: Uint8Array;
  readonly empty: Uint8Array;
  readonly isText: boolean;
}

/** Encodes rows as JSON Lines byte by byte, without allocating objects. */
export class JsonLinesEncoder implements Encoder {
  readonly #members: readonly Member[];
  readonly #parser: RowParser;
  /** Objects that have not been returned yet. */
  #bytes = Buffer.alloc(2 ** 18);
  #length = 0;

  constructor(columns: readonly ExportColumn[]) {
    this.#members = columns.map(toMember);
    this.#parser = new RowParser(
      (column, source, start, end) => {
        const member = this.#members[column];
        if (member) this.#add(member, source, start, end);
      },
      () => {
        this.#endObject();
      },
    );
  }

  encode(rows: Uint8Array): Uint8Array<ArrayBuffer> {
    this.#parser.parse(rows);
    const bytes = new Uint8Array(this.#bytes.subarray(0, this.#length));
    this.#length = 0;
    return bytes;
  }

  finish(): Uint8Array<ArrayBuffer> {
    this.#parser.end();
    return new Uint8Array();
  }

  #add({ start: name, empty, isText }: Member, source: Uint8Array, start: number, end: number) {
    this.#reserve(name.length + longestEscape * (end - start + 1));
    this.#append(name, 0, name.length);
    if (start === end) this.#append(empty, 0, empty.length);
    else if (isText) this.#appendText(source, start, end);
    else this.#append(source, start, end);
  }

  #endObject(): void {
    this.#bytes[this.#length] = 0x7d;
    this.#bytes[this.#length + 1] = newline;
    this.#length += 2;
  }

  #append(source: Uint8Array, start: number, end: number): void {
    const bytes = this.#bytes;
    let at = this.#length;
    for (let from = start; from < end; from += 1) bytes[at++] = source[from] ?? 0;
    this.#length = at;
  }

  #appendText(source: Uint8Array, start: number, end: number): void {
    const bytes = this.#bytes;
    let at = this.#length;
    bytes[at++] = quote;
    for (let from = start; from < end; from += 1) {
      const byte = source[from] ?? 0;
      if (byte < space) {
        at += bytes.write(`\\u${byte.toString(16).padStart(4, '0')}`, at, 'latin1');
        continue;
      }
      if (byte === quote || byte === backslash) bytes[at++] = backslash;
      bytes[at++] = byte;
    }
    bytes[at++] = quote;
    this.#length = at;
  }

  #reserve(length: number): void {
    if (this.#length + length <= this.#bytes.length) return;
    const larger = Buffer.alloc(2 * (this.#length + length));
    larger.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = larger;
  }
}

const toMember = ({ name, type, nullable }: ExportColumn, index: number): Member => ({
  start: Buffer.from(`${index === 0 ? '{' : ','}"${name}":`),
  empty: Buffer.from(nullable ? 'null' : '""'),
  isText: type !== 'DECIMAL' && type !== 'BOOLEAN',
});
