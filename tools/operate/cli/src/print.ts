import { escapeControls, escapeWithinLines } from './escape-controls.ts';

/** Prints one JSON document, and nothing else, on standard output. */
export function printJson(document: unknown): void {
  process.stdout.write(`${escapeWithinLines(JSON.stringify(document, null, 2))}\n`);
}

/** Prints lines of text on standard output. */
export function printLines(...lines: readonly string[]): void {
  for (const line of lines) process.stdout.write(`${escapeWithinLines(line)}\n`);
}

/** Prints rows with a header, in aligned columns. */
export function printTable(
  headings: readonly string[],
  rows: readonly (readonly string[])[],
): void {
  const all = [headings, ...rows].map((row) => row.map(escapeControls));
  const widths = headings.map((_, column) =>
    all.reduce((widest, row) => Math.max(widest, row[column]?.length ?? 0), 0),
  );
  const lines = all.map((row) => row.map((text, column) => text.padEnd(widths[column] ?? 0)));
  printLines(lines.map((row) => row.join('  ').trimEnd()).join('\n'));
}
