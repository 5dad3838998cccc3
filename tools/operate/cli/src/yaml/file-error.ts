/** One thing that is wrong in a file that a person wrote, in words that say how to fix it. */
export interface FileProblem {
  readonly file: string;
  /** From 1; without a line, the file as a whole is meant. */
  readonly line?: number;
  readonly column?: number;
  readonly what: string;
  readonly fix: string;
}

const mostShown = 100;

/** Everything that is wrong in a file, in the order of its lines, a line of the message each. */
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

/** `file:line:column`, as editors and terminals understand it. */
export const formatPlace = ({ file, line, column }: FileProblem): string =>
  [file, line, column].filter((part) => part !== undefined).join(':');

function describeProblems(problems: readonly FileProblem[]): string {
  const lines = problems
    .slice(0, mostShown)
    .map((problem) => `${formatPlace(problem)}: ${problem.what}; ${problem.fix}`);
  const more = problems.length - lines.length;
  const [first] = problems;
  if (more > 0 && first) lines.push(`${first.file}: ${more} more problems; correct these first`);
  return lines.join('\n');
}
