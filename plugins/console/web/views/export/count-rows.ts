export interface RowCounter {
  add(chunk: Uint8Array): void;
  /** Undefined if the format does not allow counting. */
  count(): number | undefined;
}

const newline = 10;
const quote = 34;

/** Counts the rows of a file while it streams, without decoding it. */
export function createRowCounter(format: 'csv' | 'jsonl' | 'parquet'): RowCounter {
  let lines = 0;
  let isQuoted = false;
  return {
    add(chunk) {
      if (format === 'parquet') return;
      for (const byte of chunk) {
        // An escaped quote toggles twice.
        if (byte === quote && format === 'csv') isQuoted = !isQuoted;
        else if (byte === newline && !isQuoted) lines += 1;
      }
    },
    count() {
      if (format === 'parquet') return undefined;
      return format === 'csv' ? Math.max(0, lines - 1) : lines;
    },
  };
}
