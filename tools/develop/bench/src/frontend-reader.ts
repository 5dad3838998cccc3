/** A statement that was run, and the values that were bound to it, as text. */
export interface Statement {
  readonly text: string;
  readonly values: readonly (string | null)[];
}

const protocolVersion3 = 3 << 16;

/** Reads what a client of PostgreSQL sends, and tells of each statement that it runs. */
export class FrontendReader {
  #pending: Buffer = Buffer.alloc(0);
  #isStarted = false;
  readonly #prepared = new Map<string, string>();
  readonly #portals = new Map<string, Statement>();
  readonly #tell: (statement: Statement) => void;

  constructor(tell: (statement: Statement) => void) {
    this.#tell = tell;
  }

  /** The next bytes, wherever they were cut. */
  read(chunk: Buffer): void {
    this.#pending = this.#pending.length > 0 ? Buffer.concat([this.#pending, chunk]) : chunk;
    // What comes before the first message has a length but no type.
    for (;;) {
      const lengthAt = this.#isStarted ? 1 : 0;
      if (this.#pending.length < lengthAt + 4) return;
      const end = lengthAt + this.#pending.readInt32BE(lengthAt);
      if (this.#pending.length < end) return;
      const message = this.#pending.subarray(0, end);
      this.#pending = this.#pending.subarray(end);
      if (this.#isStarted) this.#take(message);
      else this.#isStarted = message.readInt32BE(4) >= protocolVersion3 && !isRequest(message);
    }
  }

  #take(message: Buffer): void {
    const fields = new Fields(message.subarray(5));
    switch (String.fromCharCode(message.readUInt8(0))) {
      case 'Q':
        this.#tell({ text: fields.text(), values: [] });
        break;
      case 'P':
        this.#prepared.set(fields.text(), fields.text());
        break;
      case 'B': {
        const portal = fields.text();
        const text = this.#prepared.get(fields.text()) ?? '';
        fields.skip(2 * fields.int16());
        const values = Array.from({ length: fields.int16() }, () => fields.value());
        this.#portals.set(portal, { text, values });
        break;
      }
      case 'E': {
        const statement = this.#portals.get(fields.text());
        if (statement) this.#tell(statement);
      }
    }
  }
}

const firstRequestCode = 80_877_102;

/** Of encryption or of a cancellation, whose numbers are beyond every version. */
const isRequest = (message: Buffer) => message.readInt32BE(4) >= firstRequestCode;

/** The fields of a message, one after the other. */
class Fields {
  readonly #message: Buffer;
  #at = 0;

  constructor(message: Buffer) {
    this.#message = message;
  }

  /** Up to the next zero byte. */
  text(): string {
    const end = this.#message.indexOf(0, this.#at);
    const text = this.#message.toString('utf8', this.#at, end);
    this.#at = end + 1;
    return text;
  }

  int16(): number {
    this.skip(2);
    return this.#message.readInt16BE(this.#at - 2);
  }

  /** Preceded by its length, which is -1 for null. */
  value(): string | null {
    this.skip(4);
    const length = this.#message.readInt32BE(this.#at - 4);
    if (length < 0) return null;
    this.skip(length);
    return this.#message.toString('utf8', this.#at - length, this.#at);
  }

  skip(bytes: number): void {
    this.#at += bytes;
  }
}
