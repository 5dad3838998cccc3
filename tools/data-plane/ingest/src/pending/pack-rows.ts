import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { type Interval } from '../accrue/interval.ts';
import { itemKey, type ItemFacts } from '../accrue/priced-item.ts';
import {
  groupNames,
  ledgerGroups,
  type GroupName,
  type LedgerTable,
} from '../write/ledger/ledger-columns.ts';
import {
  indexColumns,
  type LedgerRows,
  type LedgerValue,
  type RowGroup,
} from '../write/ledger/ledger-rows.ts';

/** JSON of the non-numeric columns, followed by the figures. */
interface Header {
  /** Missing in the totals that earlier versions packed. */
  interval?: Interval | null;
  items: ItemFacts[];
  groups: Record<GroupName, PackedGroup>;
}

interface PackedGroup {
  count: number;
  /** Positions of the priced items in their list. */
  values: Record<string, LedgerValue[]>;
  /** In column order: the rows without a value, and the figures that exceed 64 bits. */
  figures: Record<string, { unknown: number[]; wide?: (string | null)[] }>;
}

const bytesOfFigure = 8;
const level = { params: { [constants.ZSTD_c_compressionLevel]: 3 } };

/**
 * Packs ledger rows into few bytes. A figure is a 64-bit integer, or decimal text if that is too
 * narrow: never a float. Bytes of the same significance are stored together, which compresses well.
 */
export function packRows({ items, groups, interval }: LedgerRows): Buffer {
  const positions = new Map([...items.keys()].map((key, position) => [key, position]));
  const parts: Uint8Array[] = [];
  const header: Header = {
    interval,
    items: [...items.values()],
    groups: Object.fromEntries(
      groupNames.map((name) => [name, packGroup(name, groups[name], { positions, parts })]),
    ) as Header['groups'],
  };
  const text = Buffer.from(JSON.stringify(header));
  const length = Buffer.alloc(4);
  length.writeUInt32LE(text.length);
  return zstdCompressSync(Buffer.concat([length, text, ...parts]), level);
}

function packGroup(
  name: GroupName,
  { count, columns }: RowGroup,
  { positions, parts }: { positions: ReadonlyMap<string, number>; parts: Uint8Array[] },
): PackedGroup {
  const packed: PackedGroup = { count, values: {}, figures: {} };
  const figures = figureNames(name);
  for (const [column, values] of columns) {
    if (column === 'priced_item_id') {
      packed.values[column] = values.map((key) => positions.get(key as string) ?? null);
    } else if (figures.has(column)) {
      packed.figures[column] = packFigures(values as readonly (bigint | null)[], parts);
    } else {
      packed.values[column] = [...values];
    }
  }
  return packed;
}

function packFigures(
  values: readonly (bigint | null)[],
  parts: Uint8Array[],
): PackedGroup['figures'][string] {
  const integers = new BigInt64Array(values.length);
  const unknown: number[] = [];
  for (const [row, value] of values.entries()) {
    integers[row] = value ?? 0n;
    if (value === null) unknown.push(row);
    else if (integers[row] !== value) {
      return { unknown: [], wide: values.map((each) => each?.toString() ?? null) };
    }
  }
  parts.push(transpose(new Uint8Array(integers.buffer), bytesOfFigure));
  return { unknown };
}

/** @throws if it was not written by `packRows` */
export function unpackRows(packed: Uint8Array): LedgerRows {
  const bytes = zstdDecompressSync(packed);
  const textLength = bytes.readUInt32LE(0);
  const header = JSON.parse(bytes.toString('utf8', 4, 4 + textLength)) as Header;
  const keys = header.items.map(itemKey);
  let offset = 4 + textLength;
  const next = (count: number) => {
    const end = offset + count * bytesOfFigure;
    const integers = transpose(bytes.subarray(offset, end), count);
    offset = end;
    return new BigInt64Array(integers.buffer);
  };
  const groups = groupNames.map((name) => [name, unpackGroup(header.groups[name], { keys, next })]);
  return {
    interval: header.interval ?? null,
    items: new Map(header.items.map((facts) => [itemKey(facts), facts])),
    groups: Object.fromEntries(groups) as Record<GroupName, RowGroup>,
  };
}

function unpackGroup(
  { count, values, figures }: PackedGroup,
  { keys, next }: { keys: readonly string[]; next: (count: number) => BigInt64Array },
): RowGroup {
  const columns = new Map<string, readonly LedgerValue[]>(Object.entries(values));
  const positions = values.priced_item_id as (number | null)[] | undefined;
  const toKey = (position: number | null) => (position === null ? null : (keys[position] ?? null));
  if (positions) columns.set('priced_item_id', positions.map(toKey));
  for (const [name, { unknown, wide }] of Object.entries(figures)) {
    const column: (bigint | null)[] = wide
      ? wide.map((text) => (text === null ? null : BigInt(text)))
      : [...next(count)];
    for (const row of unknown) column[row] = null;
    columns.set(name, column);
  }
  return { count, columns };
}

function figureNames(name: GroupName): ReadonlySet<string> {
  const tables: readonly LedgerTable[] = ledgerGroups[name];
  const columns = [...indexColumns(tables).values()];
  return new Set(columns.filter(({ type }) => type === 'numeric').map((column) => column.name));
}

/** Transposes rows with the given number of bytes to columns, or columns to the given number of rows. */
function transpose(bytes: Uint8Array, width: number): Uint8Array<ArrayBuffer> {
  const height = bytes.length / width;
  const transposed = new Uint8Array(bytes.length);
  for (let column = 0; column < width; column += 1) {
    for (let row = 0; row < height; row += 1) {
      transposed[column * height + row] = bytes[row * width + column] ?? 0;
    }
  }
  return transposed;
}
