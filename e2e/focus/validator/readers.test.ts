import { type TimestampSecond } from 'apache-arrow';
import {
  Bool,
  type Data,
  Decimal,
  Float64,
  makeData,
  makeVector,
  Table,
  tableToIPC,
  TimestampMillisecond,
  Utf8,
  vectorFromArray,
} from 'apache-arrow';
import { expect } from 'chai';
import { Table as ParquetTable, writeParquet } from 'parquet-wasm';
import { exampleDelivery, exampleFile, exampleSchema } from '../../support/focus/example.ts';
import { type Delivery, type Format } from '../../support/focus/exported-file.ts';
import { readExport } from '../../support/focus/readers/read-export.ts';
import { validate } from '../../support/focus/validate.ts';

const schema = exampleSchema();
const withBody = (format: Format, body: Buffer | string, columns?: readonly string[]) => {
  const delivery: Delivery = { ...exampleFile({ format }), body: Buffer.from(body) };
  return readExport(delivery, exampleSchema(columns));
};
const problems = (format: Format, body: Buffer | string, columns?: readonly string[]) =>
  withBody(format, body, columns).violations.map(({ check, message }) => `${check} ${message}`);

describe('reading an exported file back', () => {
  for (const format of ['csv', 'jsonl'] as const) {
    it(`gives the rows of ${format} to their last digit`, () => {
      const file = readExport(exampleDelivery(format), schema);
      expect(file.rows).to.eql(exampleFile().rows);
      expect(file.columns).to.eql(exampleFile().columns);
      expect(validate(file, schema)).to.eql([]);
    });
  }

  describe('as CSV', () => {
    const columns = ['RegionId', 'Tags'];

    it('tells null from an empty text', () => {
      const { rows } = withBody('csv', 'RegionId,Tags\n,""\n', columns);
      expect(rows).to.eql([{ RegionId: null, Tags: '' }]);
    });
    it('has rows of a single column that is null', () => {
      expect(withBody('csv', 'RegionId\n\neu\n', ['RegionId']).rows).to.eql([
        { RegionId: null },
        { RegionId: 'eu' },
      ]);
    });
    it('finds each fault of the format', () => {
      const found = (body: Buffer | string) => problems('csv', body, columns);
      expect(found('RegionId,Tags\na,b\n')).to.eql([]);
      expect(found('RegionId,Tags\na\n')).to.eql(['1 1 fields, not 2']);
      expect(found('RegionId,Tags\na,b')).to.eql(['1 its last line has no end']);
      expect(found('\uFEFFRegionId,Tags\n')).to.eql(['1 begins with a byte order mark']);
      expect(found('RegionId,Tags\na,"b\n')[0]).to.match(/^1 Quote Not Closed/);
      expect(found(Buffer.from([0x61, 0xff, 0x0a]))).to.include('1 is not UTF-8');
      expect(problems('csv', 'x_IsPartial\nyes\n')).to.eql([
        '1 x_IsPartial: yes is neither true nor false',
      ]);
    });
  });

  describe('as JSON Lines', () => {
    const columns = ['BilledCost', 'RegionId'];
    const found = (body: string) => problems('jsonl', body, columns);

    it('has the columns of its schema where it has no rows', () => {
      const { columns: names, rows, violations } = withBody('jsonl', '', columns);
      expect({ names, rows, violations }).to.eql({ names: columns, rows: [], violations: [] });
    });
    it('finds each fault of the format', () => {
      expect(found('{"BilledCost":1.50,"RegionId":null}\n')).to.eql([]);
      expect(found('{"BilledCost":1.50,"RegionId":null\n')[0]).to.match(/^1 unexpected/);
      expect(found('{"BilledCost":1,"RegionId":null}\n{"BilledCost":1}\n')[0]).to.match(
        /^1 its keys are/,
      );
      expect(found('[1]\n')).to.include('1 the line is no object');
      expect(found('{"BilledCost":"1","RegionId":null}\n')).to.eql([
        '1 BilledCost: string is not how a DECIMAL is written',
      ]);
      expect(found('{"BilledCost":1,"RegionId":null}\n\n')).to.include('1 unexpected end');
    });
    it('shows a key that recurs as a column that is there twice', () => {
      const file = withBody('jsonl', '{"RegionId":"a","RegionId":"b"}\n', ['RegionId']);
      expect(file.columns).to.eql(['RegionId', 'RegionId']);
    });
  });

  describe('as Parquet', () => {
    const decimals = (texts: readonly string[], precision = 38) => {
      const words = texts.flatMap((text) =>
        [0n, 32n, 64n, 96n].map((shift) =>
          Number((BigInt.asUintN(128, BigInt(text)) >> shift) & 0xff_ff_ff_ffn),
        ),
      );
      const type = new Decimal(12, precision, 128);
      return makeVector(
        makeData({ type, data: Uint32Array.from(words), length: texts.length, nullCount: 0 }),
      );
    };
    const instants = (type: TimestampMillisecond | TimestampSecond) =>
      makeVector(
        makeData({ type, data: new BigInt64Array([1_782_864_000_000n, 0n]) } as never) as Data,
      );
    const write = (columns: ConstructorParameters<typeof Table>[0]) => {
      const stream = tableToIPC(new Table(columns as never), 'stream');
      return Buffer.from(writeParquet(ParquetTable.fromIPCStream(stream)));
    };
    const good = () => ({
      BilledCost: decimals(['-12345678901234567890123456789012345678', '1']),
      ChargePeriodStart: instants(new TimestampMillisecond('UTC')),
      RegionId: vectorFromArray(['é', null], new Utf8()),
      x_IsPartial: vectorFromArray([true, false], new Bool()),
    });

    it('gives 38 digits, instants, texts, booleans and nulls', () => {
      const { columns, rows, violations } = withBody('parquet', write(good() as never));
      expect(violations).to.eql([]);
      expect(columns).to.eql(Object.keys(good()));
      expect(rows).to.eql([
        {
          BilledCost: '-12345678901234567890123456.789012345678',
          ChargePeriodStart: '2026-07-01T00:00:00Z',
          RegionId: 'é',
          x_IsPartial: true,
        },
        {
          BilledCost: '0.000000000001',
          ChargePeriodStart: '1970-01-01T00:00:00Z',
          RegionId: null,
          x_IsPartial: false,
        },
      ]);
    });
    it('finds each fault of the format', () => {
      const found = (columns: object) =>
        problems('parquet', write({ ...good(), ...columns } as never)).map(
          (text) => /^\d+ \w+/.exec(text)?.[0],
        );
      expect(found({})).to.eql([]);
      expect(found({ BilledCost: vectorFromArray([1.5, 2], new Float64()) })).to.eql([
        '1 BilledCost',
      ]);
      expect(found({ BilledCost: decimals(['1', '2'], 30) })).to.eql(['1 BilledCost']);
      expect(found({ ChargePeriodStart: instants(new TimestampMillisecond()) })).to.eql([
        '17 ChargePeriodStart',
      ]);
      expect(found({ RegionId: vectorFromArray([true, false], new Bool()) })).to.eql([
        '1 RegionId',
      ]);
      expect(problems('parquet', write(good() as never).subarray(0, 200))).to.have.length(1);
      expect(problems('parquet', '')).to.have.length(1);
    });
  });
});
