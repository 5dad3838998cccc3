import { expect } from 'chai';
import { decimal, type ExportColumn, text } from '../src/columns/column.ts';
import { JsonLinesEncoder } from '../src/formats/json-lines-encoder.ts';

describe('the lines of a JSON Lines file', () => {
  const columns: ExportColumn[] = [
    text({ name: 'Name', maxLength: 10, nullable: true, sql: '', description: '' }),
    decimal({ name: 'Cost', scale: 3, sql: '', description: '' }),
    text({ name: 'Account', maxLength: 10, sql: '', description: '' }),
  ];
  const encode = (rows: Buffer, size = rows.length) => {
    const encoder = new JsonLinesEncoder(columns);
    const parts: Uint8Array[] = [];
    for (let at = 0; at < rows.length; at += size) {
      parts.push(encoder.encode(rows.subarray(at, at + size)));
    }
    return Buffer.concat([...parts, encoder.finish()]).toString();
  };

  it('are the same wherever the buffer boundaries are', () => {
    const rows = Buffer.from('größe 🐘\u001f1.500\u001fa\n\u001e\n\u001e\u001f0.125\u001fb\n');
    const lines =
      '{"Name":"größe 🐘","Cost":1.500,"Account":"a"}\n' +
      '{"Name":"\\u000a","Cost":0.125,"Account":"b"}\n';
    for (let size = 1; size <= rows.length; size += 1) {
      expect(encode(rows, size), `in parts of ${size}`).to.equal(lines);
    }
  });

  it('escape characters that JSON does not allow', () => {
    // All of ASCII, but for the marks and the newline, which quote a field.
    const name = String.fromCharCode(...Array.from({ length: 127 }, (_, at) => at + 1));
    const odd = name.replaceAll(/[\n\u001e\u001f]/g, '');
    const line = encode(Buffer.from(`${odd}\u001f1\u001fa\n`));
    expect(JSON.parse(line)).to.eql({ Name: odd, Cost: 1, Account: 'a' });
  });

  it('have null for an empty field, and an empty string if not nullable', () => {
    const line = encode(Buffer.from('\u001f1\u001f\n'));
    expect(JSON.parse(line)).to.eql({ Name: null, Cost: 1, Account: '' });
  });

  it('contain texts that are larger than the buffer', () => {
    const large = '"'.repeat(2 ** 20);
    const line = encode(Buffer.from(`${large}\u001f1\u001fa\n`));
    expect((JSON.parse(line) as { Name: string }).Name).to.equal(large);
  });

  it('are incomplete if the last row is cut off', () => {
    expect(() => encode(Buffer.from('a\u001f1\u001fb'))).to.throw('incomplete');
  });
});
