const gap = '  ';
/** What is left of a name that is cut. */
const narrowest = 8;

/**
 * Lines of cells as aligned columns: text on the left, numbers on the right. Where they are wider than
 * the terminal, the widest columns of text are cut. Without a width nothing is.
 */
export function fitTable(
  lines: readonly (readonly string[])[],
  isText: readonly boolean[],
  width = Infinity,
): string[] {
  const widths = isText.map((_, at) => Math.max(...lines.map((cells) => cells[at]?.length ?? 0)));
  while (sum(widths) + gap.length * (widths.length - 1) > width) {
    const widest = Math.max(...widths.filter((_, at) => isText[at] === true));
    if (widest <= narrowest) break;
    widths[widths.findIndex((one, at) => isText[at] === true && one === widest)] = widest - 1;
  }
  return lines.map((cells) =>
    cells
      .map((cell, at) => align(cell, widths[at] ?? 0, isText[at] === true))
      .join(gap)
      .trimEnd(),
  );
}

function align(cell: string, width: number, isText: boolean): string {
  if (!isText) return cell.padStart(width);
  return cell.length > width ? `${cell.slice(0, width - 1)}…` : cell.padEnd(width);
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);
