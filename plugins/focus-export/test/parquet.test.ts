import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import { expect } from 'chai';
import { decimal, type ExportColumn, text } from '../src/columns/column.ts';
import { EncoderStream } from '../src/encoding/encoder-stream.ts';
import { RowParser } from '../src/encoding/row-parser.ts';
import { decimalToBytes } from '../src/parquet/decimal-bytes.ts';
import { readParquet } from './read-file.ts';

describe('the rows of a Parquet file', () => {
  const rows: string[][] = [
    ['plain', '', '1'],
    ['', '', ''],
    ['größe 🐘', '"quoted", too', '\r'],
  ];
  const quoted = [...rows, ['a \u001e mark', '\u001f', 'line\nbreak'], ['\u001e\u001e', 'x', '']];

  const written = (lines: readonly string[][]) =>
    lines
      .map((fields) =>
        fields.map((field) =>
          /[\u001e\u001f\n]/.test(field)
            ? `\u001e${field.replaceAll('\u001e', '\u001e\u001e')}\u001e`
            : field,
        ),
      )
      .map((fields) => `${fields.join('\u001f')}\n`)
      .join('');

  for (const [title, lines] of Object.entries({ rows, quoted })) {
    it(`are found wherever the buffer boundaries are: ${title}`, () => {
      const bytes = Buffer.from(written(lines));
      for (let size = 1; size <= bytes.length; size += 1) {
        const found: string[][] = [];
        let row: string[] = [];
        const parser = new RowParser(
          (column, source, start, end) => {
            row[column] = Buffer.from(source.subarray(start, end)).toString();
          },
          () => {
            found.push(row);
            row = [];
          },
        );
        for (let at = 0; at < bytes.length; at += size) parser.parse(bytes.subarray(at, at + size));
        parser.end();
        expect(found, `in parts of ${size}`).to.eql(lines);
      }
    });
  }

  it('are incomplete if the last is cut off', () => {
    const parser = new RowParser(
      () => undefined,
      () => undefined,
    );
    parser.parse(Buffer.from('a\u001fb\nc'));
    expect(() => {
      parser.end();
    }).to.throw('incomplete');
  });
});

describe('decimals in Parquet', () => {
  const cases: [text: string, scale: number, unscaled: bigint][] = [
    ['0', 12, 0n],
    ['0.000000000001', 12, 1n],
    ['1', 2, 100n],
    ['12.5', 2, 1250n],
    ['18446744073709551616', 0, 2n ** 64n],
    ['99999999999999.999999999999999999999999', 24, 10n ** 38n - 1n],
    ['-1.5', 1, -15n],
  ];
  for (const [text, scale, unscaled] of cases) {
    it(`${text} with ${scale} places`, () => {
      const hex = Buffer.from(decimalToBytes(text, scale)).toString('hex');
      expect(BigInt.asIntN(128, BigInt(`0x${hex}`))).to.equal(unscaled);
    });
  }

  it('are refused with more places than they may have', () => {
    expect(() => decimalToBytes('0.123', 2)).to.throw(RangeError);
  });
});

describe('a Parquet file', () => {
  const columns: ExportColumn[] = [
    text({ name: 'Name', maxLength: 10, nullable: true, sql: '', description: '' }),
    decimal({ name: 'Cost', scale: 3, sql: '', description: '' }),
  ];
  const encode = (lines: Iterable<string>) => {
    const stream = new EncoderStream({ format: 'parquet', columns });
    const body = buffer(stream);
    for (const line of lines) stream.write(line);
    stream.end();
    return body;
  };

  it('with several row groups has all rows in order', async () => {
    const count = 45_000;
    const names = Array.from({ length: count }, (_, at) => (at % 3 === 0 ? '' : `n${at >> 2}`));
    const body = await encode(names.map((name, at) => `${name}\u001f${at}.125\n`));
    const { rows } = readParquet(body);
    expect(rows).to.have.length(count);
    for (const [at, row] of rows.entries()) {
      const expected = names[at] === '' ? null : names[at];
      if (row.Name !== expected || row.Cost !== `${at}.125`) {
        expect(row, String(at)).to.eql({ Name: expected, Cost: `${at}.125` });
      }
    }
  });

  it('with large texts is split into row groups by size', async () => {
    const large = 'x'.repeat(2 ** 20);
    const lines = Array.from({ length: 40 }, (_, at) => `${at}${large}\u001f1\n`);
    const { rows } = readParquet(await encode(lines));
    expect(rows.map(({ Name }) => String(Name).replace(/x+/, ''))).to.eql(
      lines.map((_, at) => String(at)),
    );
  });

  it('without rows is valid', async () => {
    expect(readParquet(await encode([]))).to.eql({ columns: ['Name', 'Cost'], rows: [] });
  });

  it('fails with the error of its worker', async () => {
    const failed = await encode(['a\u001fnonsense\n']).catch((error: unknown) => error);
    expect(failed).to.be.instanceOf(Error);
    const cut = await encode(['a\u001f1']).catch((error: unknown) => (error as Error).message);
    expect(cut).to.equal('the last row is incomplete');
  });

  it('that is no longer needed stops its worker', async () => {
    const stream = new EncoderStream({ format: 'parquet', columns });
    stream.write('a\u001f1\n');
    stream.destroy();
    await once(stream, 'close');
    expect(stream.destroyed).to.equal(true);
  });
});
