import { type EventEmitter } from 'node:events';
import { type Readable } from 'node:stream';
import { Parser } from 'pg-protocol/dist/parser.js';

const dataRowCode = 'D'.charCodeAt(0);
/** Size of the length field, which is part of the length. */
const lengthBytes = 4;

/** A buffer with its methods that decode without checking their arguments. */
interface Bytes extends Buffer {
  latin1Slice(from: number, to: number): string;
  utf8Slice(from: number, to: number): string;
}

/** The parser of the driver, with members that its types lack. */
interface MessageParser {
  parse(bytes: Buffer, take: (message: { readonly name: string }) => void): void;
  handlePacket(
    start: number,
    code: number,
    length: number,
    bytes: Bytes,
  ): { readonly name: string; readonly fields?: readonly (string | null)[] };
}

/** A row as the server sent it. Its bytes are only valid while the driver emits it. */
export class RawRow {
  readonly name = 'dataRow';
  readonly bytes: Bytes;
  /** Offset of the field count. */
  readonly start: number;
  readonly end: number;
  readonly parse: MessageParser['handlePacket'];

  constructor(bytes: Bytes, start: number, end: number, parse: MessageParser['handlePacket']) {
    this.bytes = bytes;
    this.start = start;
    this.end = end;
    this.parse = parse;
  }

  /** The text of each field, for the driver's own queries. */
  get fields() {
    const { start, end, bytes } = this;
    return this.parse(start, dataRowCode, end - start + lengthBytes, bytes).fields;
  }
}

/** Makes a connection of the driver emit raw rows, which are decoded by the types of their columns. */
export function handOnRawRows(connection: EventEmitter): void {
  const attachListeners = (stream: Readable) => {
    const parser = new Parser() as unknown as MessageParser;
    const parseOther = parser.handlePacket.bind(parser);
    parser.handlePacket = (start, code, length, bytes) =>
      code === dataRowCode
        ? new RawRow(bytes, start, start + length - lengthBytes, parseOther)
        : parseOther(start, code, length, bytes);
    stream.on('data', (bytes: Buffer) => {
      parser.parse(bytes, (message) => {
        connection.emit(message.name === 'error' ? 'errorMessage' : message.name, message);
      });
    });
  };
  Object.assign(connection, { attachListeners });
}
