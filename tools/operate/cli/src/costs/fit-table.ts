/** Which part of a long text is cut. Numbers are never cut. */
export type Cut = 'end' | 'middle';

const gap = '  ';
/** The remaining width of a truncated name. */
const narrowest = 8;

/**
 * Formats rows as aligned columns: text on the left, numbers on the right. If they are wider than
 * the terminal, the widest text columns are truncated; without a width, none is.
 */
export function fitTable(
  lines: readonly (readonly string[])[],
  cuts: readonly (Cut | undefined)[],
  width = Infinity,
): string[] {
  const widths = measure(lines, cuts.length);
  const isText = (at: number) => cuts[at] !== undefined;
  while (total(widths) > width) {
    const widest = Math.max(...widths.filter((_, at) => isText(at)));
    if (widest <= narrowest) break;
    widths[widths.findIndex((one, at) => isText(at) && one === widest)] = widest - 1;
  }
  return lines.map((cells) =>
    cells
      .map((cell, at) => align(cell, widths[at] ?? 0, cuts[at]))
      .join(gap)
      .trimEnd(),
  );
}

/** Whether the table fits without truncating names beyond recognition. */
export function isReadable(
  lines: readonly (readonly string[])[],
  cuts: readonly (Cut | undefined)[],
  width: number,
): boolean {
  const widths = measure(lines, cuts.length);
  return total(widths.map((one, at) => (cuts[at] ? Math.min(one, 12) : one))) <= width;
}

const measure = (lines: readonly (readonly string[])[], columns: number) =>
  Array.from({ length: columns }, (_, at) =>
    lines.reduce((widest, cells) => Math.max(widest, cells[at]?.length ?? 0), 0),
  );

const total = (widths: readonly number[]) =>
  widths.reduce((sum, width) => sum + width, 0) + gap.length * (widths.length - 1);

function align(cell: string, width: number, cut: Cut | undefined): string {
  if (cut === undefined) return cell.padStart(width);
  if (cell.length <= width) return cell.padEnd(width);
  const end = cut === 'end' ? 0 : Math.floor((width - 1) / 2);
  return `${cell.slice(0, width - 1 - end)}…${cell.slice(cell.length - end)}`;
}
