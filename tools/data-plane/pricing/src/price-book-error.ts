/** A problem in a price book. */
export interface PriceBookProblem {
  /** From 1; undefined for the file as a whole. */
  readonly line?: number;
  readonly column?: number;
  readonly what: string;
  /** How to fix it. */
  readonly fix: string;
}

const maxShown = 50;

/** All problems in a price book: `file:line:column: what; fix`, one per line. */
export class PriceBookError extends Error {
  override readonly name = 'PriceBookError';

  constructor(fileName: string, problems: readonly PriceBookProblem[]) {
    const inOrder = problems.toSorted(
      (a, b) => (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0),
    );
    const lines = inOrder.slice(0, maxShown).map(({ line, column, what, fix }) => {
      const place = [fileName, line, column].filter((part) => part !== undefined).join(':');
      return `${place}: ${what}; ${fix}`;
    });
    const more = problems.length - lines.length;
    if (more > 0) lines.push(`${fileName}: ${more} more problems; fix these first`);
    super(lines.join('\n'));
  }
}
