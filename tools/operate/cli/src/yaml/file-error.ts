/** A problem in a file written by a user, with a message that says how to fix it. */
export interface FileProblem {
  readonly file: string;
  /** From 1; undefined for the file as a whole. */
  readonly line?: number;
  readonly column?: number;
  readonly what: string;
  readonly fix: string;
}

const maxShown = 100;

/** All problems of a file, in the order of its lines, one per line of the message. */
export class FileError extends Error {
  override readonly name = 'FileError';
  readonly problems: readonly FileProblem[];

  constructor(problems: readonly FileProblem[]) {
    const inOrder = problems.toSorted(
      (a, b) => (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0),
    );
    super(describeProblems(inOrder));
    this.problems = inOrder;
  }
}

/** `file:line:column`, a format that editors and terminals understand. */
export const formatPlace = ({ file, line, column }: FileProblem): string =>
  [file, line, column].filter((part) => part !== undefined).join(':');

function describeProblems(problems: readonly FileProblem[]): string {
  const lines = problems
    .slice(0, maxShown)
    .map((problem) => `${formatPlace(problem)}: ${problem.what}; ${problem.fix}`);
  const more = problems.length - lines.length;
  const [first] = problems;
  if (more > 0 && first) lines.push(`${first.file}: ${more} more problems; correct these first`);
  return lines.join('\n');
}
