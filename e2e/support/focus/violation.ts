/** A MUST of FOCUS, a SHOULD of it, or a rule of this project (section 5 of the reference). */
export type Level = 'M' | 'S' | 'P';

/** Something that a file does not keep. */
export interface Violation {
  /** Number of the check in section 5. */
  readonly check: number;
  readonly level: Level;
  /** Of the rows, from 0; null: not of one row. */
  readonly row: number | null;
  readonly message: string;
}

export const violation = (
  check: number,
  level: Level,
  message: string,
  row: number | null = null,
): Violation => ({ check, level, row, message });

/** One line each, for the message of a failed test: the first of every check, and how many. */
export function describeViolations(violations: readonly Violation[]): string {
  const byCheck = Map.groupBy(violations, ({ check, level }) => `${check} ${level}`);
  return [...byCheck]
    .map(([name, [first, ...more]]) => {
      const place = first!.row === null ? '' : ` (row ${first!.row})`;
      return `check ${name}: ${first!.message}${place}${more.length ? ` and ${more.length} more` : ''}`;
    })
    .join('\n');
}
